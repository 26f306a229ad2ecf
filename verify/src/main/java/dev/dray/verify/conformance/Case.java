package dev.dray.verify.conformance;

import tools.jackson.databind.JsonNode;

/** One input with upstream's answer. */
record Case(String suite, String name, JsonNode json) {
  @Override
  public String toString() {
    return suite + "/" + name;
  }
}
