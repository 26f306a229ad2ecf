package dev.dray.verify.scenario;

import dev.dray.api.codec.ManifestWriter;
import dev.dray.api.codec.shape.ApiVersion;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.inventory.LabeledNode;
import dev.dray.inventory.patch.Notice;
import dev.dray.verify.scenario.Yamls.Line;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Tells what happened, as trees for {@link Yamls}. */
final class Account {
  private static final ManifestWriter WRITER = new ManifestWriter(ApiVersion.V1);

  private Account() {}

  static Map<String, Object> of(Attempt attempt, LabeledNode node) {
    var told = new LinkedHashMap<String, Object>();
    switch (attempt) {
      case Attempt.Fits(var claims, _) -> {
        var byName = new LinkedHashMap<String, Object>();
        claims.forEach(claim -> byName.put(claim.metadata().name(), allocation(claim, node)));
        told.put("fits", byName);
      }
      case Attempt.DoesNotFit() -> told.put("doesNotFit", "cannot allocate all claims");
      case Attempt.Unusable(var message) -> told.put("doesNotFit", message);
      case Attempt.Fatal(var message) -> told.put("fails", message);
    }
    return told;
  }

  /** The devices alone if there is nothing else to tell. */
  private static Object allocation(ResourceClaim claim, LabeledNode node) {
    var status = Yamls.child(Yamls.load(WRITER.yaml(claim)), "status");
    var allocation = Yamls.child(status, "allocation");
    var allocated = Yamls.child(allocation, "devices");
    var devices =
        Yamls.list(allocated, "results").stream()
            .map(it -> new Line(device((Map<?, ?>) it)))
            .toList();
    var more = new LinkedHashMap<String, Object>();
    var config = Yamls.list(allocated, "config").stream().map(Line::new).toList();
    if (!config.isEmpty()) {
      more.put("config", config);
    }
    usableOn(Yamls.list(Yamls.child(allocation, "nodeSelector"), "nodeSelectorTerms"), node, more);
    if (more.isEmpty()) {
      return devices;
    }
    more.putFirst("devices", devices);
    return more;
  }

  /** Nothing if only the node itself is left. */
  private static void usableOn(List<?> terms, LabeledNode node, Map<String, Object> told) {
    var here = Map.of("key", "metadata.name", "operator", "In", "values", List.of(node.name()));
    if (terms.isEmpty()) {
      told.put("usableOn", "every node");
    } else if (!terms.equals(List.of(Map.of("matchFields", List.of(here))))) {
      told.put("usableOn", new Line(terms));
    }
  }

  private static Map<String, Object> device(Map<?, ?> result) {
    var told = new LinkedHashMap<String, Object>();
    result.forEach((key, value) -> told.put(String.valueOf(key), value));
    told.put(
        "device", told.remove("driver") + "/" + told.remove("pool") + "/" + result.get("device"));
    return told;
  }

  static Object of(List<Notice> notices) {
    return notices.stream().map(Account::of).toList();
  }

  private static Object of(Notice notice) {
    var told = new LinkedHashMap<String, Object>();
    told.put("reason", notice.reason().word());
    told.put("about", notice.reason().about().kindName() + "/" + notice.name());
    notice
        .device()
        .ifPresent(
            it ->
                told.put(
                    "device", it.pool().driver() + "/" + it.pool().pool() + "/" + it.device()));
    told.put("devices", notice.devices());
    told.put("message", notice.message());
    return told;
  }
}
