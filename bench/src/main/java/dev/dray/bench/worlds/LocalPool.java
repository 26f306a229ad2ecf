package dev.dray.bench.worlds;

/** The pool that a driver has on a node, named after it and published in some slices. */
record LocalPool(String driver, String node, int slices) {

  /** The members that name a device of this pool. */
  String id(String device) {
    return "\"driver\": \"%s\", \"pool\": \"%s\", \"device\": \"%s\""
        .formatted(driver, node, device);
  }

  static String nodeName(int number) {
    return "node-%04d".formatted(number);
  }
}
