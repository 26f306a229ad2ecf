package dev.dray.verify.fuzz;

import dev.dray.verify.wire.Answer;
import dev.dray.verify.wire.Dice;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Ways to spoil a body. */
final class Mutations {
  private static final String PLACE = "\"@@PLACE@@\"";
  private static final List<String> TEXTS =
      List.of(
          "",
          " ",
          "\\u0000",
          "\\ud800",
          "\u202eabc",
          "😀",
          "-",
          ".",
          "..",
          "/",
          "%2f",
          "a/b",
          "A_B",
          "a..b",
          "\\n",
          "1e400",
          "9223372036854775808",
          "-0",
          "0x10",
          "1Gi",
          "1.5e-9",
          "100000000000000000000Ei",
          "1.2.3-rc.1+b",
          "true",
          "null",
          "{}",
          "2026-13-45T99:99:99Z",
          "0001-01-01T00:00:00Z",
          "${jndi:ldap://x}",
          "' OR 1=1 --",
          "device.attributes[\\\"a\\\"].x == 1 &&",
          "<script>",
          "11111111-1111-4111-8111-111111111111");

  private static final List<String> NUMBERS =
      List.of(
          "0",
          "-1",
          "1",
          "2147483647",
          "2147483648",
          "-2147483649",
          "9223372036854775807",
          "9223372036854775808",
          "1e308",
          "1e400",
          "-1e400",
          "1e-400",
          "0.1",
          "1.0",
          "1e2147483647",
          "123456789012345678901234567890",
          "-0.0");

  private static final List<String> NOT_JSON =
      List.of(
          "NaN",
          "Infinity",
          "undefined",
          "'x'",
          "01",
          "+1",
          ".5",
          "1.",
          "\"\\x\"",
          "\"\t\"",
          "[,]",
          "{,}",
          "tru",
          "//c");

  /** Small to write, and three million times as large once its aliases are followed. */
  private static final String BOMB =
      """
      a: &a [x,x,x,x,x,x,x,x,x]
      b: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]
      c: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]
      d: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]
      e: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d]
      f: &f [*e,*e,*e,*e,*e,*e,*e,*e,*e]
      g: [*f,*f,*f,*f,*f,*f,*f,*f,*f]
      """;

  private Mutations() {}

  /** A body made of a right one. */
  static byte[] of(String right, Dice dice) {
    var tree = Answer.parsed(right);
    int times = dice.percent(60) ? 1 : dice.between(2, 5);
    var values = new ArrayList<String>();
    for (int i = 0; i < times; i++) {
      change(tree, dice, values);
    }
    var text = tree.toString();
    for (var value : values) {
      int at = text.indexOf(PLACE);
      if (at >= 0) {
        text = text.substring(0, at) + value + text.substring(at + PLACE.length());
      }
    }
    return dice.percent(12) ? broken(text, dice) : text.getBytes(StandardCharsets.UTF_8);
  }

  /** Changes one thing somewhere; what Jackson could not write is put in as text afterwards. */
  private static void change(JsonNode tree, Dice dice, List<String> values) {
    var places = new ArrayList<JsonNode>();
    containers(tree, places);
    switch (dice.pick(places)) {
      case ObjectNode object when !object.isEmpty() -> changeField(object, dice, values);
      case ArrayNode array when !array.isEmpty() -> changeElement(array, dice, values);
      case ObjectNode object -> object.put("unknown", 1);
      case ArrayNode array -> array.add(true);
      default -> {}
    }
  }

  private static void containers(JsonNode node, List<JsonNode> found) {
    if (node.isContainer()) {
      found.add(node);
      node.forEach(it -> containers(it, found));
    }
  }

  private static void changeField(ObjectNode object, Dice dice, List<String> values) {
    var name = dice.pick(new ArrayList<>(object.propertyNames()));
    switch (dice.below(10)) {
      case 0 -> object.remove(name);
      case 1 -> object.set(name + "x", object.get(name));
      case 2 -> object.set(name.toUpperCase(Locale.ROOT), object.get(name));
      case 3 -> {
        object.put(name, "@@PLACE@@");
        values.add("1,\"%s\":2".formatted(name)); // the same field twice
      }
      default -> {
        object.put(name, "@@PLACE@@");
        values.add(value(dice));
      }
    }
  }

  private static void changeElement(ArrayNode array, Dice dice, List<String> values) {
    int at = dice.below(array.size());
    switch (dice.below(4)) {
      case 0 -> array.remove(at);
      case 1 -> {
        var again = array.get(at);
        for (int left = dice.pick(List.of(1, 10, 200)); left > 0; left--) {
          array.add(again);
        }
      }
      default -> {
        array.insert(at, "@@PLACE@@");
        values.add(value(dice));
      }
    }
  }

  private static String value(Dice dice) {
    return switch (dice.below(20)) {
      case 0 -> "null";
      case 1 -> "true";
      case 2, 3, 4, 5 -> dice.pick(NUMBERS);
      case 6 -> "[]";
      case 7 -> "{}";
      case 8 -> "[null]";
      case 9 -> "[%s]".formatted(value(dice));
      case 10 -> "{\"a\":%s}".formatted(value(dice));
      case 11 ->
          dice.percent(5)
              ? "\"%s\"".formatted("x".repeat(dice.pick(List.of(1000, 70_000, 1_000_000))))
              : "\"" + "y".repeat(300) + "\"";
      case 12 -> dice.percent(10) ? deep(dice) : "[[[[]]]]";
      case 13 -> dice.percent(30) ? dice.pick(NOT_JSON) : "false";
      default -> "\"%s\"".formatted(dice.pick(TEXTS));
    };
  }

  private static String deep(Dice dice) {
    int depth = dice.pick(List.of(100, 1000, 20_000, 200_000));
    return dice.percent(50)
        ? "[".repeat(depth) + "]".repeat(dice.percent(70) ? depth : 0)
        : "{\"a\":".repeat(depth) + "1" + "}".repeat(depth);
  }

  private static byte[] broken(String text, Dice dice) {
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    return switch (dice.below(5)) {
      case 0 -> Arrays.copyOf(bytes, dice.below(bytes.length));
      case 1 -> {
        for (int i = 0; i < 3; i++) {
          bytes[dice.below(bytes.length)] = (byte) dice.below(256);
        }
        yield bytes;
      }
      case 2 -> (text + text).getBytes(StandardCharsets.UTF_8);
      case 3 -> ("\ufeff" + text).getBytes(StandardCharsets.UTF_8);
      default -> text.getBytes(StandardCharsets.UTF_16);
    };
  }

  /** Bytes that were never a body. */
  static byte[] noise(Dice dice) {
    var bytes = new byte[dice.below(dice.percent(2) ? 4_000_000 : 400)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) dice.below(256);
    }
    return bytes;
  }

  /** YAML that asks too much, or is none. */
  static byte[] yaml(Dice dice) {
    var texts =
        List.of(
            BOMB,
            "a: &a {b: *a}\n",
            "&a [*a]\n",
            "a: *nothing\n",
            "a: !!java.net.URL [\"http://127.0.0.1\"]\n",
            "\t- x\n",
            "a: b: c\n",
            "? [x]\n: y\n",
            "---\na: 1\n---\nb: 2\n",
            "a: 1\na: 2\n",
            "[".repeat(50_000),
            "- ".repeat(50_000),
            "%YAML 9.9\n---\na: 1\n",
            "a: |\n x\ny: >-\n",
            "\"\\ud800\": 1\n",
            "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: NAME}\ndata: {a: 0o17, b: 1e3}\n",
            "a: 2026-01-01\n1: 2\n~: 3\ntrue: 4\n",
            "");
    return dice.pick(texts).getBytes(StandardCharsets.UTF_8);
  }
}
