package dev.dray.schema;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/**
 * A protobuf writer that goes from the last byte to the first, so that the length of a message is
 * known when it has to be written.
 */
final class WireWriter {
  private byte[] buffer = new byte[1024];
  private int start = buffer.length;

  /** Returns the number of bytes written. */
  int length() {
    return buffer.length - start;
  }

  byte[] toBytes() {
    return Arrays.copyOfRange(buffer, start, buffer.length);
  }

  /** Puts bytes before everything written so far. */
  void raw(byte[] bytes) {
    reserve(bytes.length);
    start -= bytes.length;
    System.arraycopy(bytes, 0, buffer, start, bytes.length);
  }

  void varint(int tag, long value) {
    number(value);
    key(tag, WireTypes.VARINT);
  }

  void bytes(int tag, byte[] bytes) {
    raw(bytes);
    number(bytes.length);
    key(tag, WireTypes.BYTES);
  }

  void string(int tag, String text) {
    bytes(tag, text.getBytes(UTF_8));
  }

  /**
   * Turns what was written since into a message.
   *
   * @param before the length before the last part of the message was written
   */
  void message(int tag, int before) {
    number(length() - before);
    key(tag, WireTypes.BYTES);
  }

  private void key(int tag, int wireType) {
    number(((long) tag << 3) | wireType);
  }

  private void number(long value) {
    int size = size(value);
    reserve(size);
    start -= size;
    int at = start;
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      buffer[at++] = (byte) ((rest & 0x7F) | 0x80);
      rest >>>= 7;
    }
    buffer[at] = (byte) rest;
  }

  private static int size(long value) {
    return (Long.SIZE - Long.numberOfLeadingZeros(value | 1) + 6) / 7;
  }

  private void reserve(int more) {
    if (start >= more) {
      return;
    }
    int length = length();
    var larger = new byte[Math.max(buffer.length * 2, length + more)];
    System.arraycopy(buffer, start, larger, larger.length - length, length);
    buffer = larger;
    start = larger.length - length;
  }
}
