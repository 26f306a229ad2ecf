package dev.dray.selector;

import java.util.List;
import java.util.Random;

/** Expressions that reach into a device in many ways, few of them sensible. */
final class RandomExpressions {
  private static final List<String> DOMAINS =
      List.of("gpu.example.com", "other.example.com", "nope.example.com");
  private static final List<String> IDS = List.of("model", "index", "ecc", "links", "missing");
  private static final List<String> AMOUNTS = List.of("memory", "cores", "missing");

  private final Random random;

  RandomExpressions(Random random) {
    this.random = random;
  }

  String next() {
    return bool(3);
  }

  private String bool(int depth) {
    if (depth == 0 || random.nextInt(3) == 0) {
      return simple();
    }
    return switch (random.nextInt(5)) {
      case 0 -> "(%s && %s)".formatted(bool(depth - 1), bool(depth - 1));
      case 1 -> "(%s || %s)".formatted(bool(depth - 1), bool(depth - 1));
      case 2 -> "!(%s)".formatted(bool(depth - 1));
      case 3 -> "(%s ? %s : %s)".formatted(bool(depth - 1), bool(depth - 1), bool(depth - 1));
      default -> "cel.bind(v, %s, %s && v == v)".formatted(bool(depth - 1), bool(depth - 1));
    };
  }

  private String simple() {
    return switch (random.nextInt(24)) {
      case 0 -> domain() + "." + id() + " == " + value();
      case 1 -> domain() + "[" + quoted(id()) + "] != " + value();
      case 2 -> "has(" + domain() + "." + id() + ")";
      case 3 -> quoted(id()) + " in " + domain();
      case 4 -> quoted(pick(DOMAINS)) + " in " + root();
      case 5 -> "has(" + root() + "[" + quoted(pick(DOMAINS)) + "]." + id() + ")";
      case 6 -> domain() + ".exists(k, k == " + quoted(id()) + ")";
      case 7 -> "device.attributes[" + quoted(pick(DOMAINS)) + "].all(k, k != \"ecc\")";
      case 8 -> "size(" + domain() + ") > " + random.nextInt(3);
      case 9 -> "size(" + root() + ") > " + random.nextInt(3);
      case 10 -> "cel.bind(x, " + domain() + ", x." + id() + " == " + value() + ")";
      case 11 ->
          "cel.bind(x, " + root() + ", " + quoted(id()) + " in x[" + quoted(pick(DOMAINS)) + "])";
      case 12 -> domain() + ".?" + id() + ".hasValue()";
      case 13 -> domain() + "[?" + quoted(id()) + "].orValue(dyn(" + value() + ")) == " + value();
      case 14 ->
          root()
              + "[?"
              + quoted(pick(DOMAINS))
              + "].optMap(m, "
              + quoted(id())
              + " in m).orValue(false)";
      case 15 -> "device.driver == " + quoted(pick(DOMAINS));
      case 16 -> "device.allowMultipleAllocations";
      case 17 -> domain() + " == device.attributes[" + quoted(pick(DOMAINS)) + "]";
      case 18 ->
          "(" + simple() + " ? " + domain() + " : " + domain() + ")." + id() + " == " + value();
      case 19 -> "\"a\" in device.attributes[" + domain() + ".model]";
      case 20 ->
          "[dyn(" + domain() + "), dyn(" + domain() + ")].exists(m, " + quoted(id()) + " in m)";
      case 21 -> "optional.of(" + domain() + ").value()." + id() + " == " + value();
      case 22 -> amount() + ".compareTo(quantity(\"1Gi\")) >= 0";
      default -> amount() + ".isInteger()";
    };
  }

  private String root() {
    return random.nextInt(4) == 0 ? "device.capacity" : "device.attributes";
  }

  private String domain() {
    var name = pick(DOMAINS);
    return switch (random.nextInt(4)) {
      case 0 -> "dyn(device.attributes[\"" + name + "\"])";
      case 1 -> "cel.bind(d, \"" + name + "\", device.attributes[d])";
      default -> "device.attributes[\"" + name + "\"]";
    };
  }

  private String amount() {
    return "device.capacity[\"%s\"].%s".formatted(pick(DOMAINS), pick(AMOUNTS));
  }

  private String id() {
    return pick(IDS);
  }

  private String value() {
    return pick(List.of("\"a\"", "\"b\"", "1", "2", "true", "\"gpu.example.com\""));
  }

  private static String quoted(String text) {
    return '"' + text + '"';
  }

  private String pick(List<String> from) {
    return from.get(random.nextInt(from.size()));
  }
}
