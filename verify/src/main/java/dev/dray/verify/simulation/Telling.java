package dev.dray.verify.simulation;

import dev.dray.api.json.Json;
import dev.dray.watch.Event;
import java.util.ArrayList;
import java.util.List;

/** Changes in words, as short as can be. */
final class Telling {
  private static final String ROOT = "/registry/";

  private Telling() {}

  static String words(Event event) {
    var key = event.key().substring(ROOT.length());
    if (event.now().isEmpty()) {
      return "%d %s is gone".formatted(event.revision(), key);
    }
    var now = event.now().get().tree();
    var facts = facts(key, now);
    var how = event.before().isPresent() ? "is changed" : "is new";
    return "%d %s %s%s".formatted(event.revision(), key, how, facts.isEmpty() ? "" : ": " + facts);
  }

  private static String facts(String key, Json.Obj now) {
    var facts = new ArrayList<String>();
    if (now.object("metadata").has("deletionTimestamp")) {
      facts.add("deleted");
    }
    if (key.startsWith("core/pods/")) {
      facts.addAll(pod(now));
    } else if (key.contains("/resourceclaims/")) {
      facts.addAll(claim(now));
    } else if (key.startsWith("core/events/")) {
      facts.add(now.text("reason") + " " + now.text("message"));
    } else if (key.contains("/resourceslices/")) {
      facts.add(
          "generation %s with %d devices"
              .formatted(
                  now.number("spec", "pool", "generation").orElse(0L),
                  now.items("spec", "devices").size()));
    } else if (key.contains("/devicetaintrules/") || key.contains("/resourceslicepatches/")) {
      facts.add(now.object("spec").toText());
    } else if (key.startsWith("core/nodes/")) {
      facts.add(now.object("spec").toText());
    }
    return String.join(", ", facts);
  }

  private static List<String> pod(Json.Obj pod) {
    var facts = new ArrayList<String>();
    facts.add(pod.text("metadata", "uid").substring(0, 4));
    facts.add(pod.text("status", "phase"));
    if (!pod.text("spec", "nodeName").isEmpty()) {
      facts.add("on " + pod.text("spec", "nodeName"));
    }
    for (var entry : pod.objects("spec", "resourceClaims")) {
      facts.add(
          "wants " + entry.text("resourceClaimTemplateName") + entry.text("resourceClaimName"));
    }
    for (var condition : pod.objects("status", "conditions")) {
      if (condition.text("type").equals("PodScheduled")) {
        facts.add("scheduled " + condition.text("status") + " " + condition.text("message"));
      }
    }
    if (!pod.text("status", "message").isEmpty()) {
      facts.add(pod.text("status", "message"));
    }
    return facts;
  }

  private static List<String> claim(Json.Obj claim) {
    var facts = new ArrayList<String>();
    claim
        .objects("status", "allocation", "devices", "results")
        .forEach(
            it ->
                facts.add(
                    "has %s/%s/%s%s"
                        .formatted(
                            it.text("driver"),
                            it.text("pool"),
                            it.text("device"),
                            it.object("consumedCapacity").isEmpty()
                                ? ""
                                : " " + it.object("consumedCapacity").toText())));
    claim
        .objects("status", "reservedFor")
        .forEach(
            it ->
                facts.add(
                    "for %s (%s)".formatted(it.text("name"), it.text("uid").substring(0, 4))));
    if (claim.texts("metadata", "finalizers").isEmpty()) {
      facts.add("no finalizer");
    }
    return facts;
  }
}
