package dev.dray.hollow;

/** Addresses of simulated nodes and pods, on which nobody listens; the same in every run. */
final class Addresses {
  private static final int OF_NODES = 10 << 24;
  private static final int OF_PODS = 10 << 24 | 64 << 16;
  private static final int MOST = 1 << 22;

  private Addresses() {}

  static String ofNode(String name) {
    return text(OF_NODES, name);
  }

  static String ofPod(String uid) {
    return text(OF_PODS, uid);
  }

  /** Returns one of four million addresses, without those that end in 0 or 255. */
  private static String text(int network, String name) {
    int number = network | Math.floorMod(mixed(name), MOST);
    int last = 1 + (number & 0xff) % 254;
    return (number >>> 24)
        + "."
        + (number >>> 16 & 0xff)
        + "."
        + (number >>> 8 & 0xff)
        + "."
        + last;
  }

  /**
   * Returns a mixed hash: names that differ only in their last letters must differ in more than the
   * last bits.
   */
  private static int mixed(String name) {
    int hash = name.hashCode() * 0x9E3779B9;
    return hash ^ hash >>> 15;
  }
}
