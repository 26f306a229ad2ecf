package dev.dray.api.codec;

import dev.dray.api.codec.text.JsonOutput;

/** A builder of indented JSON. */
public final class JsonText {
  private final JsonOutput out = new JsonOutput(JsonOutput.Layout.INDENTED);

  public JsonText beginObject() {
    out.beginObject();
    return this;
  }

  public JsonText endObject() {
    out.endObject();
    return this;
  }

  public JsonText beginArray() {
    out.beginArray();
    return this;
  }

  public JsonText endArray() {
    out.endArray();
    return this;
  }

  public JsonText name(String name) {
    out.name(name);
    return this;
  }

  public JsonText string(String value) {
    out.string(value);
    return this;
  }

  public JsonText bool(boolean value) {
    out.bool(value);
    return this;
  }

  public JsonText number(long value) {
    out.number(Long.toString(value));
    return this;
  }

  /** Adds a value that is already JSON. */
  public JsonText json(String text) {
    out.number(text);
    return this;
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
