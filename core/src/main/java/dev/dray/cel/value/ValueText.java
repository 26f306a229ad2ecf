package dev.dray.cel.value;

import dev.dray.cel.value.Value.QuantityValue;

/** Values as upstream's messages show them. */
public final class ValueText {
  /** The most of a text or list that is shown; more would only cost time. */
  private static final int LONGEST = 1_000;

  private ValueText() {}

  public static String of(Value value) {
    var text = new StringBuilder();
    write(value, text);
    return text.toString();
  }

  private static void write(Value value, StringBuilder text) {
    switch (value) {
      case Value.BoolValue(var truth) -> text.append(truth);
      case Value.IntValue(var number) -> text.append(number);
      case Value.UintValue(var bits) -> text.append(Long.toUnsignedString(bits));
      case Value.DoubleValue(var number) -> text.append(GoNumbers.general(number));
      case Value.StringValue(var string) ->
          text.append(string, 0, Math.min(string.length(), LONGEST));
      case Value.BytesValue(var octets) ->
          text.append(octets.chars().limit(LONGEST).boxed().toList().toString().replace(",", ""));
      case Value.NullValue _ -> text.append("0");
      case Value.DurationValue(var duration) -> text.append(GoTimes.text(duration));
      case Value.TimestampValue moment -> text.append(GoTimes.text(moment));
      case Value.TypeValue(var type) -> text.append(type.name());
      case ListValue list -> writeList(list, text);
      case MapValue map -> writeMap(map, text);
      case Value.OptionalValue(var inner) ->
          text.append(inner.map(it -> "optional(" + of(it) + ")").orElse("optional.none()"));
      case QuantityValue(var quantity, _) -> text.append(quantity);
      case Value.SemverValue(var version) -> text.append(version);
      case Value.UrlValue(var url) -> text.append(url);
      case Value.IpValue(var address) -> text.append(address);
      case Value.CidrValue(var network) -> text.append(network);
      case Value.FormatValue(var format) -> text.append(format.title());
      case Value.MessageValue _ -> {}
      case Value.ErrorValue(var message) -> text.append(message);
    }
  }

  private static void writeList(ListValue list, StringBuilder text) {
    text.append('[');
    var separator = "";
    for (var element : list) {
      if (text.length() > LONGEST) {
        break;
      }
      text.append(separator);
      write(element, text);
      separator = ", ";
    }
    text.append(']');
  }

  private static void writeMap(MapValue map, StringBuilder text) {
    text.append('{');
    var separator = "";
    for (var key : map.keys()) {
      var value = map.entry(key);
      if (value == null || text.length() > LONGEST) {
        break;
      }
      text.append(separator);
      write(key, text);
      text.append(": ");
      write(value, text);
      separator = ", ";
    }
    text.append('}');
  }
}
