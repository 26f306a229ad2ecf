package dev.dray.election;

import dev.dray.api.json.Json;
import dev.dray.client.Resources;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;

/** A Lease as last seen. */
record LeaseTerm(Json.Obj tree) {
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

  String holder() {
    return tree.text("spec", "holderIdentity");
  }

  Duration duration() {
    return Duration.ofSeconds(tree.number("spec", "leaseDurationSeconds").orElse(0L));
  }

  String revision() {
    return tree.text("metadata", "resourceVersion");
  }

  private long transitions() {
    return tree.number("spec", "leaseTransitions").orElse(0L);
  }

  /** Returns the first Lease. */
  static Json.Obj first(Settings settings, Instant now) {
    return Json.obj(
        "apiVersion",
        Resources.LEASES.apiVersion(),
        "kind",
        Resources.LEASES.kind(),
        "metadata",
        Json.obj("name", settings.lease(), "namespace", settings.namespace()),
        "spec",
        spec(settings, text(now), now, 0));
  }

  /** Returns the Lease held by this candidate: renewed, or taken over from another holder. */
  Json.Obj taken(Settings settings, Instant now) {
    boolean same = holder().equals(settings.identity());
    var since = same ? tree.text("spec", "acquireTime") : text(now);
    long transitions = same ? transitions() : transitions() + 1;
    return with(spec(settings, since, now, transitions));
  }

  /** Returns the Lease without a holder, so that others need not wait. */
  Json.Obj released(Instant now) {
    return with(
        Json.obj(
            "leaseDurationSeconds",
            1,
            "acquireTime",
            text(now),
            "renewTime",
            text(now),
            "leaseTransitions",
            transitions()));
  }

  /** Returns the Lease with another spec; everything else in the object is kept. */
  private Json.Obj with(Json.Obj spec) {
    return tree.with(List.of("spec"), spec);
  }

  private static Json.Obj spec(Settings settings, String since, Instant now, long transitions) {
    return Json.obj(
        "holderIdentity",
        settings.identity(),
        "leaseDurationSeconds",
        settings.duration().toSeconds(),
        "acquireTime",
        since,
        "renewTime",
        text(now),
        "leaseTransitions",
        transitions);
  }

  private static String text(Instant time) {
    return MICROS.format(time);
  }
}
