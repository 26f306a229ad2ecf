package dev.dray.api.codec.text;

/** The pieces of which JSON and YAML documents consist. */
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

  /** Returns the user's word for a value that begins with this token. */
  public String words() {
    return words;
  }
}
