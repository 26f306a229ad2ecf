package dev.dray.http;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A media type with its parameters.
 *
 * @param name the type in lower case, such as {@code application/json}
 */
record MediaType(String name, Map<String, String> parameters) {
  static final String JSON = "application/json";
  static final String YAML = "application/yaml";
  static final String PROTOBUF = "application/vnd.kubernetes.protobuf";

  static MediaType parse(String text) {
    var parts = text.split(";", -1);
    var parameters = new LinkedHashMap<String, String>();
    for (int i = 1; i < parts.length; i++) {
      int equals = parts[i].indexOf('=');
      if (equals > 0) {
        parameters.put(
            parts[i].substring(0, equals).strip().toLowerCase(Locale.ROOT),
            parts[i].substring(equals + 1).strip().replace("\"", ""));
      }
    }
    return new MediaType(parts[0].strip().toLowerCase(Locale.ROOT), parameters);
  }

  /** Returns the media types of an {@code Accept} header, best first. */
  static List<MediaType> accepted(String header) {
    var types = new ArrayList<MediaType>();
    for (var part : header.split(",", -1)) {
      if (!part.isBlank()) {
        types.add(parse(part));
      }
    }
    // The sort is stable: among types of equal quality the first is preferred.
    types.sort(Comparator.comparingDouble(type -> -type.quality()));
    return types;
  }

  String parameter(String name) {
    return parameters.getOrDefault(name, "");
  }

  private double quality() {
    try {
      return parameters.containsKey("q") ? Double.parseDouble(parameter("q")) : 1;
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
