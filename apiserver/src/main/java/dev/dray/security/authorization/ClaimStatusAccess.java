package dev.dray.security.authorization;

import dev.dray.api.json.Json;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.GoQuote;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import dev.dray.security.ServiceAccounts;
import dev.dray.security.User;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The fine-grained authorization of writes to a claim's status: allocating needs {@code
 * resourceclaims/binding}, reporting on devices needs {@code resourceclaims/driver} for the driver.
 */
public final class ClaimStatusAccess {
  private static final String GROUP = "resource.k8s.io";
  private static final String RESOURCE = "resourceclaims";

  private ClaimStatusAccess() {}

  /**
   * Returns the violations of a status write: the parts the user may not write.
   *
   * @param verb the verb of the request, {@code update} or {@code patch}
   * @param stored the claim before the write
   * @param claim the claim after the write, in the same version
   */
  public static Violations check(
      User user, String verb, Json.Obj stored, Json.Obj claim, Authorizer authorizer) {
    var found = binding(user, verb, stored.object("status"), claim.object("status"), authorizer);
    return claim.find("status", "allocation").isPresent()
        ? found.and(devices(user, verb, stored, claim, authorizer))
        : found;
  }

  private static Violations binding(
      User user, String verb, Json.Obj before, Json.Obj after, Authorizer authorizer) {
    if (before.object("allocation").equals(after.object("allocation"))
        && before.has("allocation") == after.has("allocation")
        && before.items("reservedFor").equals(after.items("reservedFor"))) {
      return Violations.NONE;
    }
    return refusal(user, action(verb, "binding", "", ""), authorizer)
        .map(
            why ->
                Violations.of(
                    Violation.forbidden(
                        FieldPath.of("status", "allocation"),
                        "changing status.allocation or status.reservedFor requires resource=\"resourceclaims/binding\", verb=\"%s\" permission: %s"
                            .formatted(verb, why))))
        .orElse(Violations.NONE);
  }

  private static Violations devices(
      User user, String verb, Json.Obj stored, Json.Obj claim, Authorizer authorizer) {
    var namespace = claim.text("metadata", "namespace");
    var arbitrary = "arbitrary-node:" + verb;
    var verbs =
        isOnNode(user, node(claim.object("status", "allocation")))
            ? List.of("associated-node:" + verb, arbitrary)
            : List.of(arbitrary);
    var found = Violations.NONE;
    for (var driver : changed(stored, claim)) {
      var why = refusal(user, verbs, namespace, driver, authorizer);
      if (why.isPresent()) {
        found =
            found.and(
                Violation.forbidden(
                    FieldPath.of("status", "devices"),
                    "changing status.devices requires resource=\"resourceclaims/driver\", verb=\"[%s]\" permission: %s"
                        .formatted(String.join(" ", verbs), why.get())));
      }
    }
    return found;
  }

  /**
   * Returns the refusal unless one of the verbs is allowed; the reason is that of the first verb.
   */
  private static Optional<String> refusal(
      User user, List<String> verbs, String namespace, String driver, Authorizer authorizer) {
    Optional<String> first = Optional.empty();
    for (var verb : verbs) {
      var why = refusal(user, action(verb, "driver", namespace, driver), authorizer);
      if (why.isEmpty()) {
        return why;
      }
      first = first.or(() -> why);
    }
    return first;
  }

  private static Optional<String> refusal(
      User user, Action.OnResource action, Authorizer authorizer) {
    if (!(authorizer.decide(user, action) instanceof Decision.Denied(var message))) {
      return Optional.empty();
    }
    var what =
        action.name().isEmpty()
            ? RESOURCE + "." + GROUP
            : RESOURCE + "." + GROUP + " " + GoQuote.quote(action.name());
    return Optional.of(what + " is forbidden: " + message);
  }

  private static Action.OnResource action(
      String verb, String subresource, String namespace, String name) {
    return new Action.OnResource(verb, GROUP, "*", RESOURCE, subresource, namespace, name, "");
  }

  /** Returns the drivers of devices whose status entries were added, removed or changed. */
  private static SortedSet<String> changed(Json.Obj stored, Json.Obj claim) {
    Map<List<String>, Json.Obj> before = new LinkedHashMap<>();
    stored.objects("status", "devices").forEach(it -> before.put(key(it), it));
    var drivers = new TreeSet<String>();
    for (var device : claim.objects("status", "devices")) {
      if (!device.equals(before.remove(key(device)))) {
        drivers.add(device.text("driver"));
      }
    }
    before.values().forEach(it -> drivers.add(it.text("driver")));
    return drivers;
  }

  private static List<String> key(Json.Obj device) {
    return List.of(
        device.text("driver"), device.text("pool"), device.text("device"), device.text("shareID"));
  }

  /** Returns the node of an allocation that is for exactly one node; empty for all others. */
  private static String node(Json.Obj allocation) {
    var terms = allocation.objects("nodeSelector", "nodeSelectorTerms");
    if (terms.size() != 1
        || !terms.getFirst().items("matchExpressions").isEmpty()
        || terms.getFirst().objects("matchFields").size() != 1) {
      return "";
    }
    var field = terms.getFirst().objects("matchFields").getFirst();
    var values = field.texts("values");
    return field.text("key").equals("metadata.name")
            && field.text("operator").equals("In")
            && values.size() == 1
        ? values.getFirst()
        : "";
  }

  private static boolean isOnNode(User user, String node) {
    return !node.isEmpty()
        && ServiceAccounts.ofUser(user.name()).isPresent()
        && List.of(node).equals(user.extra().get(ServiceAccounts.NODE_NAME));
  }
}
