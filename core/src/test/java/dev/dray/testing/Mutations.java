package dev.dray.testing;

import dev.dray.testing.JsonValue.Arr;
import dev.dray.testing.JsonValue.Literal;
import dev.dray.testing.JsonValue.Obj;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;

/** Spoils manifests: as trees, so that they stay JSON, or as bytes, so that they may not. */
public final class Mutations {
  private static final List<String> LITERALS =
      List.of(
          "null",
          "true",
          "0",
          "-1",
          "1.5",
          "1e999999999",
          "-1e-999999999",
          "9223372036854775808",
          "\"\"",
          "\"x\"",
          "\"1e999999999\"",
          "\"-1\"",
          "\"1Ei\"",
          "\"9\u00e4\ud83d\ude00\"",
          "\"\\u0000\"",
          "\"\\ud800\"",
          "\"a/b/c\"",
          "\"*\"",
          "\"None\"",
          "\"2026-02-30T00:00:00Z\"",
          "{}",
          "[]",
          "[null]",
          "{\"\":null}",
          "\"" + "y".repeat(300) + "\"",
          "1".repeat(600));
  private static final List<String> TOKENS =
      List.of(
          "{",
          "}",
          "[",
          "]",
          "\"",
          ":",
          ",",
          ": ",
          "- ",
          "\n",
          "\n---\n",
          "&a ",
          "*a",
          "<<: *a\n",
          "<<: {a: b}\n",
          "\t",
          "!!int ",
          "!!binary ",
          "? ",
          "| \n",
          "> \n",
          "# ",
          "%YAML 1.1\n",
          "'",
          "\\u12",
          "\\ud800",
          "1e400",
          "0x",
          "0b2",
          "1_0",
          "~",
          ".inf",
          "items: ",
          "kind: ",
          "\u0000",
          "\ufeff",
          "\u0085",
          "\u2028",
          "[".repeat(300),
          "{\"a\":".repeat(300),
          "- ".repeat(300),
          "...\n",
          "@",
          "`");

  private final RandomGenerator random;

  public Mutations(RandomGenerator random) {
    this.random = random;
  }

  /** Changes one place of the tree. */
  public void change(JsonValue root) {
    var containers = new ArrayList<JsonValue>();
    collect(root, containers);
    switch (containers.get(random.nextInt(containers.size()))) {
      case Obj(var fields) -> {
        var names = List.copyOf(fields.keySet());
        var name = names.get(random.nextInt(names.size()));
        switch (random.nextInt(5)) {
          case 0 -> fields.remove(name);
          case 1 -> fields.put(name, literal());
          case 2 -> fields.put(random.nextBoolean() ? "unknown" : "", fields.get(name));
          case 3 -> fields.put(name, pick(containers).copy());
          default -> fields.put(name, new Arr(List.of(fields.get(name))));
        }
      }
      case Arr(var items) -> {
        int index = random.nextInt(items.size());
        switch (random.nextInt(20)) {
          case 0, 1, 2, 3, 4, 5 -> items.remove(index);
          case 6, 7, 8, 9, 10, 11 -> items.set(index, literal());
          case 12 -> items.addAll(Collections.nCopies(150, items.get(index)));
          default -> items.add(items.get(index));
        }
      }
      case Literal _ -> {}
    }
  }

  private static void collect(JsonValue value, List<JsonValue> containers) {
    switch (value) {
      case Obj(var fields) -> {
        if (!fields.isEmpty()) {
          containers.add(value);
        }
        fields.values().forEach(each -> collect(each, containers));
      }
      case Arr(var items) -> {
        if (!items.isEmpty()) {
          containers.add(value);
        }
        items.forEach(each -> collect(each, containers));
      }
      case Literal _ -> {}
    }
  }

  private JsonValue literal() {
    return new Literal(pick(LITERALS));
  }

  /** Changes one place of the text. */
  public byte[] change(byte[] text, byte[] other) {
    int at = random.nextInt(text.length);
    int length = Math.min(1 << random.nextInt(7), text.length - at);
    return switch (random.nextInt(7)) {
      case 0 -> flipped(text, at);
      case 1 -> joined(text, at, new byte[0], at + length);
      case 2 -> joined(text, at + length, slice(text, at, at + length), at + length);
      case 3 -> slice(text, 0, at + 1);
      case 4 -> {
        int from = random.nextInt(other.length);
        yield joined(text, at, slice(other, from, Math.min(from + 100, other.length)), at + length);
      }
      default -> joined(text, at, pick(TOKENS).getBytes(StandardCharsets.UTF_8), at + length % 2);
    };
  }

  private byte[] flipped(byte[] text, int at) {
    var flipped = text.clone();
    flipped[at] ^= (byte) (1 << random.nextInt(8));
    return flipped;
  }

  private static byte[] slice(byte[] text, int from, int to) {
    return Arrays.copyOfRange(text, from, to);
  }

  private static byte[] joined(byte[] text, int to, byte[] between, int from) {
    var out = new ByteArrayOutputStream();
    out.write(text, 0, to);
    out.writeBytes(between);
    out.write(text, from, text.length - from);
    return out.toByteArray();
  }

  private <T> T pick(List<T> items) {
    return items.get(random.nextInt(items.size()));
  }
}
