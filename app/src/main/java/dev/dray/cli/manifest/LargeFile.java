package dev.dray.cli.manifest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A large file that is read in parts, cut between documents: before lines of {@code ---}.
 *
 * <p>A document is never cut, so a part is at least as large as its largest document.
 */
final class LargeFile {
  /** The minimum size of a part, except the last, and the largest input that is read at once. */
  static final int PART = 16 << 20;

  private static final int NO_SEPARATOR = -1;

  private final String name;
  private final Path file;
  private final List<InputFile> parts = new ArrayList<>();

  /** The offset of the next part. */
  private long start;

  private int startLine = 1;

  /** The number of bytes scanned so far. */
  private long at;

  private long lineStart;
  private int line = 1;

  /** The number of dashes if the line has nothing else so far, or {@link #NO_SEPARATOR}. */
  private int dashes;

  LargeFile(String name, Path file) {
    this.name = name;
    this.file = file;
  }

  List<InputFile> parts() throws IOException {
    var buffer = new byte[1 << 16];
    try (var in = Files.newInputStream(file)) {
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        for (int i = 0; i < read; i++) {
          look(buffer[i]);
        }
      }
    }
    cut(at);
    return parts;
  }

  private void look(byte next) throws IOException {
    if (dashes == 3 && next >= 0 && next <= ' ' && lineStart - start >= PART) {
      cut(lineStart);
    }
    at++;
    if (next == '\n') {
      line++;
      lineStart = at;
      dashes = 0;
    } else {
      dashes = next == '-' && dashes >= 0 && dashes < 3 ? dashes + 1 : NO_SEPARATOR;
    }
  }

  private void cut(long end) throws IOException {
    if (end - start > Integer.MAX_VALUE - 8) {
      throw new IOException(
          "the document at line %,d has %,d bytes: split it".formatted(startLine, end - start));
    }
    if (end > start) {
      parts.add(InputFile.part(name, startLine, file, start, (int) (end - start)));
    }
    start = end;
    startLine = line;
  }
}
