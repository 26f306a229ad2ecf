package dev.dray.schema;

/** A protobuf body that cannot be read; the message is for the client. */
public final class ProtobufMistake extends RuntimeException {
  private static final long serialVersionUID = 1;

  public ProtobufMistake(String message) {
    super(message);
  }
}
