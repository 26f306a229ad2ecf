package dev.dray.api.codec.text;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.json.JsonFactory;

/**
 * The bytes of a manifest, split into parts that are read one by one: a YAML source is split at its
 * {@code ---} lines, so that a mistake in one document does not hide the documents after it.
 */
public final class Source {
  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  private static final String SEPARATOR = "---";

  private final byte[] bytes;
  private final int firstLine;
  private final Limits limits;
  private final JsonFactory json;
  private final Vocabulary vocabulary = new Vocabulary();

  public Source(byte[] bytes, int firstLine, Limits limits, JsonFactory json) {
    this.bytes = bytes;
    this.firstLine = firstLine;
    this.limits = limits;
    this.json = json;
  }

  /** A part of the source, which is read when it is opened. */
  public interface Part {
    Tokens open();
  }

  /** Returns the parts of the source. */
  public List<Part> parts() {
    requireSize();
    return looksLikeJson() ? List.of(this::json) : yaml(decoded());
  }

  /** Returns the parts of a source that is read as YAML even if it looks like JSON. */
  public List<Part> yamlParts() {
    requireSize();
    return yaml(decoded());
  }

  private void requireSize() {
    if (bytes.length > limits.bytes()) {
      throw new SyntaxException(
          "The input has %,d bytes; at most %,d are read. Maybe split it into several files."
              .formatted(bytes.length, limits.bytes()),
          new Location(firstLine, 1));
    }
  }

  /**
   * Returns whether the source begins like JSON: with a brace and a quoted name or another brace.
   * Any other source that begins with a brace is YAML, and so are JSON documents with {@code ---}
   * between them.
   */
  public boolean looksLikeJson() {
    int brace = nextVisible(markLength());
    int name = nextVisible(brace + 1);
    return name < bytes.length
        && bytes[brace] == '{'
        && (bytes[name] == '"' || bytes[name] == '}')
        && !hasSeparator();
  }

  private int nextVisible(int from) {
    int at = from;
    while (at < bytes.length && Character.isWhitespace(bytes[at])) {
      at++;
    }
    return at;
  }

  private int markLength() {
    boolean marked =
        bytes.length >= BYTE_ORDER_MARK.length
            && ByteBuffer.wrap(bytes, 0, BYTE_ORDER_MARK.length)
                .equals(ByteBuffer.wrap(BYTE_ORDER_MARK));
    return marked ? BYTE_ORDER_MARK.length : 0;
  }

  private boolean hasSeparator() {
    for (int at = Bytes.next(bytes, '\n', 0); at + 3 < bytes.length; ) {
      if (bytes[at + 1] == '-' && bytes[at + 2] == '-' && bytes[at + 3] == '-') {
        return true;
      }
      at = Bytes.next(bytes, '\n', at + 1);
    }
    return false;
  }

  private Tokens json() {
    if (!Bytes.areAscii(bytes)) {
      decoded(); // the parser lets some bytes pass that are not UTF-8
    }
    return new JsonTokens(bytes, json);
  }

  private String decoded() {
    var decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    int from = markLength();
    var in = ByteBuffer.wrap(bytes, from, bytes.length - from);
    var out = CharBuffer.allocate(bytes.length - from);
    var result = decoder.decode(in, out, true);
    if (result.isError()) {
      throw new SyntaxException(
          "The byte 0x%02x here is not UTF-8.".formatted(bytes[in.position()]),
          endOf(out.flip().toString()));
    }
    return out.flip().toString();
  }

  private Location endOf(String text) {
    int lines = (int) text.chars().filter(c -> c == '\n').count();
    return new Location(firstLine + lines, text.length() - text.lastIndexOf('\n'));
  }

  private List<Part> yaml(String text) {
    var parts = new ArrayList<Part>();
    int start = 0;
    int startLine = firstLine;
    int line = firstLine;
    for (int at = 0; at < text.length(); line++) {
      if (at > start && isSeparator(text, at)) {
        addUnlessBlank(text, start, at, startLine, parts);
        start = at;
        startLine = line;
      }
      int end = text.indexOf('\n', at);
      at = end < 0 ? text.length() : end + 1;
    }
    addUnlessBlank(text, start, text.length(), startLine, parts);
    return parts;
  }

  private void addUnlessBlank(String text, int start, int end, int line, List<Part> parts) {
    int at = isSeparator(text, start) ? start + SEPARATOR.length() : start;
    while (at < end && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    if (at < end) {
      limits.checkDocuments(parts.size(), new Location(line, 1));
      parts.add(() -> tokens(text.substring(start, end), line));
    }
  }

  private Tokens tokens(String part, int line) {
    return BlockYaml.covers(part, limits)
        ? new BlockTokens(part, line, limits, vocabulary)
        : new YamlTokens(part, line, limits);
  }

  private static boolean isSeparator(String text, int at) {
    int end = at + SEPARATOR.length();
    return text.startsWith(SEPARATOR, at)
        && (end == text.length() || Character.isWhitespace(text.charAt(end)));
  }
}
