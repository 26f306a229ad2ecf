package dev.dray.verify.crash;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The kinds that are written, and what a step leaves in an object: more than one trace each. */
enum Kind {
  SECRET("/api/v1/namespaces/crash/secrets", "v1", "Secret"),
  CLAIM(
      "/apis/resource.k8s.io/v1/namespaces/crash/resourceclaims",
      "resource.k8s.io/v1",
      "ResourceClaim");

  private final String path;
  private final String apiVersion;
  private final String kind;

  Kind(String path, String apiVersion, String kind) {
    this.path = path;
    this.apiVersion = apiVersion;
    this.kind = kind;
  }

  String path() {
    return path;
  }

  /** An object after this many writes of it and of its status. */
  String object(String name, String version, int step, int statusStep) {
    var metadata =
        """
        "metadata":{"name":"%s","namespace":"crash",%s"labels":{"step":"%d"},"annotations":{"step":"%d"}}\
        """
            .formatted(
                name,
                version.isEmpty() ? "" : "\"resourceVersion\":\"%s\",".formatted(version),
                step,
                step);
    return "{\"apiVersion\":\"%s\",\"kind\":\"%s\",%s,%s}"
        .formatted(apiVersion, kind, metadata, rest(name, step, statusStep));
  }

  private String rest(String name, int step, int statusStep) {
    return switch (this) {
      case SECRET ->
          "\"data\":{\"first\":\"%s\",\"filler\":\"%s\",\"last\":\"%s\"}"
              .formatted(encoded(step), "x".repeat(200), encoded(step));
      case CLAIM ->
          "\"spec\":{\"devices\":{\"requests\":[{\"name\":\"r\",\"exactly\":{\"deviceClassName\":\"c\"}}]}}"
              + (statusStep == 0 ? "" : status(name, statusStep));
    };
  }

  private static String status(String name, int step) {
    return """
    ,"status":{"allocation":{"devices":{"results":[{"request":"r","driver":"crash.example.com",\
    "pool":"p","device":"%s"}]}},"reservedFor":[\
    {"resource":"pods","name":"first-%d","uid":"u1"},{"resource":"pods","name":"last-%d","uid":"u2"}]}\
    """
        .formatted(name, step, step);
  }

  private static String encoded(int step) {
    return Base64.getEncoder().encodeToString(Integer.toString(step).getBytes(US_ASCII));
  }

  /** What an object should show after these steps, in the form of {@link #traces(JsonNode)}. */
  String traces(int step, int statusStep) {
    var all = new ArrayList<>(List.of("" + step, "" + step));
    switch (this) {
      case SECRET -> all.addAll(List.of(encoded(step), encoded(step)));
      case CLAIM -> {
        if (statusStep > 0) {
          all.addAll(List.of("allocated", "first-" + statusStep, "last-" + statusStep));
        }
      }
    }
    return String.join(" ", all);
  }

  /** What an object shows of the steps that were taken with it. */
  String traces(JsonNode object) {
    var metadata = object.path("metadata");
    var all =
        new ArrayList<>(
            List.of(
                metadata.path("labels").path("step").asString(""),
                metadata.path("annotations").path("step").asString("")));
    switch (this) {
      case SECRET ->
          all.addAll(
              List.of(
                  object.path("data").path("first").asString(""),
                  object.path("data").path("last").asString("")));
      case CLAIM -> {
        var status = object.path("status");
        if (!status.path("allocation").isMissingNode()) {
          all.add("allocated");
        }
        status.path("reservedFor").forEach(it -> all.add(it.path("name").asString("")));
      }
    }
    return String.join(" ", all);
  }
}
