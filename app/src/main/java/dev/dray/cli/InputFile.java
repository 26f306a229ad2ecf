package dev.dray.cli;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The bytes of one input and the name that messages call it by. */
final class InputFile {
  private static final int[] UNKNOWN = {};

  private final String name;
  private final byte[] bytes;

  /** Where each line begins; found when a line is first asked for. */
  private int[] starts = UNKNOWN;

  InputFile(String name, byte[] bytes) {
    this.name = name;
    this.bytes = bytes;
  }

  String name() {
    return name;
  }

  byte[] bytes() {
    return bytes;
  }

  /** A line of the text, from 1, without its end; what is not there is empty. */
  String line(int number) {
    if (starts.length == 0) {
      starts = starts();
    }
    if (number < 1 || number > starts.length) {
      return "";
    }
    int end = number < starts.length ? starts[number] - 1 : bytes.length;
    return text(starts[number - 1], end);
  }

  private int[] starts() {
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

  private String text(int from, int to) {
    int end = to > from && bytes[to - 1] == '\r' ? to - 1 : to;
    return new String(bytes, from, end - from, StandardCharsets.UTF_8);
  }
}
