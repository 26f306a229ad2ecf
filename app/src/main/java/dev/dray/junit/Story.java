package dev.dray.junit;

import dev.dray.api.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The story of an object: all that is known about it, for a failed test. */
final class Story {
  private final ClusterObjects objects;
  private final List<String> lines = new ArrayList<>();

  Story(ClusterObjects objects) {
    this.objects = objects;
  }

  String of(String kind, String name) {
    var found = objects.find(kind, name);
    if (found.isEmpty()) {
      return "  There is no %s %s.".formatted(kind, name);
    }
    tell(found.get());
    if (found.get().text("kind").equals("Pod")) {
      objects.claims(found.get()).forEach(this::claim);
    }
    return String.join(System.lineSeparator(), lines);
  }

  private void tell(Json.Obj object) {
    var status = object.object("status");
    Optional.of(status.text("phase"))
        .filter(it -> !it.isEmpty())
        .ifPresent(it -> lines.add("  phase: " + it));
    Optional.of(object.text("spec", "nodeName"))
        .filter(it -> !it.isEmpty())
        .ifPresent(it -> lines.add("  node: " + it));
    Optional.of(status.text("message"))
        .filter(it -> !it.isEmpty())
        .ifPresent(it -> lines.add("  message: " + it));
    for (var condition : status.objects("conditions")) {
      if (!condition.text("message").isEmpty()) {
        lines.add(
            "  %s=%s: %s"
                .formatted(
                    condition.text("type"), condition.text("status"), condition.text("message")));
      }
    }
    for (var event : objects.events(object)) {
      lines.add("  event %s: %s".formatted(event.text("reason"), event.text("message")));
    }
  }

  private void claim(String name) {
    var claim = objects.find("resourceclaim", name);
    if (claim.isEmpty()) {
      lines.add("  There is no resourceclaim %s.".formatted(name));
      return;
    }
    var results = new ArrayList<String>();
    for (var result : claim.get().objects("status", "allocation", "devices", "results")) {
      results.add(
          "%s=%s/%s/%s"
              .formatted(
                  result.text("request"),
                  result.text("driver"),
                  result.text("pool"),
                  result.text("device")));
    }
    lines.add(
        "  resourceclaim %s has %s"
            .formatted(name, results.isEmpty() ? "no devices" : String.join(", ", results)));
    var users =
        claim.get().objects("status", "reservedFor").stream().map(it -> it.text("name")).toList();
    if (!users.isEmpty()) {
      lines.add("    and is reserved for " + String.join(", ", users));
    }
  }
}
