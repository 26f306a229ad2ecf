package dev.dray.cli.manifest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.SoftReference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * The bytes of an input, or of a part of a large one, and its name in messages. A part is read on
 * demand and dropped when memory is short, because all parts together may exceed the memory.
 */
public final class InputFile {
  private static final int[] UNKNOWN = {};

  private final String name;
  private final int firstLine;
  private final Supplier<byte[]> reader;

  /** The offset of each line; computed when a line is first needed. */
  private int[] starts = UNKNOWN;

  private InputFile(String name, int firstLine, Supplier<byte[]> reader) {
    this.name = name;
    this.firstLine = firstLine;
    this.reader = reader;
  }

  InputFile(String name, byte[] bytes) {
    this(name, 1, () -> bytes);
  }

  /**
   * @param firstLine the number of the part's first line in the whole file
   */
  static InputFile part(String name, int firstLine, Path file, long from, int length) {
    return new InputFile(name, firstLine, new Excerpt(file, from, length));
  }

  /** A range of bytes of a file. */
  private static final class Excerpt implements Supplier<byte[]> {
    private final Path file;
    private final long from;
    private final int length;
    private SoftReference<byte[]> known = new SoftReference<>(new byte[0]);

    Excerpt(Path file, long from, int length) {
      this.file = file;
      this.from = from;
      this.length = length;
    }

    @Override
    public byte[] get() {
      var bytes = known.get();
      if (bytes == null || bytes.length != length) {
        bytes = read();
        known = new SoftReference<>(bytes);
      }
      return bytes;
    }

    private byte[] read() {
      try (var in = Files.newInputStream(file)) {
        in.skipNBytes(from);
        return in.readNBytes(length);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  public String name() {
    return name;
  }

  public int firstLine() {
    return firstLine;
  }

  public byte[] bytes() {
    return reader.get();
  }

  /**
   * Returns a line by its number in the whole file, without its line end; empty if it does not
   * exist.
   */
  String line(int number) {
    var bytes = bytes();
    if (starts.length == 0) {
      starts = starts(bytes);
    }
    int at = number - firstLine;
    if (at < 0 || at >= starts.length) {
      return "";
    }
    int end = at + 1 < starts.length ? starts[at + 1] - 1 : bytes.length;
    return text(bytes, starts[at], end);
  }

  private static int[] starts(byte[] bytes) {
    var found = new int[16];
    int lines = 1;
    for (int at = 0; at < bytes.length; at++) {
      if (bytes[at] == '\n') {
        found = lines == found.length ? Arrays.copyOf(found, lines * 2) : found;
        found[lines++] = at + 1;
      }
    }
    return Arrays.copyOf(found, lines);
  }

  private static String text(byte[] bytes, int from, int to) {
    int end = to > from && bytes[to - 1] == '\r' ? to - 1 : to;
    return new String(bytes, from, end - from, StandardCharsets.UTF_8);
  }
}
