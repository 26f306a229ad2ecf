package dev.dray.cli.output;

import dev.dray.api.codec.EntryWriter;
import dev.dray.api.resource.device.Counter;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.api.resource.device.DeviceCapacity;
import dev.dray.api.resource.device.DeviceTaint;
import dev.dray.layout.FlatCounterSet;
import dev.dray.layout.FlatDevice;
import dev.dray.layout.Origin;
import dev.dray.layout.Sourced;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A value of a device or counter set, ready to be shown.
 *
 * @param part the field it is part of, such as {@code attributes}
 * @param value the value as text
 * @param json the value as JSON
 * @param instead the values it replaces, nearest first; empty if there are none
 */
public record ValueLine(
    String part,
    String name,
    String value,
    String json,
    Origin origin,
    List<String> instead,
    String more) {

  public static List<ValueLine> of(FlatDevice device) {
    var lines = new ArrayList<ValueLine>();
    device
        .attributes()
        .forEach(it -> lines.add(line("attributes", it, ValueLine::text, EntryWriter::json, "")));
    for (var capacity : device.capacity()) {
      var kept = Optional.ofNullable(device.keptPolicies().get(capacity.name()));
      lines.add(
          line(
              "capacity",
              capacity,
              ValueLine::text,
              EntryWriter::json,
              kept.map(it -> "request policy: " + it.text()).orElse("")));
    }
    for (var consumption : device.consumptions()) {
      var groups = consumption.compatibilityGroups();
      var part =
          "consumes from counter set %s%s"
              .formatted(
                  consumption.counterSet(),
                  groups.isEmpty() ? "" : " in groups " + String.join(", ", groups));
      consumption
          .counters()
          .forEach(it -> lines.add(line(part, it, ValueLine::text, EntryWriter::json, "")));
    }
    device
        .taints()
        .forEach(it -> lines.add(line("taints", it, ValueLine::text, EntryWriter::json, "")));
    return lines;
  }

  public static List<ValueLine> of(FlatCounterSet set) {
    return set.counters().stream()
        .map(it -> line("counters", it, ValueLine::text, EntryWriter::json, ""))
        .toList();
  }

  private static <V> ValueLine line(
      String part,
      Sourced<V> sourced,
      Function<V, String> text,
      Function<V, String> json,
      String more) {
    return new ValueLine(
        part,
        sourced.name(),
        text.apply(sourced.value()),
        json.apply(sourced.value()),
        sourced.origin(),
        sourced.instead().stream()
            .map(it -> "%s (%s)".formatted(text.apply(it.value()), it.origin().text()))
            .toList(),
        more);
  }

  /** Returns the origin of the value, and what it replaces. */
  public String from() {
    var from = new StringBuilder(origin.text());
    if (!instead.isEmpty()) {
      from.append(", instead of ").append(instead.getFirst());
    }
    if (!more.isEmpty()) {
      from.append(", ").append(more);
    }
    return from.toString();
  }

  /** Returns an attribute as text. */
  public static String text(DeviceAttribute attribute) {
    return switch (attribute) {
      case DeviceAttribute.StringValue(var value) -> EntryWriter.json(value);
      case DeviceAttribute.IntValue(long value) -> String.valueOf(value);
      case DeviceAttribute.BoolValue(boolean value) -> String.valueOf(value);
      case DeviceAttribute.VersionValue(var value) -> "version " + value;
      case DeviceAttribute.NullValue() -> "(removed)";
      case DeviceAttribute.StringValues(var values) ->
          values.stream().map(EntryWriter::json).collect(Collectors.joining(", ", "[", "]"));
      case DeviceAttribute.IntValues(var values) -> values.toString();
      case DeviceAttribute.BoolValues(var values) -> values.toString();
      case DeviceAttribute.VersionValues(var values) -> "versions " + values;
      case DeviceAttribute.Malformed _ -> EntryWriter.json(attribute);
    };
  }

  /** Returns a capacity as text. */
  public static String text(DeviceCapacity capacity) {
    return capacity.requestPolicy().isEmpty()
        ? capacity.value().toString()
        : capacity.value() + " with a request policy";
  }

  private static String text(Counter counter) {
    var policy = counter.requestPolicy().isEmpty() ? "" : " with a request policy";
    return counter.value().map(Object::toString).orElse("")
        + counter.valueFrom().map(it -> "as requested of " + it.capacityKey()).orElse("")
        + policy;
  }

  private static String text(DeviceTaint taint) {
    return taint.value().isEmpty()
        ? taint.effect()
        : "%s:%s".formatted(taint.value(), taint.effect());
  }
}
