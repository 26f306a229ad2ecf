package dev.dray.api.meta;

import static java.util.Objects.requireNonNull;

/**
 * A piece of JSON that is passed on as it was written and not interpreted, such as the parameters
 * for a driver. {@link #ABSENT} stands for a value that was not written at all; the text may be
 * invalid.
 */
public record RawJson(String text) {
  public static final RawJson ABSENT = new RawJson("");

  public RawJson {
    requireNonNull(text, "text");
  }

  public boolean isAbsent() {
    return text.isEmpty();
  }
}
