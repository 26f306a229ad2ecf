package dev.dray.selector;

import dev.dray.cel.value.MapValue;
import dev.dray.cel.value.Value;
import dev.dray.cel.value.Value.StringValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The attributes or capacities of a device, by domain and then by name.
 *
 * <p>Selecting any domain succeeds, with an empty map if the device has none of it; whether the
 * domain is in the map is a separate question. A name without a domain belongs to the driver's
 * domain; if a device has both spellings of a name, the one with the domain counts.
 */
final class Domains<T> extends MapValue {
  private final String driver;
  private final Map<String, T> named;
  private final Function<T, Value> conversion;
  private @Nullable Map<Value, MapValue> domains;

  Domains(String driver, Map<String, T> named, Function<T, Value> conversion) {
    this.driver = driver;
    this.named = named;
    this.conversion = conversion;
  }

  @Override
  public int size() {
    return domains().size();
  }

  @Override
  public Value find(Value key) {
    return new Domain(key instanceof StringValue(var domain) ? domain : NO_DOMAIN);
  }

  @Override
  public @Nullable Value entry(Value key) {
    return domains().get(key);
  }

  @Override
  public boolean hasDefault() {
    return true;
  }

  @Override
  public Iterable<Value> keys() {
    return domains().keySet();
  }

  private Map<Value, MapValue> domains() {
    var known = domains;
    if (known == null) {
      known = new LinkedHashMap<>();
      for (var domain : sorted(named.keySet().stream().map(this::domainOf))) {
        known.put(new StringValue(domain), new Domain(domain));
      }
      domains = known;
    }
    return known;
  }

  /**
   * Returns the names sorted: loops visit them in that order, so that equal devices that are
   * written differently get the same answer.
   */
  private static List<String> sorted(Stream<String> names) {
    return names.distinct().sorted().toList();
  }

  /** A domain that no name can start with. */
  private static final String NO_DOMAIN = "/";

  private String domainOf(String name) {
    var slash = name.indexOf('/');
    return slash < 0 ? driver : name.substring(0, slash);
  }

  private static String idOf(String name) {
    return name.substring(name.indexOf('/') + 1);
  }

  private final class Domain extends MapValue {
    private final String domain;
    private @Nullable List<Value> ids;

    private Domain(String domain) {
      this.domain = domain;
    }

    @Override
    public int size() {
      return ids().size();
    }

    @Override
    public @Nullable Value find(Value key) {
      if (!(key instanceof StringValue(var id)) || domain.equals(NO_DOMAIN)) {
        return null;
      }
      var qualified = domain.indexOf('/') < 0 ? named.get(domain + "/" + id) : null;
      var value =
          qualified == null && domain.equals(driver) && id.indexOf('/') < 0
              ? named.get(id)
              : qualified;
      return value == null ? null : conversion.apply(value);
    }

    @Override
    public Iterable<Value> keys() {
      return ids();
    }

    private List<Value> ids() {
      var known = ids;
      if (known == null) {
        var inDomain = named.keySet().stream().filter(name -> domainOf(name).equals(domain));
        known = new ArrayList<>();
        for (var id : sorted(inDomain.map(Domains::idOf))) {
          known.add(new StringValue(id));
        }
        ids = known;
      }
      return known;
    }
  }
}
