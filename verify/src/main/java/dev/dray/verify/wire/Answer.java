package dev.dray.verify.wire;

import java.net.http.HttpHeaders;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a server answered. */
public record Answer(int code, HttpHeaders headers, String body) {
  private static final JsonMapper JSON = JsonMapper.shared();

  public static JsonNode parsed(String text) {
    return JSON.readTree(text);
  }

  public JsonNode json() {
    return parsed(body);
  }

  public boolean isGood() {
    return code >= 200 && code < 300;
  }

  /** The texts of the Warning headers. */
  public List<String> warnings() {
    return headers.allValues("Warning");
  }

  /** This answer, where any other than a good one is a mistake of the program or the server. */
  public Answer good() {
    if (!isGood()) {
      throw new IllegalStateException("answered %d: %s".formatted(code, brief()));
    }
    return this;
  }

  /** The message of a Status, or the beginning of whatever it is. */
  public String brief() {
    return body.length() > 600 ? body.substring(0, 600) + "…" : body;
  }
}
