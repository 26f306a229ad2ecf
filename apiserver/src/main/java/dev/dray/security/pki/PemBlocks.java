package dev.dray.security.pki;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;

/** Bytes between {@code BEGIN} and {@code END} lines. */
final class PemBlocks {
  private static final String BEGIN = "-----BEGIN ";
  private static final String END = "-----END ";
  private static final String DASHES = "-----";
  private static final Pattern WHITE = Pattern.compile("\\s");

  /** One block: what it says it is, and its bytes as they are written. */
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
   * All blocks of a text; what stands between them is passed over.
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
      // Not the decoder's words: they could show a part of a key.
      throw new IllegalArgumentException("the " + label + " is not base64", null);
    }
  }
}
