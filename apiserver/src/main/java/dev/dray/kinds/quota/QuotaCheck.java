package dev.dray.kinds.quota;

import dev.dray.api.json.Json;
import dev.dray.api.meta.Quantity;
import dev.dray.api.meta.Violations;
import dev.dray.kinds.GroupVersions;
import dev.dray.kinds.Kinds;
import dev.dray.kinds.StatusError;
import dev.dray.kinds.WriteCheck;
import dev.dray.kinds.pod.PodResources;
import dev.dray.store.Precondition;
import dev.dray.store.StoreOperation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The check that keeps namespaces within their quotas.
 *
 * <p>The usage is written in the same transaction as the object, and only if the quota is
 * unchanged: a quota is never exceeded, however many write at once.
 */
public final class QuotaCheck implements WriteCheck {
  private static final List<String> COMPUTE =
      List.of("cpu", "memory", "requests.cpu", "requests.memory", "limits.cpu", "limits.memory");

  private final Kinds kinds;
  private final QuotaUsage usage;

  public QuotaCheck(Kinds kinds) {
    this.kinds = kinds;
    this.usage = new QuotaUsage(kinds);
  }

  @Override
  public Verdict check(Write write, View view) {
    var quotas = kinds.find(GroupVersions.CORE, "resourcequotas");
    boolean concerned =
        write.verb() != Verb.DELETE
            && write.subresource().isEmpty()
            && write.resource().namespaced()
            && quotas.isPresent();
    if (!concerned) {
      return Verdict.FINE;
    }
    var all = view.list(quotas.get(), write.namespace());
    return all.isEmpty() ? Verdict.FINE : check(write, view, all);
  }

  private Verdict check(Write write, View view, List<View.Stored> quotas) {
    var now = write.context().now();
    var wanted = usage.of(write.resource(), write.object(), view, now);
    var conditions = new ArrayList<Precondition>();
    var operations = new ArrayList<StoreOperation>();
    for (var quota : quotas) {
      if (!QuotaScopes.cover(quota.object(), write.resource(), write.object())) {
        continue;
      }
      var hard = PodResources.quantities(quota.object().object("spec", "hard"));
      requireAmounts(write, quota, hard);
      var delta = QuotaUsage.increase(wanted, before(write, quota, view));
      delta.keySet().retainAll(hard.keySet());
      if (!delta.isEmpty()) {
        var after = charged(write, view, quota, hard, delta);
        conditions.add(new Precondition.At(quota.key(), quota.revision()));
        operations.add(new StoreOperation.Put(quota.key(), after.bytes()));
      }
    }
    return new Verdict(Violations.NONE, List.of(), conditions, operations);
  }

  private Map<String, Quantity> before(Write write, View.Stored quota, View view) {
    var now = write.context().now();
    return write
        .stored()
        .filter(it -> QuotaScopes.cover(quota.object(), write.resource(), it))
        .map(it -> usage.of(write.resource(), it, view, now))
        .orElse(Map.of());
  }

  /** Returns the quota with the usage of the write added, if it fits. */
  private Json.Obj charged(
      Write write,
      View view,
      View.Stored quota,
      Map<String, Quantity> hard,
      Map<String, Quantity> delta) {
    var used = new TreeMap<>(used(write, view, quota, hard));
    var exceeded =
        delta.keySet().stream()
            .filter(
                name ->
                    used.getOrDefault(name, Quantity.ZERO)
                            .add(delta.getOrDefault(name, Quantity.ZERO))
                            .compareTo(hard.getOrDefault(name, Quantity.ZERO))
                        > 0)
            .toList();
    if (!exceeded.isEmpty()) {
      throw StatusError.forbidden(
          write.resource(),
          write.name(),
          "exceeded quota: %s, requested: %s, used: %s, limited: %s"
              .formatted(
                  quota.object().text("metadata", "name"),
                  shown(delta, exceeded),
                  shown(used, exceeded),
                  shown(hard, exceeded)));
    }
    delta.forEach((name, amount) -> used.merge(name, amount, Quantity::add));
    var bare = quota.object().without(List.of("metadata", "resourceVersion"));
    return QuotaUsage.withUsed(bare, used);
  }

  /**
   * Returns the usage stated in the quota; counted afresh if the quota is new or limits other names
   * by now.
   */
  private Map<String, Quantity> used(
      Write write, View view, View.Stored quota, Map<String, Quantity> hard) {
    var known = PodResources.quantities(quota.object().object("status", "used"));
    return known.keySet().containsAll(hard.keySet())
        ? known
        : usage.used(quota.object(), write.namespace(), view, write.context().now());
  }

  private static String shown(Map<String, Quantity> amounts, List<String> names) {
    return names.stream()
        .map(name -> name + "=" + amounts.getOrDefault(name, Quantity.ZERO))
        .collect(Collectors.joining(","));
  }

  /** Checks that every container states its amounts where compute resources are limited. */
  private static void requireAmounts(Write write, View.Stored quota, Map<String, Quantity> hard) {
    if (!write.resource().qualifiedName().equals("pods") || write.verb() != Verb.CREATE) {
      return;
    }
    var lacking = new TreeMap<String, List<String>>();
    var containers = new ArrayList<>(write.object().objects("spec", "containers"));
    containers.addAll(write.object().objects("spec", "initContainers"));
    for (var name : COMPUTE) {
      for (var container : containers) {
        if (hard.containsKey(name) && !says(container, name)) {
          lacking.computeIfAbsent(name, _ -> new ArrayList<>()).add(container.text("name"));
        }
      }
    }
    if (!lacking.isEmpty()) {
      throw StatusError.forbidden(
          write.resource(),
          write.name(),
          "failed quota: %s: must specify %s"
              .formatted(quota.object().text("metadata", "name"), shown(lacking)));
    }
  }

  private static boolean says(Json.Obj container, String name) {
    boolean limit = name.startsWith("limits.");
    var resource = name.substring(name.indexOf('.') + 1);
    return container.object("resources", limit ? "limits" : "requests").has(resource);
  }

  private static String shown(Map<String, List<String>> lacking) {
    return lacking.entrySet().stream()
        .map(it -> it.getKey() + " for: " + String.join(",", it.getValue()))
        .collect(Collectors.joining("; "));
  }
}
