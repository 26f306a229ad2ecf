package dev.dray.cel.function;

import dev.dray.cel.value.Meter;

/**
 * A text that counts on the meter how often its characters are read.
 *
 * <p>It is for regular expressions: how far a search goes, and how often it backs up, is not known
 * in advance.
 *
 * @param steps the steps for each character read: the states a search may be in
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
