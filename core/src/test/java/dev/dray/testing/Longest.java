package dev.dray.testing;

/**
 * Names of exactly the greatest length that their format allows.
 *
 * <p>Each begins with what tells it from its neighbours and is filled up with a letter.
 */
public final class Longest {
  private static final char FILL = 'x';

  /** As a driver, and as the domain of an attribute. */
  public static final String DRIVER = padded("driver.example.com.", 63);

  private Longest() {}

  /** A DNS label: a device, a mixin, a counter, a counter set, a group. */
  public static String label(String beginning, int number) {
    return padded(beginning + "-" + number + "-", 63);
  }

  /** A DNS subdomain: a slice, a pool, a node. */
  public static String subdomain(String beginning, int number) {
    return padded(beginning + "-" + number + ".", 253);
  }

  /** The name of an attribute or a capacity, with its domain. */
  public static String qualified(String beginning, int number) {
    return DRIVER + "/" + padded(beginning + "_" + number + "_", 32);
  }

  /** The key of a label: a taint, a binding condition. */
  public static String labelKey(String beginning, int number) {
    return subdomain(beginning, number) + "/" + labelValue(beginning, number);
  }

  public static String labelValue(String beginning, int number) {
    return padded(beginning + "_" + number + "_", 63);
  }

  /** The version of an attribute. */
  public static String version(int number) {
    return padded("1.0." + number + "-", 64);
  }

  /** The string of an attribute. */
  public static String string(String beginning) {
    return padded(beginning, 64);
  }

  private static String padded(String beginning, int length) {
    return beginning + String.valueOf(FILL).repeat(length - beginning.length());
  }
}
