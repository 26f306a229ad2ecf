package dev.dray.api.codec.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The quick reader of YAML reads what the complete one reads, or leaves it alone. */
class BlockYamlTest {
  private static final String MANIFEST =
      """
      ---
      # a slice
      apiVersion: resource.k8s.io/v1
      kind: ResourceSlice
      metadata:
        name: node-1-gpus
        labels: {}
      spec:
        driver: gpu.example.com
        allNodes: yes
        pool:
          name: 'node-1'
          generation: 0x10

        devices:
        - name: gpu-0
          attributes:
            "model":
              string: "H: #200"
            pci:
              string: 0000:18:00.0
          taints: []
        -   name: gpu-1
            capacity:
        - - -
            - a: -1.50
          -
        empty:
      """;

  private static final List<String> PIECES =
      List.of(
          "a",
          "b",
          "name",
          "<<",
          "~",
          "null",
          "NULL",
          "yes",
          "1",
          "0x1f",
          "-1",
          "1_000",
          ".inf",
          "2026-01-01",
          "x y",
          "a:b",
          "a#b",
          "#",
          "- ",
          "-",
          ": ",
          ":",
          "'q'",
          "\"q\"",
          "'it''s'",
          "\"\\n\"",
          "\"open",
          "{}",
          "[]",
          "{a: 1}",
          "&a",
          "*a",
          "!t",
          "|",
          ">",
          "%",
          "@",
          "?",
          "? ",
          " ",
          "  ",
          " #c",
          "é",
          "\t",
          "\r",
          "---",
          "...",
          ",",
          "0000:18:00.0",
          "\u0007");

  /** A token as a reader of the object sees it. */
  private record Seen(Token token, String text, Location at) {}

  @Test
  void an_ordinary_manifest_is_read_quickly_and_to_the_same_tokens() {
    assertThat(BlockYaml.covers(MANIFEST, Limits.DEFAULT)).isTrue();
    assertThat(quickly(MANIFEST)).isEqualTo(completely(MANIFEST));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a: &x 1\nb: *x\n",
        "a: |\n  text\n",
        "a: b\n  c\n",
        "a: b # comment\n",
        "<<: {}\n",
        "a: .inf\n",
        "a: {b: c}\n",
        "a: \"\\u0041\"\n",
        "a:\n- b\nc\n",
        "  a: 1\nb: 2\n",
        "a: - b\n",
        "a: b: c\n",
        "a: é\n",
        "only text\n",
        "# nothing\n"
      })
  void anything_else_is_left_to_the_complete_reader(String text) {
    assertThat(BlockYaml.covers(text, Limits.DEFAULT)).isFalse();
  }

  @Test
  void what_nests_too_deeply_is_left_to_the_complete_reader() {
    var limits = new Limits(1 << 20, 3, 10, 10, 10, 10);

    assertThat(BlockYaml.covers("a:\n  b:\n    c: 1\n", limits)).isTrue();
    assertThat(BlockYaml.covers("a:\n  b:\n    c: {}\n", limits)).isFalse();
    assertThat(BlockYaml.covers("a:\n  b:\n    c:\n    - d\n", limits)).isFalse();
  }

  @ParameterizedTest
  @MethodSource("dev.dray.testing.Seeds#twentyThousand")
  void whatever_is_read_quickly_is_read_to_the_same_tokens(Seeds.Part seeds) {
    int covered = 0;
    for (long seed = seeds.first(); seed < seeds.first() + seeds.count(); seed++) {
      var random = new Random(seed);
      var text = random.nextBoolean() ? changed(random) : made(random);
      if (BlockYaml.covers(text, Limits.DEFAULT)) {
        covered++;
        assertThat(quickly(text)).as("seed %d:%n%s", seed, text).isEqualTo(completely(text));
      }
    }
    assertThat(covered).isGreaterThan(seeds.count() / 10);
  }

  /** The manifest with some pieces put in and some characters taken out. */
  private static String changed(Random random) {
    var text = new StringBuilder(MANIFEST);
    for (int change = random.nextInt(3); change >= 0; change--) {
      int at = "---\n".length() + random.nextInt(text.length() - "---\n".length());
      switch (random.nextInt(3)) {
        case 0 -> text.insert(at, pick(random));
        case 1 -> text.deleteCharAt(at);
        default -> text.insert(at, "\n" + " ".repeat(random.nextInt(6)));
      }
    }
    return text.toString();
  }

  private static String made(Random random) {
    var text = new StringBuilder();
    for (int line = 1 + random.nextInt(6); line > 0; line--) {
      text.append(" ".repeat(2 * random.nextInt(3)));
      text.append(random.nextInt(3) == 0 ? "- " : "");
      text.append(pick(random)).append(random.nextInt(4) == 0 ? "" : ":");
      text.append(random.nextBoolean() ? "" : " " + pick(random));
      text.append(line == 1 && random.nextBoolean() ? "" : "\n");
    }
    return text.toString();
  }

  private static String pick(Random random) {
    // Mostly what is harmless: otherwise next to nothing would be left to compare.
    int most = random.nextInt(4) == 0 ? PIECES.size() : 3;
    return PIECES.get(random.nextInt(most));
  }

  private static List<Seen> quickly(String text) {
    return seen(new BlockTokens(text, 5, Limits.DEFAULT, new Vocabulary()));
  }

  private static List<Seen> completely(String text) {
    return seen(new YamlTokens(text, 5, Limits.DEFAULT));
  }

  private static List<Seen> seen(Tokens tokens) {
    var seen = new ArrayList<Seen>();
    while (tokens.nextDocument()) {
      for (; tokens.current() != Token.END; tokens.next()) {
        boolean hasText =
            Stream.of(Token.NAME, Token.STRING, Token.NUMBER).anyMatch(tokens.current()::equals);
        seen.add(new Seen(tokens.current(), hasText ? tokens.text() : "", tokens.location()));
      }
      seen.add(new Seen(Token.END, "", tokens.location()));
    }
    return seen;
  }
}
