package dev.dray.bench;

import com.google.common.collect.ImmutableSet;
import dev.cel.common.types.CelType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import dev.cel.common.values.StructValue;
import dev.dray.api.meta.SemanticVersion;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.selector.CelDevice;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A device as dev.cel reads it fastest: a struct whose values were all converted beforehand, and
 * which is not copied when it is read.
 */
final class LibraryDevice extends StructValue<String, LibraryDevice> {
  static final OpaqueType QUANTITY = OpaqueType.create("kubernetes.Quantity");
  static final OpaqueType SEMVER = OpaqueType.create("kubernetes.Semver");
  private static final Map<String, CelType> FIELDS =
      Map.of(
          "driver", SimpleType.STRING,
          "attributes", byDomain(SimpleType.DYN),
          "capacity", byDomain(QUANTITY));
  static final StructType TYPE =
      StructType.create(
          "kubernetes.DRADevice",
          ImmutableSet.copyOf(FIELDS.keySet()),
          name -> Optional.ofNullable(FIELDS.get(name)));

  private final String driver;
  private final LibraryMap attributes;
  private final LibraryMap capacity;

  LibraryDevice(CelDevice device) {
    driver = device.driver();
    attributes = domains(driver, device.attributes(), LibraryDevice::attribute);
    capacity = domains(driver, device.capacity(), amount -> amount.value());
  }

  private static CelType byDomain(CelType value) {
    return MapType.create(SimpleType.STRING, MapType.create(SimpleType.STRING, value));
  }

  private static <T> LibraryMap domains(
      String driver, Map<String, T> entries, Function<T, Object> convert) {
    var domains = new LinkedHashMap<String, Map<String, Object>>();
    entries.forEach(
        (name, value) -> {
          int slash = name.indexOf('/');
          domains
              .computeIfAbsent(
                  slash < 0 ? driver : name.substring(0, slash), _ -> new LinkedHashMap<>())
              .put(name.substring(slash + 1).intern(), convert.apply(value));
        });
    var frozen = new LinkedHashMap<String, Object>();
    domains.forEach((domain, values) -> frozen.put(domain.intern(), new LibraryMap(values)));
    return new LibraryMap(frozen);
  }

  private static Object attribute(DeviceAttribute attribute) {
    return switch (attribute) {
      case DeviceAttribute.StringValue(var text) -> text;
      case DeviceAttribute.IntValue(var number) -> number;
      case DeviceAttribute.BoolValue(var truth) -> truth;
      case DeviceAttribute.VersionValue(var text) -> SemanticVersion.parse(text);
      default -> throw new IllegalArgumentException("No device has (%s).".formatted(attribute));
    };
  }

  @Override
  public Object select(String field) {
    return switch (field) {
      case "driver" -> driver;
      case "attributes" -> attributes;
      case "capacity" -> capacity;
      default -> throw new IllegalArgumentException("There is no field (%s).".formatted(field));
    };
  }

  @Override
  public Optional<Object> find(String field) {
    return FIELDS.containsKey(field) ? Optional.of(select(field)) : Optional.empty();
  }

  @Override
  public LibraryDevice value() {
    return this;
  }

  @Override
  public boolean isZeroValue() {
    return false;
  }

  @Override
  public CelType celType() {
    return TYPE;
  }
}
