package dev.dray.cli;

import java.nio.charset.StandardCharsets;

/** The bytes of one input and the name that messages call it by. */
final class InputFile {
  private final String name;
  private final byte[] bytes;

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
    int line = 1;
    int start = 0;
    for (int at = 0; at < bytes.length; at++) {
      if (bytes[at] == '\n') {
        if (line == number) {
          return text(start, at);
        }
        line++;
        start = at + 1;
      }
    }
    return line == number ? text(start, bytes.length) : "";
  }

  private String text(int from, int to) {
    int end = to > from && bytes[to - 1] == '\r' ? to - 1 : to;
    return new String(bytes, from, end - from, StandardCharsets.UTF_8);
  }
}
