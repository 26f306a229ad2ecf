package dev.dray.kinds;

import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.api.json.Json;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.GoQuote;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import dev.dray.security.Action;
import dev.dray.security.Authorizer;
import dev.dray.security.Decision;
import dev.dray.security.User;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Who may write the status of claims may not for that write every part of it. */
record ClaimStatusCheck(Gates gates, Authorizer authorizer) implements Check {
  private static final String CLAIMS = "resourceclaims";
  private static final String NODE_NAME = "authentication.kubernetes.io/node-name";

  @Override
  public Verdict check(Write write, View view) {
    boolean concerned =
        gates.enabled(Gate.DRA_RESOURCE_CLAIM_GRANULAR_STATUS_AUTHORIZATION)
            && write.subresource().equals("status")
            && write.resource().qualifiedName().equals("resourceclaims.resource.k8s.io");
    if (!concerned) {
      return Verdict.FINE;
    }
    var now = write.object().object("status");
    var before = write.stored().map(it -> it.object("status")).orElse(Json.Obj.EMPTY);
    var found = binding(write, now, before);
    if (now.has("allocation")) {
      found = found.and(devices(write, now, before));
    }
    return new Verdict(found, List.of(), List.of(), List.of());
  }

  private Violations binding(Write write, Json.Obj now, Json.Obj before) {
    if (now.find("allocation").equals(before.find("allocation"))
        && now.items("reservedFor").equals(before.items("reservedFor"))) {
      return Violations.NONE;
    }
    var verb = write.circumstances().verb();
    return switch (decide(write, verb, "binding", "", "")) {
      case Decision.Allowed _ -> Violations.NONE;
      case Decision.Denied(var reason) ->
          Violations.of(
              Violation.forbidden(
                  FieldPath.of("status", "allocation"),
                  "changing status.allocation or status.reservedFor requires"
                      + " resource=\"resourceclaims/binding\", verb=\"%s\" permission: %s"
                          .formatted(verb, denial(write, verb, "binding", "", reason))));
    };
  }

  private Decision decide(
      Write write, String verb, String subresource, String namespace, String name) {
    return authorizer.decide(
        write.circumstances().user(),
        new Action.OnResource(
            verb,
            GroupVersions.RESOURCE,
            write.circumstances().version(),
            CLAIMS,
            subresource,
            namespace,
            name,
            ""));
  }

  private static String denial(
      Write write, String verb, String subresource, String namespace, String reason) {
    var where =
        namespace.isEmpty()
            ? "at the cluster scope"
            : "in the namespace %s".formatted(GoQuote.quote(namespace));
    var words =
        "User %s cannot %s resource \"resourceclaims/%s\" in API group \"resource.k8s.io\" %s"
            .formatted(
                GoQuote.quote(write.circumstances().user().name()), verb, subresource, where);
    return reason.isEmpty() ? words : words + ": " + reason;
  }

  private Violations devices(Write write, Json.Obj now, Json.Obj before) {
    var verbs = verbs(write, now);
    var found = Violations.NONE;
    for (var driver : changedDrivers(now, before)) {
      var denied = denied(write, verbs, driver);
      if (!denied.isEmpty()) {
        found =
            found.and(
                Violation.forbidden(
                    FieldPath.of("status", "devices"),
                    "changing status.devices requires resource=\"resourceclaims/driver\","
                        + " verb=\"%s\" permission: %s".formatted(verbs, denied)));
      }
    }
    return found;
  }

  /** Why none of the verbs is allowed; empty if one is. */
  private String denied(Write write, List<String> verbs, String driver) {
    var first = "";
    for (var verb : verbs) {
      switch (decide(write, verb, "driver", write.namespace(), driver)) {
        case Decision.Allowed _ -> {
          return "";
        }
        case Decision.Denied(var reason) ->
            first =
                first.isEmpty() ? denial(write, verb, "driver", write.namespace(), reason) : first;
      }
    }
    return first;
  }

  private static List<String> verbs(Write write, Json.Obj status) {
    var verb = write.circumstances().verb();
    var verbs = new ArrayList<String>();
    var node = allocatedNode(status);
    if (!node.isEmpty() && node.equals(nodeOf(write.circumstances().user()))) {
      verbs.add("associated-node:" + verb);
    }
    verbs.add("arbitrary-node:" + verb);
    return verbs;
  }

  private static String nodeOf(User user) {
    var nodes = user.extra().getOrDefault(NODE_NAME, List.of());
    return user.name().startsWith("system:serviceaccount:") && nodes.size() == 1
        ? nodes.getFirst()
        : "";
  }

  /** The one node that an allocation is for, if its selector says so in the plainest way. */
  private static String allocatedNode(Json.Obj status) {
    var terms = status.objects("allocation", "nodeSelector", "nodeSelectorTerms");
    if (terms.size() != 1 || !terms.getFirst().items("matchExpressions").isEmpty()) {
      return "";
    }
    var fields = terms.getFirst().objects("matchFields");
    if (fields.size() != 1) {
      return "";
    }
    var field = fields.getFirst();
    var values = field.texts("values");
    boolean plain =
        field.text("key").equals("metadata.name")
            && field.text("operator").equals("In")
            && values.size() == 1;
    return plain ? values.getFirst() : "";
  }

  private static Iterable<String> changedDrivers(Json.Obj now, Json.Obj before) {
    var drivers = new TreeSet<String>();
    var old = byDevice(before);
    byDevice(now)
        .forEach(
            (key, device) -> {
              if (!device.equals(old.remove(key))) {
                drivers.add(device.text("driver"));
              }
            });
    old.values().forEach(device -> drivers.add(device.text("driver")));
    return drivers;
  }

  private static Map<List<String>, Json.Obj> byDevice(Json.Obj status) {
    var devices = new LinkedHashMap<List<String>, Json.Obj>();
    for (var device : status.objects("devices")) {
      devices.put(
          List.of(
              device.text("driver"),
              device.text("pool"),
              device.text("device"),
              device.text("shareID")),
          device);
    }
    return devices;
  }
}
