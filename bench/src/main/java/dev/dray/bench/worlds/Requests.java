package dev.dray.bench.worlds;

/** Requests of claims as JSON. */
final class Requests {
  private Requests() {}

  /** A request for some devices of a class, all of it. */
  static String exactly(String name, String deviceClass, int count) {
    return "{\"name\": \"%s\", \"exactly\": {%s}}".formatted(name, wanted(deviceClass, count, ""));
  }

  static String exactly(String name, String deviceClass, int count, String expression) {
    return "{\"name\": \"%s\", \"exactly\": {%s}}"
        .formatted(name, wanted(deviceClass, count, selector(expression)));
  }

  /** A request for an amount of a capacity of each device. */
  static String share(String name, String deviceClass, int count, String capacity, String amount) {
    return "{\"name\": \"%s\", \"exactly\": {%s}}"
        .formatted(name, wanted(deviceClass, count, amount(capacity, amount)));
  }

  static String alternative(String name, String deviceClass, String expression) {
    return "{\"name\": \"%s\", %s}".formatted(name, wanted(deviceClass, 1, selector(expression)));
  }

  static String wanted(String deviceClass, int count, String more) {
    return "\"deviceClassName\": \"%s\", \"allocationMode\": \"ExactCount\", \"count\": %s%s"
        .formatted(deviceClass, count, more);
  }

  static String selector(String expression) {
    return ", \"selectors\": [{\"cel\": {\"expression\": %s}}]"
        .formatted(WorldText.quoted(expression));
  }

  static String amount(String capacity, String amount) {
    return ", \"capacity\": {\"requests\": {\"%s\": \"%s\"}}".formatted(capacity, amount);
  }
}
