package dev.dray.hollow;

/** Addresses that nobody listens on, the same in every run. */
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

  /** One of four million, without those that end on 0 or 255. */
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

  /** Names that differ in their last letters only must not differ in their last bits only. */
  private static int mixed(String name) {
    int hash = name.hashCode() * 0x9E3779B9;
    return hash ^ hash >>> 15;
  }
}
