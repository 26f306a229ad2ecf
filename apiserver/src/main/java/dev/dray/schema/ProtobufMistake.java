package dev.dray.schema;

/** What a client sent as protocol buffers and cannot be read; its message is for the client. */
public final class ProtobufMistake extends RuntimeException {
  private static final long serialVersionUID = 1;

  public ProtobufMistake(String message) {
    super(message);
  }
}
