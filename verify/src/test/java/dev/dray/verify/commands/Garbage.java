package dev.dray.verify.commands;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Input in which there is no object: what a mistyped file name or a broken pipe hands over. */
final class Garbage {
  private final String what;
  private final byte[] bytes;

  Garbage(String what, byte[] bytes) {
    this.what = what;
    this.bytes = bytes;
  }

  byte[] bytes() {
    return bytes;
  }

  /** The same ones every time. */
  static final List<Garbage> KNOWN =
      List.of(
          text("a word", "hello"),
          text("a number", "1e999999999"),
          text("a list of nothing", "[null, null]"),
          text("an object without a kind", "{a: 1}"),
          text("a kind that is a list", "apiVersion: resource.k8s.io/v1\nkind: [ResourceClaim]\n"),
          text("a claim that is a number", claim("spec: 7")),
          text("a huge count", claim(exactly("count: " + "9".repeat(10_000)))),
          text("a huge exponent", claim(exactly("count: 1e999999999"))),
          text("a huge quantity", claim(exactly("capacity: {requests: {a: 1e99999999999}}"))),
          text("deep lists", "[".repeat(100_000)),
          text("deep lists that end", "[".repeat(100_000) + "]".repeat(100_000)),
          text("deep objects", "{\"a\":".repeat(100_000)),
          text("deep YAML", "- ".repeat(50_000) + "a"),
          text("deep blocks", deepBlocks()),
          text("aliases of aliases", aliases()),
          text("an alias of itself", "&a [*a]"),
          text("an unknown tag", "!!java.net.URL [http://localhost]"),
          text("an unbalanced quote", claim("spec: \"devices")),
          text("a key twice", claim("spec: {}") + "spec: {}\n"),
          text("tabs", "apiVersion:\tresource.k8s.io/v1\n\tkind: ResourceClaim\n"),
          text("a long line", "a".repeat(2_000_000)),
          text("a web page", "<!DOCTYPE html><html><body>404 Not Found</body></html>"),
          text("nulls", "\0".repeat(1_000)),
          text("a NUL in a claim", claim("spec: \"\0\"")),
          new Garbage("UTF-16", claim("spec: {}").getBytes(UTF_16)),
          new Garbage("a lone surrogate", "{\"kind\": \"\\ud800\"}".getBytes(UTF_8)),
          new Garbage("Latin-1", "kind: \u00e4\u00f6\u00fc".getBytes(ISO_8859_1)),
          new Garbage("gzip", new byte[] {31, (byte) 139, 8, 0, 0, 0, 0, 0, 0, 3, 75, 76}),
          new Garbage("a program", new byte[] {127, 69, 76, 70, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0}));

  private static Garbage text(String what, String text) {
    return new Garbage(what, text.getBytes(UTF_8));
  }

  private static String claim(String rest) {
    return """
    apiVersion: resource.k8s.io/v1
    kind: ResourceClaim
    metadata: {name: a, namespace: default}
    %s
    """
        .formatted(rest);
  }

  private static String exactly(String field) {
    return "spec: {devices: {requests: [{name: a, exactly: {deviceClassName: a, %s}}]}}"
        .formatted(field);
  }

  private static String deepBlocks() {
    var text = new StringBuilder();
    for (int depth = 0; depth < 2_000; depth++) {
      text.append(" ".repeat(depth)).append("a:\n");
    }
    return text.toString();
  }

  private static String aliases() {
    var text = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for (int level = 1; level < 12; level++) {
      var items = "*a%d, ".formatted(level - 1).repeat(10);
      text.append("a%d: &a%d [%s]\n".formatted(level, level, items.replaceAll(", $", "")));
    }
    return text.toString();
  }

  /** Bytes or characters at random. */
  static Garbage random(long seed) {
    var dice = new SplittableRandom(seed);
    var bytes = new byte[1 + dice.nextInt(400)];
    dice.nextBytes(bytes);
    if (seed % 2 == 0) {
      return new Garbage("random bytes", bytes);
    }
    var signs = "abk:-{}[]\"'|>&*!%#@,. \n\t0123456789";
    var text = new StringBuilder();
    for (var each : bytes) {
      text.append(signs.charAt(Math.floorMod(each, signs.length())));
    }
    return text("random characters", text.toString());
  }

  /** The beginning of something right: it may be right, too. */
  static Garbage truncated(byte[] whole, long seed) {
    int length = 1 + new SplittableRandom(seed).nextInt(whole.length);
    return new Garbage("the first %d bytes".formatted(length), Arrays.copyOf(whole, length));
  }

  @Override
  public String toString() {
    return what;
  }
}
