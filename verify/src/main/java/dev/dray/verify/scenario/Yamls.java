package dev.dray.verify.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** YAML as trees of maps, lists and scalars. */
final class Yamls {
  private static final Pattern PLAIN =
      Pattern.compile("[A-Za-z0-9_./+-]([A-Za-z0-9_ ./+()<>=*-]*[A-Za-z0-9_./+()<>=*-])?");
  private static final Pattern NO_STRING =
      Pattern.compile("[-+.]?[0-9][0-9.eE+-]*|true|false|yes|no|on|off|null|- .*|0[xo].*|[-.]");

  private Yamls() {}

  /** A value that goes onto one line. */
  record Line(Object value) {}

  static Object load(String yaml) {
    return reader().load(yaml);
  }

  static List<Object> loadAll(String yaml) {
    var documents = new ArrayList<>();
    reader().loadAll(yaml).forEach(documents::add);
    return documents;
  }

  private static Yaml reader() {
    return new Yaml(new SafeConstructor(new LoaderOptions()));
  }

  /** The map in a field; empty if there is none. */
  static Map<?, ?> child(Object tree, String field) {
    return tree instanceof Map<?, ?> map && map.get(field) instanceof Map<?, ?> child
        ? child
        : Map.of();
  }

  /** The list in a field; empty if there is none. */
  static List<?> list(Object tree, String field) {
    return tree instanceof Map<?, ?> map && map.get(field) instanceof List<?> list
        ? list
        : List.of();
  }

  /** The value in blocks, but for what is said to go onto one line. */
  static String text(Object value) {
    var out = new StringBuilder();
    block(value, 0, out);
    return out.toString();
  }

  private static void block(Object value, int indent, StringBuilder out) {
    switch (value) {
      case Map<?, ?> map -> map.forEach((key, each) -> entry(scalar(key), each, indent, out));
      case List<?> list -> list.forEach(each -> item(each, indent, out));
      default -> out.append(" ".repeat(indent)).append(flow(value)).append('\n');
    }
  }

  private static void entry(String key, Object value, int indent, StringBuilder out) {
    out.append(" ".repeat(indent)).append(key).append(':');
    if (isBlock(value)) {
      out.append('\n');
      block(value, value instanceof List ? indent : indent + 2, out);
    } else {
      out.append(' ').append(flow(value)).append('\n');
    }
  }

  private static void item(Object value, int indent, StringBuilder out) {
    var nested = new StringBuilder();
    block(value, indent + 2, nested);
    out.append(" ".repeat(indent)).append("- ").append(nested.substring(indent + 2));
  }

  private static boolean isBlock(Object value) {
    return (value instanceof Map<?, ?> map && !map.isEmpty())
        || (value instanceof List<?> list && !list.isEmpty());
  }

  private static String flow(Object value) {
    return switch (value) {
      case Line(var inner) -> flow(inner);
      case Map<?, ?> map -> {
        var entries = new ArrayList<String>();
        map.forEach((key, each) -> entries.add(scalar(key) + ": " + flow(each)));
        yield "{" + String.join(", ", entries) + "}";
      }
      case List<?> list -> {
        var items = new ArrayList<String>();
        list.forEach(each -> items.add(flow(each)));
        yield "[" + String.join(", ", items) + "]";
      }
      default -> scalar(value);
    };
  }

  private static String scalar(Object value) {
    var text = String.valueOf(value);
    if (!(value instanceof String)
        || (PLAIN.matcher(text).matches() && !NO_STRING.matcher(text).matches())) {
      return text;
    }
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
  }
}
