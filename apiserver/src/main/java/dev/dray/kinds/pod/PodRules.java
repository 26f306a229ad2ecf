package dev.dray.kinds.pod;

import dev.dray.api.json.Json;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import dev.dray.kinds.TreeRules;
import dev.dray.kinds.WriteContext;
import dev.dray.security.authorization.MirrorPods;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The rules of pods: hardly anything of their spec is mutable, and the kubelet owns their status.
 */
public final class PodRules implements TreeRules {
  static final FieldPath MIRROR =
      FieldPath.of("metadata", "annotations").key(MirrorPods.ANNOTATION);
  private static final String SCHEDULED = "PodScheduled";
  private static final Set<String> FINISHED = Set.of("Succeeded", "Failed");
  private static final List<String> OWNERS = List.of("metadata", "ownerReferences");
  private static final long TOLERATED_SECONDS = 300;

  /** The fields a pod gets at creation; an update that leaves them out does not change them. */
  private static final List<String> GIVEN =
      List.of("priority", "preemptionPolicy", "serviceAccountName", "serviceAccount");

  @Override
  public List<String> parts() {
    return List.of("status");
  }

  @Override
  public List<String> actions() {
    return List.of("binding");
  }

  @Override
  public Json.Obj defaulted(Json.Obj object) {
    return PodDefaults.in(object);
  }

  @Override
  public Json.Obj created(Json.Obj object, WriteContext context) {
    var written = object.object("spec");
    var spec = tolerating(MirrorPods.isMirror(object) ? written : accounted(written));
    var pod = PodAffinityRules.merged(object.with("spec", spec));
    var status = Json.obj("phase", "Pending", "qosClass", PodResources.qualityOfService(pod));
    return pod.with(
        "status",
        spec.items("schedulingGates").isEmpty()
            ? status
            : status.with("conditions", Json.Arr.of(gated(context.now()))));
  }

  private static Json.Obj gated(Instant now) {
    return Json.obj(
        "type",
        SCHEDULED,
        "status",
        "False",
        "lastTransitionTime",
        now.truncatedTo(ChronoUnit.SECONDS).toString(),
        "reason",
        "SchedulingGated",
        "message",
        "Scheduling is blocked due to non-empty scheduling gates");
  }

  /** Sets the default service account if none is named; a mirror pod has none. */
  private static Json.Obj accounted(Json.Obj spec) {
    return spec.text("serviceAccountName").isEmpty()
        ? spec.with("serviceAccountName", Json.of("default"))
            .with("serviceAccount", Json.of("default"))
        : spec;
  }

  @Override
  public Json.Obj updated(Json.Obj object, Json.Obj stored, WriteContext context) {
    var spec = tolerating(object.object("spec"));
    for (var field : GIVEN) {
      if (!spec.has(field)) {
        spec = spec.withOrWithout(List.of(field), stored.find("spec", field));
      }
    }
    return object.with("spec", spec);
  }

  /** Adds tolerations that keep a pod on an unhealthy node for a while, unless it has its own. */
  private static Json.Obj tolerating(Json.Obj spec) {
    var tolerations = new ArrayList<Json>(spec.items("tolerations"));
    for (var key : List.of("node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable")) {
      if (spec.objects("tolerations").stream().noneMatch(it -> covers(it, key))) {
        tolerations.add(
            Json.obj(
                "key",
                key,
                "operator",
                "Exists",
                "effect",
                "NoExecute",
                "tolerationSeconds",
                TOLERATED_SECONDS));
      }
    }
    return spec.with("tolerations", Json.of(tolerations));
  }

  private static boolean covers(Json.Obj toleration, String key) {
    var own = toleration.text("key");
    var effect = toleration.text("effect");
    return (own.isEmpty() || own.equals(key)) && (effect.isEmpty() || effect.equals("NoExecute"));
  }

  @Override
  public Json.Obj partUpdated(
      String part, Json.Obj written, Json.Obj stored, WriteContext context) {
    if (part.equals("binding")) {
      return PodBinding.bound(stored, written, context.now());
    }
    var updated =
        TreeRules.super
            .partUpdated(part, written, stored, context)
            .withOrWithout(OWNERS, stored.find("metadata", "ownerReferences"));
    // The QoS class depends on the spec alone, and kubelets need not know it.
    return updated.find("status", "qosClass").isPresent()
        ? updated
        : updated.withOrWithout(List.of("status", "qosClass"), stored.find("status", "qosClass"));
  }

  @Override
  public Violations mistakes(Json.Obj object) {
    return homeless(object).and(PodSpecRules.of(object.object("spec"), FieldPath.of("spec")));
  }

  /** Checks that a mirror pod names the node that runs it. */
  private static Violations homeless(Json.Obj pod) {
    return MirrorPods.isMirror(pod) && pod.text("spec", "nodeName").isEmpty()
        ? Violations.of(
            Violation.invalid(
                MIRROR,
                pod.text("metadata", "annotations", MirrorPods.ANNOTATION),
                "must set spec.nodeName if mirror pod annotation is set"))
        : Violations.NONE;
  }

  @Override
  public Violations changeMistakes(Json.Obj object, Json.Obj stored) {
    return PodChanges.mirror(object, stored).and(PodChanges.mistakes(object, stored));
  }

  @Override
  public Violations partMistakes(String part, Json.Obj object, Json.Obj stored) {
    if (!part.equals("status")) {
      return Violations.NONE;
    }
    return PodChanges.mirror(object, stored).and(homeless(object)).and(claimStatuses(object));
  }

  private static Violations claimStatuses(Json.Obj object) {
    var claims =
        object.objects("spec", "resourceClaims").stream()
            .map(claim -> claim.text("name"))
            .collect(Collectors.toSet());
    return Violations.each(
        object.objects("status", "resourceClaimStatuses"),
        FieldPath.of("status", "resourceClaimStatuses"),
        (status, at) ->
            claims.contains(status.text("name"))
                ? Violations.NONE
                : Violations.of(
                    Violation.invalid(
                        at.child("name"),
                        status.text("name"),
                        "must match the name of an entry in `spec.resourceClaims`")));
  }

  @Override
  public boolean countsGenerations() {
    return true;
  }

  @Override
  public boolean deletionReturnsObject() {
    return true;
  }

  /** Returns the grace period; 0 for a pod that is not bound or has ended: nothing waits for it. */
  @Override
  public long gracePeriod(Json.Obj stored) {
    if (stored.text("spec", "nodeName").isEmpty()
        || FINISHED.contains(stored.text("status", "phase"))) {
      return 0;
    }
    return Math.max(0, stored.number("spec", "terminationGracePeriodSeconds").orElse(30L));
  }
}
