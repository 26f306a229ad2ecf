package dev.dray.schema;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A reader of the fields of one protobuf message, which never reads past its end. */
final class WireReader {
  private final byte[] buffer;
  private final int end;
  private int at;
  private int tag;
  private int wireType;

  WireReader(byte[] buffer) {
    this(buffer, 0, buffer.length);
  }

  private WireReader(byte[] buffer, int from, int end) {
    this.buffer = buffer;
    this.at = from;
    this.end = end;
  }

  boolean isEmpty() {
    return at == end;
  }

  /** Moves to the next field; returns whether there is one. */
  boolean next() {
    if (at == end) {
      return false;
    }
    long key = number();
    tag = (int) (key >>> 3);
    wireType = (int) (key & 7);
    if (tag <= 0 || key >>> 32 != 0) {
      throw new ProtobufMistake("The body has a field with no valid number.");
    }
    return true;
  }

  int tag() {
    return tag;
  }

  int wireType() {
    return wireType;
  }

  long varint() {
    expect(WireTypes.VARINT);
    return number();
  }

  /** Reads the next number, whatever the field's wire type: several may be packed together. */
  long number() {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      byte next = buffer[advance(1)];
      value |= (long) (next & 0x7F) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new ProtobufMistake("The body has a number of more than 64 bits.");
  }

  WireReader message() {
    expect(WireTypes.BYTES);
    int from = skipLengthDelimited();
    return new WireReader(buffer, from, at);
  }

  byte[] bytes() {
    expect(WireTypes.BYTES);
    int from = skipLengthDelimited();
    return Arrays.copyOfRange(buffer, from, at);
  }

  String string() {
    expect(WireTypes.BYTES);
    int from = skipLengthDelimited();
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(buffer, from, at - from))
          .toString();
    } catch (CharacterCodingException _) {
      throw new ProtobufMistake(
          "The body has a string in field %d that is not UTF-8.".formatted(tag));
    }
  }

  /** Skips the value of the current field. */
  void skip() {
    switch (wireType) {
      case WireTypes.VARINT -> number();
      case WireTypes.FIXED_64 -> advance(8);
      case WireTypes.FIXED_32 -> advance(4);
      case WireTypes.BYTES -> skipLengthDelimited();
      default ->
          throw new ProtobufMistake(
              "The body has a field of unknown wire type %d.".formatted(wireType));
    }
  }

  private int skipLengthDelimited() {
    long length = number();
    if (length < 0 || length > end - at) {
      throw cut();
    }
    return advance((int) length);
  }

  private int advance(int by) {
    if (by > end - at) {
      throw cut();
    }
    int from = at;
    at += by;
    return from;
  }

  private static ProtobufMistake cut() {
    return new ProtobufMistake("The body ends in the middle of a field.");
  }

  private void expect(int expected) {
    if (wireType != expected) {
      throw new ProtobufMistake(
          "The body has wire type %d in field %d, where %d is expected: it has another kind or"
                  .formatted(wireType, tag, expected)
              + " version than it says.");
    }
  }
}
