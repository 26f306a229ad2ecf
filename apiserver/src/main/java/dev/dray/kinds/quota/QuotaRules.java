package dev.dray.kinds.quota;

import dev.dray.api.json.Json;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Formats;
import dev.dray.api.meta.Parsed;
import dev.dray.api.meta.Quantity;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import dev.dray.api.validation.meta.CommonRules;
import dev.dray.kinds.FieldMistakes;
import dev.dray.kinds.TreeRules;
import dev.dray.kinds.WriteContext;
import java.util.List;
import java.util.Set;

/** The rules of resource quotas. */
public final class QuotaRules implements TreeRules {
  private static final Set<String> STANDARD =
      Set.of(
          "cpu",
          "memory",
          "ephemeral-storage",
          "requests.cpu",
          "requests.memory",
          "requests.storage",
          "requests.ephemeral-storage",
          "limits.cpu",
          "limits.memory",
          "limits.ephemeral-storage",
          "pods",
          "resourcequotas",
          "services",
          "replicationcontrollers",
          "secrets",
          "configmaps",
          "persistentvolumeclaims",
          "services.nodeports",
          "services.loadbalancers");
  private static final Set<String> COUNTED =
      Set.of(
          "pods",
          "resourcequotas",
          "services",
          "replicationcontrollers",
          "secrets",
          "configmaps",
          "persistentvolumeclaims",
          "services.nodeports",
          "services.loadbalancers");
  private static final List<String> SCOPES =
      List.of(
          "Terminating",
          "NotTerminating",
          "BestEffort",
          "NotBestEffort",
          "PriorityClass",
          "CrossNamespacePodAffinity");

  @Override
  public List<String> writtenIfEmpty() {
    return List.of("spec", "status");
  }

  @Override
  public List<String> parts() {
    return List.of("status");
  }

  @Override
  public Json.Obj created(Json.Obj object, WriteContext context) {
    return object.with("status", Json.Obj.EMPTY);
  }

  @Override
  public Violations mistakes(Json.Obj object) {
    return amounts(object.object("spec", "hard"), FieldPath.of("spec", "hard")).and(scopes(object));
  }

  private static Violations amounts(Json.Obj amounts, FieldPath at) {
    var found = Violations.NONE;
    for (var amount : amounts.fields().entrySet()) {
      var name = amount.getKey();
      var path = at.key(name);
      found =
          found
              .and(resource(name, path))
              .and(FieldMistakes.amount(amount.getValue(), path))
              .and(whole(name, amount.getValue(), path));
    }
    return found;
  }

  private static Violations resource(String name, FieldPath at) {
    if (!Formats.isLabelKey(name)) {
      return CommonRules.labelKey(name, at);
    }
    boolean known =
        name.indexOf('/') >= 0
            || STANDARD.contains(name)
            || name.startsWith("hugepages-")
            || name.startsWith("requests.hugepages-");
    return known
        ? Violations.NONE
        : Violations.of(
            Violation.invalid(at, name, "must be a standard resource type or fully qualified"),
            Violation.invalid(at, name, "must be a standard resource for quota"));
  }

  private static Violations whole(String name, Json value, FieldPath at) {
    boolean counted = COUNTED.contains(name) || name.indexOf('/') >= 0;
    return counted
            && Quantity.tryParse(FieldMistakes.literal(value))
                instanceof Parsed.Value<Quantity>(var amount)
            && !amount.isInteger()
        ? Violations.of(Violation.invalid(at, amount.toString(), "must be an integer"))
        : Violations.NONE;
  }

  private static Violations scopes(Json.Obj object) {
    var scopes = object.texts("spec", "scopes");
    return SCOPES.containsAll(scopes)
        ? Violations.NONE
        : Violations.of(
            Violation.invalid(FieldPath.of("spec", "scopes"), scopes, "unsupported scope"));
  }

  @Override
  public Violations changeMistakes(Json.Obj object, Json.Obj stored) {
    var scopes = Set.copyOf(object.texts("spec", "scopes"));
    return scopes.equals(Set.copyOf(stored.texts("spec", "scopes")))
        ? Violations.NONE
        : Violations.of(
            Violation.invalid(
                FieldPath.of("spec", "scopes"),
                object.texts("spec", "scopes"),
                FieldMistakes.IMMUTABLE));
  }

  @Override
  public Violations partMistakes(String part, Json.Obj object, Json.Obj stored) {
    return amounts(object.object("status", "hard"), FieldPath.of("status", "hard"))
        .and(amounts(object.object("status", "used"), FieldPath.of("status", "used")));
  }

  @Override
  public boolean deletionReturnsObject() {
    return true;
  }
}
