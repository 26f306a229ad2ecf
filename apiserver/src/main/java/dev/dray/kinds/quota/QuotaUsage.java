package dev.dray.kinds.quota;

import dev.dray.api.json.Json;
import dev.dray.api.meta.Quantity;
import dev.dray.kinds.Ages;
import dev.dray.kinds.GroupVersions;
import dev.dray.kinds.Kinds;
import dev.dray.kinds.Resource;
import dev.dray.kinds.WriteCheck;
import dev.dray.kinds.pod.PodResources;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The usage of quota-limited resources by objects. */
public final class QuotaUsage {
  private static final Set<String> COUNTED_BY_NAME =
      Set.of("configmaps", "secrets", "services", "resourcequotas");
  private static final Set<String> FINISHED = Set.of("Succeeded", "Failed");
  private static final Quantity ONE = Quantity.of(1, Quantity.Format.DECIMAL_SI);

  private final Kinds kinds;

  public QuotaUsage(Kinds kinds) {
    this.kinds = kinds;
  }

  /**
   * Returns the usage of all objects of a namespace under a quota, with an entry for each limited
   * name.
   */
  public Map<String, Quantity> used(
      Json.Obj quota, String namespace, WriteCheck.View view, Instant now) {
    var used = new TreeMap<String, Quantity>();
    quota.object("spec", "hard").fields().keySet().forEach(name -> used.put(name, Quantity.ZERO));
    for (var resource : kinds.all()) {
      if (resource.namespaced() && !isAlias(resource) && concerns(used.keySet(), resource)) {
        for (var stored : view.list(resource, namespace)) {
          if (QuotaScopes.cover(quota, resource, stored.object())) {
            of(resource, stored.object(), view, now)
                .forEach(
                    (name, amount) -> used.computeIfPresent(name, (_, sum) -> sum.add(amount)));
          }
        }
      }
    }
    return used;
  }

  /**
   * Returns whether a resource is the other group's name for events, which are the same objects.
   */
  private static boolean isAlias(Resource resource) {
    return resource.group().equals(GroupVersions.EVENTS);
  }

  private static boolean concerns(Set<String> names, Resource resource) {
    return switch (resource.qualifiedName()) {
      case "pods", "resourceclaims.resource.k8s.io" -> true;
      default ->
          names.contains(countName(resource))
              || (COUNTED_BY_NAME.contains(resource.plural()) && names.contains(resource.plural()));
    };
  }

  private static String countName(Resource resource) {
    return "count/" + resource.qualifiedName();
  }

  /** Returns the usage of one object. */
  public Map<String, Quantity> of(
      Resource resource, Json.Obj object, WriteCheck.View view, Instant now) {
    var usage = new LinkedHashMap<String, Quantity>();
    usage.put(countName(resource), ONE);
    switch (resource.qualifiedName()) {
      case "pods" -> {
        if (!isOver(object, now)) {
          pod(object, usage);
        }
      }
      case "resourceclaims.resource.k8s.io" -> new ClaimUsage(kinds, view).add(object, usage);
      default -> {
        if (resource.group().isEmpty() && COUNTED_BY_NAME.contains(resource.plural())) {
          usage.put(resource.plural(), ONE);
        }
      }
    }
    return usage;
  }

  /** Returns whether a pod has ended, or should have by now, and so uses nothing. */
  private static boolean isOver(Json.Obj pod, Instant now) {
    if (FINISHED.contains(pod.text("status", "phase"))) {
      return true;
    }
    var deletion = Ages.read(pod.text("metadata", "deletionTimestamp"));
    long grace = pod.number("metadata", "deletionGracePeriodSeconds").orElse(0L);
    return deletion.isPresent() && now.isAfter(deletion.get().plusSeconds(grace));
  }

  static void pod(Json.Obj pod, Map<String, Quantity> usage) {
    usage.put("pods", ONE);
    PodResources.requests(pod)
        .forEach(
            (name, amount) -> {
              usage.put("requests." + name, amount);
              if (isPlain(name)) {
                usage.put(name, amount);
              }
            });
    PodResources.limits(pod)
        .forEach(
            (name, amount) -> {
              if (isPlain(name)) {
                usage.put("limits." + name, amount);
              }
            });
  }

  private static boolean isPlain(String name) {
    return name.indexOf('/') < 0;
  }

  /** Returns the increase per name; decreases are left to the controller that recounts. */
  static Map<String, Quantity> increase(Map<String, Quantity> now, Map<String, Quantity> before) {
    var more = new TreeMap<String, Quantity>();
    now.forEach(
        (name, amount) -> {
          var delta = amount.subtract(before.getOrDefault(name, Quantity.ZERO));
          if (delta.sign() > 0) {
            more.put(name, delta);
          }
        });
    return more;
  }

  /** Returns a quota whose status states this usage. */
  public static Json.Obj withUsed(Json.Obj quota, Map<String, Quantity> used) {
    var amounts = new LinkedHashMap<String, Json>();
    new TreeMap<>(used).forEach((name, amount) -> amounts.put(name, Json.of(amount.toString())));
    return quota
        .with(List.of("status", "hard"), quota.object("spec", "hard"))
        .with(List.of("status", "used"), new Json.Obj(amounts));
  }
}
