package dev.dray.api.codec.text;

/** A writer of JSON, on one line or indented. */
public final class JsonOutput implements Output {

  /** The layout of the text. */
  public enum Layout {
    COMPACT,
    INDENTED
  }

  private static final char[] HEX = "0123456789abcdef".toCharArray();

  private final StringBuilder text = new StringBuilder();
  private final Layout layout;
  private int depth;
  private boolean first = true;
  private boolean afterName;

  public JsonOutput(Layout layout) {
    this.layout = layout;
  }

  @Override
  public void beginObject() {
    begin('{');
  }

  @Override
  public void endObject() {
    end('}');
  }

  @Override
  public void beginArray() {
    begin('[');
  }

  @Override
  public void endArray() {
    end(']');
  }

  private void begin(char bracket) {
    separate();
    text.append(bracket);
    depth++;
    first = true;
  }

  private void end(char bracket) {
    depth--;
    if (!first) {
      newLine();
    }
    text.append(bracket);
    first = false;
  }

  @Override
  public void name(String name) {
    separate();
    quote(name);
    text.append(layout == Layout.INDENTED ? ": " : ":");
    afterName = true;
  }

  private void separate() {
    if (afterName) {
      afterName = false;
      return;
    }
    if (!first) {
      text.append(',');
    }
    if (depth > 0) {
      newLine();
    }
    first = false;
  }

  private void newLine() {
    if (layout == Layout.INDENTED) {
      text.append('\n').repeat("  ", depth);
    }
  }

  @Override
  public void string(String value) {
    separate();
    quote(value);
  }

  @Override
  public void number(String literal) {
    separate();
    text.append(literal);
  }

  @Override
  public void bool(boolean value) {
    separate();
    text.append(value);
  }

  @Override
  public void nothing() {
    separate();
    text.append("null");
  }

  private void quote(String value) {
    text.append('"');
    int plainFrom = 0;
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c < 0x20 || c == '"' || c == '\\') {
        text.append(value, plainFrom, i);
        escape(c);
        plainFrom = i + 1;
      }
    }
    text.append(value, plainFrom, value.length()).append('"');
  }

  private void escape(char c) {
    switch (c) {
      case '"' -> text.append("\\\"");
      case '\\' -> text.append("\\\\");
      case '\n' -> text.append("\\n");
      case '\r' -> text.append("\\r");
      case '\t' -> text.append("\\t");
      default -> text.append("\\u00").append(HEX[c >> 4]).append(HEX[c & 15]);
    }
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
