package dev.dray.selector;

import dev.dray.api.meta.Formats;
import dev.dray.api.meta.Parsed;
import dev.dray.api.meta.SemanticVersion;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.cel.plan.Variables;
import dev.dray.cel.value.ListValue;
import dev.dray.cel.value.MapValue;
import dev.dray.cel.value.Value;
import dev.dray.cel.value.Value.BoolValue;
import dev.dray.cel.value.Value.ErrorValue;
import dev.dray.cel.value.Value.IntValue;
import dev.dray.cel.value.Value.QuantityValue;
import dev.dray.cel.value.Value.SemverValue;
import dev.dray.cel.value.Value.StringValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A device as the value of the variable {@code device}: a map of four entries.
 *
 * <p>Attributes that an expression does not read are not converted, but they are checked: one
 * malformed attribute fails every expression.
 */
final class DeviceValues extends MapValue implements Variables {
  private static final List<Value> KEYS =
      List.of(
          new StringValue("driver"),
          new StringValue("attributes"),
          new StringValue("capacity"),
          new StringValue("allowMultipleAllocations"));
  private static final ErrorValue UNSUPPORTED = new ErrorValue("unsupported attribute value");

  /** The length up to which no number in a version can be too large. */
  private static final int SHORT_VERSION = 20;

  private final CelDevice device;
  private final MapValue attributes;
  private final MapValue capacity;

  DeviceValues(CelDevice device) {
    this.device = device;
    this.attributes = new Domains<>(device.driver(), device.attributes(), DeviceValues::attribute);
    this.capacity =
        new Domains<>(device.driver(), device.capacity(), value -> QuantityValue.of(value.value()));
  }

  @Override
  public Value valueOf(String name) {
    if (name.equals(DeviceVariable.NAME)) {
      return this;
    }
    throw new IllegalArgumentException("There is no variable (%s).".formatted(name));
  }

  /**
   * Returns the mistake in the device, if any: of several, the one whose name comes first. A name
   * without a domain is ignored if the device also has its qualified spelling.
   */
  Optional<String> mistake() {
    String first = "";
    String mistake = "";
    for (var entry : device.attributes().entrySet()) {
      var name = entry.getKey();
      if (mayBeWrong(entry.getValue())
          && (mistake.isEmpty() || name.compareTo(first) < 0)
          && !device.attributes().containsKey(device.driver() + "/" + name)
          && attribute(entry.getValue()) instanceof ErrorValue(var message)) {
        first = name;
        mistake = message;
      }
    }
    return mistake.isEmpty()
        ? Optional.empty()
        : Optional.of("attribute %s: %s".formatted(first, mistake));
  }

  private static boolean mayBeWrong(DeviceAttribute attribute) {
    return switch (attribute) {
      case DeviceAttribute.VersionValue(var text) -> !isSurelyVersion(text);
      case DeviceAttribute.VersionValues _,
          DeviceAttribute.NullValue _,
          DeviceAttribute.Malformed _ ->
          true;
      case DeviceAttribute.Single _, DeviceAttribute.Listed _ -> false;
    };
  }

  /**
   * Recognizes most versions without parsing them, which would be most of the cost of an
   * evaluation.
   */
  private static boolean isSurelyVersion(String text) {
    return text.length() <= SHORT_VERSION && Formats.isSemanticVersion(text);
  }

  @Override
  public int size() {
    return KEYS.size();
  }

  @Override
  public @Nullable Value find(Value key) {
    if (!(key instanceof StringValue(var name))) {
      return null;
    }
    return switch (name) {
      case "driver" -> new StringValue(device.driver());
      case "attributes" -> attributes;
      case "capacity" -> capacity;
      case "allowMultipleAllocations" -> BoolValue.of(device.allowMultipleAllocations());
      default -> null;
    };
  }

  @Override
  public Iterable<Value> keys() {
    return KEYS;
  }

  private static Value attribute(DeviceAttribute attribute) {
    return switch (attribute) {
      case DeviceAttribute.IntValue(var number) -> new IntValue(number);
      case DeviceAttribute.BoolValue(var truth) -> BoolValue.of(truth);
      case DeviceAttribute.StringValue(var text) -> new StringValue(text);
      case DeviceAttribute.VersionValue(var text) -> version(text);
      case DeviceAttribute.IntValues(var numbers) ->
          ListValue.of(numbers.stream().map(IntValue::new).toList());
      case DeviceAttribute.BoolValues(var truths) ->
          ListValue.of(truths.stream().map(BoolValue::of).toList());
      case DeviceAttribute.StringValues(var texts) -> ListValue.ofStrings(texts);
      case DeviceAttribute.VersionValues(var texts) -> versions(texts);
      case DeviceAttribute.NullValue _ -> UNSUPPORTED;
      case DeviceAttribute.Malformed(var values) -> first(values);
    };
  }

  /** Returns the value that counts: a list before a single value. */
  private static Value first(List<DeviceAttribute> values) {
    return values.stream()
        .filter(DeviceAttribute.Listed.class::isInstance)
        .findFirst()
        .or(() -> values.stream().findFirst())
        .map(DeviceValues::attribute)
        .orElse(UNSUPPORTED);
  }

  private static Value version(String text) {
    return switch (SemanticVersion.tryParse(text)) {
      case Parsed.Value<SemanticVersion>(var version) -> new SemverValue(version);
      case Parsed.Mistake<SemanticVersion>(var message) ->
          new ErrorValue("parse semantic version: " + message);
    };
  }

  private static Value versions(List<String> texts) {
    var versions = new ArrayList<Value>();
    for (var text : texts) {
      var version = version(text);
      if (version instanceof ErrorValue) {
        return version;
      }
      versions.add(version);
    }
    return ListValue.of(versions);
  }
}
