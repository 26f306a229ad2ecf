package dev.dray.api.codec.text;

/** Where a document is written to, piece by piece. */
public interface Output {
  void beginObject();

  void endObject();

  void beginArray();

  void endArray();

  void name(String name);

  void string(String value);

  /** A number by its JSON text. */
  void number(String literal);

  void bool(boolean value);

  void nothing();
}
