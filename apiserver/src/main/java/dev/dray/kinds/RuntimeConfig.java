package dev.dray.kinds;

import dev.dray.api.meta.FrozenMap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The versions and resources that are served: the defaults, and what {@code --runtime-config}
 * changes.
 *
 * <p>As upstream: {@code api/all}, {@code api/ga}, {@code api/beta} and {@code api/alpha} are
 * applied first, whatever the order; then {@code group/version}; then {@code
 * group/version/resource}.
 */
public final class RuntimeConfig {

  /** The result of parsing the flag. */
  public sealed interface Parsed {
    record Config(RuntimeConfig config) implements Parsed {}

    /** A value that cannot be parsed, with upstream's message. */
    record Mistake(String message) implements Parsed {}
  }

  private static final Pattern GA = Pattern.compile("v\\d+");
  private static final Pattern BETA = Pattern.compile("v\\d+beta\\d+");
  private static final Pattern ALPHA = Pattern.compile("v\\d+alpha\\d+");
  private static final Pattern ANY = Pattern.compile(".*");
  private static final Map<String, Pattern> SWEEPS = sweeps();

  /** Enabled although its version is not: the feature is on by default, and useless without it. */
  private static final String SLICE_PATCHES = "resource.k8s.io/v1alpha3/resourceslicepatches";

  static final RuntimeConfig EVERYTHING = merged(Map.of("api/all", "true"));

  private final Map<String, Boolean> versions;
  private final Map<String, Boolean> resources;

  private RuntimeConfig(Map<String, Boolean> versions, Map<String, Boolean> resources) {
    this.versions = FrozenMap.copyOf(versions);
    this.resources = FrozenMap.copyOf(resources);
  }

  private static Map<String, Pattern> sweeps() {
    var sweeps = new LinkedHashMap<String, Pattern>();
    sweeps.put("api/all", ANY);
    sweeps.put("api/ga", GA);
    sweeps.put("api/beta", BETA);
    sweeps.put("api/alpha", ALPHA);
    return sweeps;
  }

  /** Returns the defaults: stable versions and ResourceSlicePatch. */
  public static RuntimeConfig defaults() {
    var versions = new LinkedHashMap<String, Boolean>();
    for (var groupVersion : GroupVersions.ALL) {
      versions.put(groupVersion, GA.matcher(version(groupVersion)).matches());
    }
    return new RuntimeConfig(versions, Map.of(SLICE_PATCHES, true));
  }

  /** Returns whether a resource is served in a version. */
  public boolean serves(String group, String version, String plural) {
    var groupVersion = group.isEmpty() ? version : group + "/" + version;
    var explicitly = resources.get(groupVersion + "/" + plural);
    return explicitly == null ? versions.getOrDefault(groupVersion, false) : explicitly;
  }

  private static String version(String groupVersion) {
    return groupVersion.substring(groupVersion.indexOf('/') + 1);
  }

  /** Parses one value of the flag, with entries separated by commas. */
  public static Parsed parse(String value) {
    return parse(List.of(value));
  }

  /** Parses all values of the flag; a later entry for the same key wins. */
  public static Parsed parse(List<String> values) {
    var entries = new LinkedHashMap<String, String>();
    for (var value : values) {
      for (var entry : value.split(",", -1)) {
        int equals = entry.indexOf('=');
        var key = (equals < 0 ? entry : entry.substring(0, equals)).strip();
        if (!key.isEmpty()) {
          entries.put(key, equals < 0 ? "" : entry.substring(equals + 1).strip());
        }
      }
    }
    var mistake = mistake(entries);
    return mistake.isPresent()
        ? new Parsed.Mistake(mistake.get())
        : new Parsed.Config(merged(entries));
  }

  private static Optional<String> mistake(Map<String, String> entries) {
    if (entries.size() == 1 && "false".equals(entries.get("api/all"))) {
      return Optional.of("invalid runtime-config with only api/all=false");
    }
    var unknown = new TreeSet<String>();
    var found = new ArrayList<String>();
    for (var entry : entries.entrySet()) {
      if (SWEEPS.containsKey(entry.getKey())) {
        if (!entry.getValue().equals("true") && !entry.getValue().equals("false")) {
          found.add("invalid value %s=%s".formatted(entry.getKey(), entry.getValue()));
        }
        continue;
      }
      var key = Key.of(entry.getKey());
      if (key.isEmpty()) {
        return Optional.of("runtime-config invalid key " + entry.getKey());
      }
      if (GroupVersions.ALL.stream().noneMatch(known -> group(known).equals(key.get().group()))) {
        unknown.add(key.get().groupVersion());
      } else {
        mistake(key.get(), entry).ifPresent(found::add);
      }
    }
    return unknown.isEmpty()
        ? found.stream().findFirst()
        : Optional.of("unknown api groups " + String.join(",", unknown));
  }

  private static Optional<String> mistake(Key key, Map.Entry<String, String> entry) {
    if (!GroupVersions.ALL.contains(key.groupVersion())) {
      return Optional.of(
          "group version %s that has not been registered".formatted(key.groupVersion()));
    }
    if (truth(entry.getValue()).isEmpty()) {
      return Optional.of(
          "invalid value of %s: %s, err: strconv.ParseBool: parsing \"%s\": invalid syntax"
              .formatted(entry.getKey(), entry.getValue(), entry.getValue()));
    }
    var resource = key.resource();
    return resource.equals(resource.toLowerCase(Locale.ROOT))
        ? Optional.empty()
        : Optional.of(
            "invalid key %s: group/version/resource and resource is always lowercase plural, not"
                    .formatted(entry.getKey())
                + " \"%s\"".formatted(resource));
  }

  private static String group(String groupVersion) {
    int slash = groupVersion.indexOf('/');
    return slash < 0 ? "" : groupVersion.substring(0, slash);
  }

  private static RuntimeConfig merged(Map<String, String> entries) {
    var defaults = defaults();
    var versions = new LinkedHashMap<>(defaults.versions);
    var resources = new LinkedHashMap<>(defaults.resources);
    SWEEPS.forEach(
        (sweep, pattern) -> {
          if (entries.containsKey(sweep)) {
            boolean on = "true".equals(entries.get(sweep));
            for (var groupVersion : GroupVersions.ALL) {
              if (pattern.matcher(version(groupVersion)).matches()) {
                set(groupVersion, on, versions, resources);
              }
            }
          }
        });
    var more = new LinkedHashMap<String, Boolean>();
    entries.forEach(
        (entry, value) -> {
          if (!SWEEPS.containsKey(entry)) {
            var key = Key.of(entry).orElseThrow();
            boolean on = truth(value).orElseThrow();
            if (key.resource().isEmpty()) {
              set(key.groupVersion(), on, versions, resources);
            } else {
              more.put(key.groupVersion() + "/" + key.resource(), on);
            }
          }
        });
    resources.putAll(more);
    return new RuntimeConfig(versions, resources);
  }

  private static void set(
      String groupVersion,
      boolean on,
      Map<String, Boolean> versions,
      Map<String, Boolean> resources) {
    versions.put(groupVersion, on);
    resources.keySet().removeIf(resource -> resource.startsWith(groupVersion + "/"));
  }

  /** Parses a boolean as Go does; an entry without a value means true. */
  private static Optional<Boolean> truth(String value) {
    return switch (value) {
      case "", "1", "t", "T", "TRUE", "true", "True" -> Optional.of(true);
      case "0", "f", "F", "FALSE", "false", "False" -> Optional.of(false);
      default -> Optional.empty();
    };
  }

  /** The key of an entry; the resource is empty if the entry is about a whole version. */
  private record Key(String group, String version, String resource) {
    static Optional<Key> of(String key) {
      var parts = key.split("/", -1);
      if (parts.length == 1 && GA.matcher(key).matches()) {
        return Optional.of(new Key("", key, ""));
      }
      if (parts.length < 2 || parts.length > 3) {
        return Optional.empty();
      }
      return Optional.of(new Key(parts[0], parts[1], parts.length == 3 ? parts[2] : ""));
    }

    String groupVersion() {
      return group.isEmpty() ? version : group + "/" + version;
    }
  }
}
