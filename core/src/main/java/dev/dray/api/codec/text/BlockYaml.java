package dev.dray.api.codec.text;

import java.util.Arrays;

/**
 * A fast reader for the part of YAML that programs such as kubectl write, dumps of slices above
 * all.
 *
 * <p>The subset is block style in printable ASCII, indented with spaces:
 *
 * <pre>{@code
 * ---                         only as the first line
 * # a comment                 only on a line of its own
 * kind: ResourceSlice         a name, and at most one value on its line
 * labels: {}                  {} and [] are the only flow style
 * spec:
 *   driver: "gpu.example.com" quotes without escapes, closed on the same line
 *   devices:
 *   - name: gpu-0             items below their list's name, indented or not
 *     taints: []
 *   - - 1                     lists of lists
 * }</pre>
 *
 * <p>Everything else is outside: anchors, aliases, tags and merge keys, block scalars, values of
 * several lines, other flow style, escapes, comments behind a value, tabs, carriage returns, spaces
 * at the end of a line, {@code ...}, names longer than 500 characters or beginning with {@code < ~
 * . + -}, floats that JSON cannot express, and documents that are a single scalar. So is every
 * mistake, and nesting deeper than {@link Limits} allow. The reader does not judge such a text: it
 * sets {@link #strange} and stops.
 *
 * <p>{@link Source} therefore walks through each document twice. {@link #covers} makes a first pass
 * that only looks for anything strange. If it finds nothing, {@link BlockTokens} makes the second
 * pass and turns the pieces into tokens; otherwise {@link YamlTokens} reads the document with
 * SnakeYAML. A document is never handed over halfway, and all syntax errors come from one reader.
 *
 * <p>The two readers agree for three reasons. Each rule of the subset means the same to every YAML
 * parser, and what might not is strange. Both resolve plain scalars by {@link YamlScalars}, so
 * {@code yes} or {@code 0x10} mean the same to both. And {@code BlockYamlTest} compares tokens,
 * texts and locations of both for twenty thousand generated documents, wherever the subset covers
 * them.
 *
 * <p>The reader works line by line. {@link #advance} reads the next line and replaces the pieces of
 * the one before, which are kept in parallel arrays: offsets into the text, no objects. The open
 * objects and lists are a stack of the columns at which they began. A line either begins the value
 * that a name or dash announced, or it continues the innermost object or list of its own column,
 * after everything deeper is closed.
 */
final class BlockYaml {

  /** The kind of a piece, told by its punctuation alone; scalars are not resolved yet. */
  enum Piece {
    OBJECT,
    END_OBJECT,
    ARRAY,
    END_ARRAY,
    PLAIN_NAME,
    QUOTED_NAME,
    PLAIN,
    QUOTED,
    NOTHING,
    END
  }

  private static final String NEVER_FIRST = "-?:,[]{}#&*!|>'\"%@`";

  // YAML parsers stop looking for the colon after a name somewhere beyond this length.
  private static final int LONGEST_NAME = 500;

  private final String text;
  private final int deepest;

  private int at;
  private int line;
  private int lineStart;
  private boolean strange;
  private boolean begun;
  private boolean ended;

  // The columns at which the open objects and lists began, outermost first.
  private int[] columns = new int[16];
  private boolean[] lists = new boolean[16];
  private int depth;

  // The place right after a name or dash that ended its line: a null is located there if no value
  // follows on the next lines.
  private boolean awaiting;
  private int awaitedLine;
  private int awaitedColumn;

  // The pieces of the current line.
  private Piece[] pieces = new Piece[16];
  private int[] starts = new int[16];
  private int[] ends = new int[16];
  private int[] pieceLines = new int[16];
  private int[] pieceColumns = new int[16];
  private int count;

  BlockYaml(String text, Limits limits) {
    this.text = text;
    this.deepest = limits.depth();
  }

  /** Returns whether all of the text is in the subset. */
  static boolean covers(String text, Limits limits) {
    if (!isPrintableAscii(text)) {
      return false;
    }
    var yaml = new BlockYaml(text, limits);
    while (!yaml.strange && !yaml.ended) {
      yaml.advance();
    }
    return !yaml.strange;
  }

  private static boolean isPrintableAscii(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if ((c < ' ' && c != '\n') || c > '~') {
        return false;
      }
    }
    return true;
  }

  int count() {
    return count;
  }

  Piece piece(int index) {
    return pieces[index];
  }

  int start(int index) {
    return starts[index];
  }

  int end(int index) {
    return ends[index];
  }

  Location location(int index, int linesBefore) {
    return new Location(linesBefore + pieceLines[index] + 1, pieceColumns[index] + 1);
  }

  /** Splits the next line into pieces; after the last line, closes everything that is open. */
  void advance() {
    count = 0;
    while (at < text.length()) {
      lineStart = at;
      int newline = text.indexOf('\n', at);
      int end = newline < 0 ? text.length() : newline;
      int first = spacesFrom(at, end);
      at = newline < 0 ? end : end + 1;
      if (first < end && text.charAt(first) != '#' && !isSeparator(first, end)) {
        takeLine(first, end);
        line++;
        return;
      }
      line++;
    }
    finish();
  }

  private boolean isSeparator(int first, int end) {
    return first == 0 && end == 3 && text.startsWith("---");
  }

  private void finish() {
    ended = true;
    strange |= !begun;
    lineStart = text.lastIndexOf('\n') + 1;
    // A last line without a newline was counted like the others.
    line -= lineStart < text.length() ? 1 : 0;
    int column = at - lineStart;
    fillAwaited();
    while (depth > 0) {
      close(column);
    }
    add(Piece.END, at, at, line, column);
  }

  private void takeLine(int first, int end) {
    int column = first - lineStart;
    boolean dash = isDash(first, end);
    if (text.charAt(end - 1) == ' ' || (column == 0 && text.startsWith("...", first))) {
      strange = true;
    } else if (opens(column, dash)) {
      takeNode(first, end, true);
    } else if (resumes(column, dash)) {
      takeNode(first, end, false);
    } else {
      strange = true;
    }
  }

  /** Returns whether the line begins the awaited value, or the document. */
  private boolean opens(int column, boolean dash) {
    if (!begun) {
      begun = true;
      return true;
    }
    if (!awaiting) {
      return false;
    }
    int around = columns[depth - 1];
    // The items of a list may stand at the column of the list's name.
    if (column > around || (column == around && dash && !lists[depth - 1])) {
      awaiting = false;
      return true;
    }
    return false;
  }

  /**
   * Closes everything deeper than the line, and returns whether the line continues what is left
   * open.
   */
  private boolean resumes(int column, boolean dash) {
    fillAwaited();
    while (depth > 0 && (columns[depth - 1] > column || isEndOfUnindented(column, dash))) {
      close(column);
    }
    return depth > 0 && columns[depth - 1] == column && lists[depth - 1] == dash;
  }

  private boolean isEndOfUnindented(int column, boolean dash) {
    return !dash
        && depth > 1
        && lists[depth - 1]
        && columns[depth - 1] == column
        && columns[depth - 2] == column;
  }

  private void takeNode(int first, int end, boolean opening) {
    int from = first;
    boolean begins = opening;
    while (isDash(from, end)) {
      if (begins) {
        open(Piece.ARRAY, from);
      }
      int next = spacesFrom(from + 1, end);
      if (next == end) {
        await(from + 1);
        return;
      }
      from = next;
      begins = true;
    }
    int colon = colonAfterName(from, end);
    if (colon >= 0) {
      takeField(from, colon, end, begins);
    } else if (from > first) {
      takeScalar(from, end);
    } else {
      strange = true;
    }
  }

  private void takeField(int from, int colon, int end, boolean begins) {
    if (begins) {
      open(Piece.OBJECT, from);
    }
    if (isQuote(from)) {
      addHere(Piece.QUOTED_NAME, from + 1, colon - 1, from);
    } else {
      strange |= isSpecialName(from, colon);
      addHere(Piece.PLAIN_NAME, from, colon, from);
    }
    strange |= colon - from > LONGEST_NAME;
    int value = spacesFrom(colon + 1, end);
    if (value == end) {
      await(colon + 1);
    } else {
      takeScalar(value, end);
    }
  }

  /** Returns whether a name is a merge key, null, or possibly a float that JSON cannot express. */
  private boolean isSpecialName(int from, int to) {
    return switch (text.charAt(from)) {
      case '<', '~', '.', '+', '-' -> true;
      case 'N' -> to - from == 4;
      default -> false;
    };
  }

  private void takeScalar(int from, int end) {
    if (isQuote(from)) {
      strange |= closingQuote(from, end) != end - 1;
      addHere(Piece.QUOTED, from + 1, end - 1, from);
    } else if (end - from == 2 && (text.startsWith("{}", from) || text.startsWith("[]", from))) {
      boolean list = text.charAt(from) == '[';
      strange |= depth >= deepest;
      addHere(list ? Piece.ARRAY : Piece.OBJECT, from, from, from);
      addHere(list ? Piece.END_ARRAY : Piece.END_OBJECT, from, from, from + 1);
    } else {
      strange |= !isPlain(from, end) || YamlScalars.notFinite(text, from, end);
      addHere(Piece.PLAIN, from, end, from);
    }
  }

  private boolean isPlain(int from, int end) {
    if (!mayBegin(from, end)) {
      return false;
    }
    for (int i = from; i < end; i++) {
      char c = text.charAt(i);
      boolean ends =
          (c == ':' && (i + 1 == end || text.charAt(i + 1) == ' '))
              || (c == '#' && text.charAt(i - 1) == ' ');
      if (ends) {
        return false;
      }
    }
    return true;
  }

  private boolean mayBegin(int from, int end) {
    char c = text.charAt(from);
    return NEVER_FIRST.indexOf(c) < 0 || (c == '-' && !isDash(from, end));
  }

  /** Returns the place of the colon that makes the text before it a name, or -1. */
  private int colonAfterName(int from, int end) {
    if (isQuote(from)) {
      int colon = closingQuote(from, end) + 1;
      return colon > 0 && isColon(colon, end) ? colon : -1;
    }
    if (!mayBegin(from, end)) {
      return -1;
    }
    for (int i = text.indexOf(':', from, end); i >= 0; i = text.indexOf(':', i + 1, end)) {
      if (isColon(i, end)) {
        return isPlain(from, i) && text.charAt(i - 1) != ' ' ? i : -1;
      }
    }
    return -1;
  }

  private boolean isColon(int place, int end) {
    return place < end
        && text.charAt(place) == ':'
        && (place + 1 == end || text.charAt(place + 1) == ' ');
  }

  private boolean isQuote(int place) {
    return text.charAt(place) == '"' || text.charAt(place) == '\'';
  }

  /** Returns the place of the closing quote, or -1 if there is none or the text has an escape. */
  private int closingQuote(int from, int end) {
    char quote = text.charAt(from);
    int close = text.indexOf(quote, from + 1, end);
    boolean doubled = close >= 0 && close + 1 < end && text.charAt(close + 1) == quote;
    boolean escaped = quote == '"' && close >= 0 && text.indexOf('\\', from, close) >= 0;
    return doubled || escaped ? -1 : close;
  }

  private boolean isDash(int place, int end) {
    return text.charAt(place) == '-' && (place + 1 == end || text.charAt(place + 1) == ' ');
  }

  private int spacesFrom(int from, int end) {
    int place = from;
    while (place < end && text.charAt(place) == ' ') {
      place++;
    }
    return place;
  }

  private void open(Piece piece, int from) {
    strange |= depth >= deepest;
    if (depth == columns.length) {
      columns = Arrays.copyOf(columns, depth * 2);
      lists = Arrays.copyOf(lists, depth * 2);
    }
    columns[depth] = from - lineStart;
    lists[depth++] = piece == Piece.ARRAY;
    addHere(piece, from, from, from);
  }

  private void close(int column) {
    depth--;
    add(lists[depth] ? Piece.END_ARRAY : Piece.END_OBJECT, 0, 0, line, column);
  }

  private void await(int place) {
    awaiting = true;
    awaitedLine = line;
    awaitedColumn = place - lineStart;
  }

  private void fillAwaited() {
    if (awaiting) {
      awaiting = false;
      add(Piece.NOTHING, 0, 0, awaitedLine, awaitedColumn);
    }
  }

  private void addHere(Piece piece, int start, int end, int place) {
    add(piece, start, end, line, place - lineStart);
  }

  private void add(Piece piece, int start, int end, int pieceLine, int column) {
    if (count == pieces.length) {
      pieces = Arrays.copyOf(pieces, count * 2);
      starts = Arrays.copyOf(starts, count * 2);
      ends = Arrays.copyOf(ends, count * 2);
      pieceLines = Arrays.copyOf(pieceLines, count * 2);
      pieceColumns = Arrays.copyOf(pieceColumns, count * 2);
    }
    pieces[count] = piece;
    starts[count] = start;
    ends[count] = end;
    pieceLines[count] = pieceLine;
    pieceColumns[count++] = column;
  }
}
