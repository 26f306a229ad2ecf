package dev.dray.api.codec.text;

/** A receiver of a document, piece by piece. */
public interface Output {
  void beginObject();

  void endObject();

  void beginArray();

  void endArray();

  void name(String name);

  void string(String value);

  /** Writes a number by its JSON text. */
  void number(String literal);

  void bool(boolean value);

  void nothing();
}
