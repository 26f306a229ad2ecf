package dev.dray.api.codec.text;

/** The pieces that JSON and YAML documents consist of. */
public enum Token {
  OBJECT("object"),
  END_OBJECT("end of object"),
  ARRAY("list"),
  END_ARRAY("end of list"),
  NAME("field"),
  STRING("string"),
  NUMBER("number"),
  TRUE("bool"),
  FALSE("bool"),
  NULL("null"),
  END("end of document");

  private final String words;

  Token(String words) {
    this.words = words;
  }

  /** What a user calls a value that begins like this. */
  public String words() {
    return words;
  }
}
