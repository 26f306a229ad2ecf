package dev.dray.security.pki;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;

/** A reader of PEM: base64 between {@code BEGIN} and {@code END} lines. */
final class PemBlocks {
  private static final String BEGIN = "-----BEGIN ";
  private static final String END = "-----END ";
  private static final String DASHES = "-----";
  private static final Pattern WHITE = Pattern.compile("\\s");

  /** A PEM block: its label and its bytes in base64. */
  record Block(String label, String base64) {
    byte[] bytes() {
      return Base64.getDecoder().decode(base64);
    }
  }

  private PemBlocks() {}

  static String text(String label, byte[] bytes) {
    var encoder = Base64.getMimeEncoder(64, new byte[] {'\n'});
    return BEGIN
        + label
        + DASHES
        + "\n"
        + new String(encoder.encode(bytes), StandardCharsets.US_ASCII)
        + "\n"
        + END
        + label
        + DASHES
        + "\n";
  }

  /**
   * Returns all blocks of a text; anything between them is skipped.
   *
   * @throws IllegalArgumentException if a block is not closed or not base64
   */
  static List<Block> blocks(String text) {
    var blocks = new ArrayList<Block>();
    int at = text.indexOf(BEGIN);
    while (at >= 0) {
      int labelEnd = text.indexOf(DASHES, at + BEGIN.length());
      if (labelEnd < 0) {
        throw new IllegalArgumentException("a BEGIN line is not complete");
      }
      var label = text.substring(at + BEGIN.length(), labelEnd);
      var closing = END + label + DASHES;
      int end = text.indexOf(closing, labelEnd);
      if (end < 0) {
        throw new IllegalArgumentException("the END line of the " + label + " is missing");
      }
      var body = text.substring(labelEnd + DASHES.length(), end);
      blocks.add(new Block(label, checked(label, body)));
      at = text.indexOf(BEGIN, end + closing.length());
    }
    return blocks;
  }

  private static String checked(String label, String body) {
    var base64 = WHITE.matcher(body).replaceAll("");
    try {
      Base64.getDecoder().decode(base64);
      return base64;
    } catch (IllegalArgumentException e) {
      // The decoder's message is left out: it could reveal a part of a key.
      throw new IllegalArgumentException("the " + label + " is not base64", null);
    }
  }
}
