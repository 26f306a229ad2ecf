package dev.dray.verify.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** One request, over which it goes, and what it carries. */
@SuppressWarnings("ArrayRecordComponent") // Nobody compares probes.
record Probe(
    int number,
    Way way,
    String method,
    String target,
    List<Map.Entry<String, String>> headers,
    byte[] body) {

  /** How it is sent. */
  enum Way {
    HTTP_1,
    HTTP_2,
    RAW
  }

  Probe {
    headers = List.copyOf(headers);
  }

  /** Whether the answer would go on until somebody ends it. */
  boolean isEndless() {
    return target.contains("watch") || target.contains("follow");
  }

  String shortTarget() {
    return shortened(target);
  }

  @Override
  public String toString() {
    var text = new String(body, StandardCharsets.ISO_8859_1);
    return "%s %s %s%n  %s%n  %d bytes: %s"
        .formatted(
            way,
            method,
            shortened(target),
            shortened(headers.toString()),
            body.length,
            shortened(text));
  }

  private static String shortened(String text) {
    return text.length() > 300 ? text.substring(0, 300) + "…" : text;
  }
}
