package dev.dray.api.codec.text;

import java.util.Arrays;

/**
 * The pieces of YAML as nearly all manifests are written: objects and lists by indentation, a name
 * and at most one value in a line, values plain or in quotes without escapes.
 *
 * <p>Each rule of this subset means the same to every parser of YAML, and following it takes a
 * fraction of what all of YAML takes. Whatever is not certain to be in it, mistakes first of all,
 * is {@link #strange}, and such a text is left to {@link YamlTokens}.
 */
final class BlockYaml {

  /** What a piece is before its text is looked at. */
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

  // Parsers give up looking for the colon behind a name somewhere beyond this.
  private static final int LONGEST_NAME = 500;

  private final String text;
  private final int deepest;

  private int at;
  private int line;
  private int lineStart;
  private boolean strange;
  private boolean begun;
  private boolean ended;

  // What is open around the current line, outermost first: the columns at which it began.
  private int[] columns = new int[16];
  private boolean[] lists = new boolean[16];
  private int depth;

  // Where the value would stand that a name or a dash announced, if its line ended there.
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

  /** Whether all of the text is in the subset. */
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

  /** Takes the next line apart; after the last one, closes what is open. */
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
    // A last line without an end was counted like the others.
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

  /** Whether the line begins the value that is awaited, or the document. */
  private boolean opens(int column, boolean dash) {
    if (!begun) {
      begun = true;
      return true;
    }
    if (!awaiting) {
      return false;
    }
    int around = columns[depth - 1];
    // The items of a list may stand right below the name of their list.
    if (column > around || (column == around && dash && !lists[depth - 1])) {
      awaiting = false;
      return true;
    }
    return false;
  }

  /** Whether the line goes on with something open, after what is within it is closed. */
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

  /** Names that are a merge, or no names: nothing, and what JSON has no number for. */
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

  /** Where the colon is that makes what stands before it a name, or -1. */
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

  /** Where a quote ends that has no escape in it, or -1. */
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
