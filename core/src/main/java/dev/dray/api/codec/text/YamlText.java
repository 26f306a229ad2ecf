package dev.dray.api.codec.text;

import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.reader.StreamReader;

/**
 * A YAML text for SnakeYAML's scanner.
 *
 * <p>SnakeYAML's own reader copies what it has of a scalar or comment once for every thousand
 * characters more, so that a line of some megabytes takes minutes. A manifest is in memory anyway:
 * here looking ahead is an array access, and a mark does not keep the text around it.
 */
final class YamlText extends StreamReader {
  private static final int[] NO_TEXT = {};
  private static final char BYTE_ORDER_MARK = '\ufeff';

  private final String text;

  /** The code points of a text that has surrogate pairs; otherwise empty. */
  private final int[] points;

  private final int length;
  private int position;
  private int documentIndex;
  private int line;
  private int column;

  YamlText(String text) {
    super("");
    this.text = text;
    this.points =
        text.codePointCount(0, text.length()) == text.length()
            ? NO_TEXT
            : text.codePoints().toArray();
    this.length = points.length == 0 ? text.length() : points.length;
  }

  /** Returns the place of the first character that YAML does not allow, in code points, or -1. */
  int unprintable() {
    for (int i = 0; i < length; i++) {
      if (!isPrintable(at(i))) {
        return i;
      }
    }
    return -1;
  }

  /** Returns the character at a place of the text, or zero after its end. */
  int at(int place) {
    if (place >= length) {
      return 0;
    }
    return points.length == 0 ? text.charAt(place) : points[place];
  }

  @Override
  public int peek() {
    return at(position);
  }

  @Override
  public int peek(int ahead) {
    return at(position + ahead);
  }

  @Override
  public String prefix(int count) {
    int end = Math.min(position + count, length);
    return points.length == 0
        ? text.substring(position, end)
        : new String(points, position, end - position);
  }

  /** Returns the {@link #prefix}, which never contains the end of a line, and moves behind it. */
  @Override
  public String prefixForward(int count) {
    var prefix = prefix(count);
    position += count;
    documentIndex += count;
    column += count;
    return prefix;
  }

  @Override
  public void forward() {
    forward(1);
  }

  @Override
  public void forward(int count) {
    for (int i = 0; i < count && position < length; i++) {
      int passed = at(position++);
      documentIndex++;
      if (passed == '\n' || (passed == '\r' && peek() != '\n')) {
        line++;
        column = 0;
      } else if (passed != BYTE_ORDER_MARK) {
        column++;
      }
    }
  }

  @Override
  public Mark getMark() {
    return new Mark("", position, line, column, NO_TEXT, 0);
  }

  @Override
  public int getColumn() {
    return column;
  }

  @Override
  public int getDocumentIndex() {
    return documentIndex;
  }

  @Override
  public void resetDocumentIndex() {
    documentIndex = 0;
  }

  @Override
  public int getIndex() {
    return position;
  }

  @Override
  public int getLine() {
    return line;
  }
}
