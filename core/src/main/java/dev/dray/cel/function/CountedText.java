package dev.dray.cel.function;

import dev.dray.cel.value.Meter;

/**
 * A text that counts how often one of its characters is looked at.
 *
 * <p>How far a search goes, and how often it comes back, cannot be told before.
 *
 * @param steps for each look at a character: the states a search may be in
 */
record CountedText(String text, Meter meter, long steps) implements CharSequence {
  @Override
  public int length() {
    return text.length();
  }

  @Override
  public char charAt(int index) {
    meter.work(steps);
    return text.charAt(index);
  }

  @Override
  public CharSequence subSequence(int start, int end) {
    return text.substring(start, end);
  }

  @Override
  public String toString() {
    return text;
  }
}
