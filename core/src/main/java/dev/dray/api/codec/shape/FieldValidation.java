package dev.dray.api.codec.shape;

/** The treatment of unknown and repeated fields, as in kubectl's {@code --validate}. */
public enum FieldValidation {
  /** They are errors. */
  STRICT,
  /** They are dropped with a warning. */
  WARN,
  /** They are dropped. */
  IGNORE
}
