package dev.dray.kinds.quota;

import dev.dray.api.json.Json;
import dev.dray.kinds.Resource;
import dev.dray.kinds.pod.PodResources;

/** The scopes of a quota: all objects, or certain pods. */
final class QuotaScopes {
  private QuotaScopes() {}

  static boolean cover(Json.Obj quota, Resource resource, Json.Obj object) {
    var scopes = quota.texts("spec", "scopes");
    var selectors = quota.objects("spec", "scopeSelector", "matchExpressions");
    if (scopes.isEmpty() && selectors.isEmpty()) {
      return true;
    }
    return resource.qualifiedName().equals("pods")
        && scopes.stream().allMatch(scope -> covers(scope, object))
        && selectors.stream().allMatch(selector -> covers(selector, object));
  }

  private static boolean covers(String scope, Json.Obj pod) {
    return switch (scope) {
      case "Terminating" -> hasDeadline(pod);
      case "NotTerminating" -> !hasDeadline(pod);
      case "BestEffort" -> isBestEffort(pod);
      case "NotBestEffort" -> !isBestEffort(pod);
      case "PriorityClass" -> !pod.text("spec", "priorityClassName").isEmpty();
      case "CrossNamespacePodAffinity" -> crossesNamespaces(pod);
      default -> false;
    };
  }

  private static boolean hasDeadline(Json.Obj pod) {
    return pod.number("spec", "activeDeadlineSeconds").orElse(-1L) >= 0;
  }

  private static boolean isBestEffort(Json.Obj pod) {
    return PodResources.qualityOfService(pod).equals("BestEffort");
  }

  private static boolean crossesNamespaces(Json.Obj pod) {
    var affinity = pod.object("spec", "affinity").toText();
    return affinity.contains("\"namespaces\"") || affinity.contains("\"namespaceSelector\"");
  }

  private static boolean covers(Json.Obj selector, Json.Obj pod) {
    var scope = selector.text("scopeName");
    if (!scope.equals("PriorityClass")) {
      return covers(scope, pod);
    }
    var name = pod.text("spec", "priorityClassName");
    return switch (selector.text("operator")) {
      case "In" -> !name.isEmpty() && selector.texts("values").contains(name);
      case "NotIn" -> !selector.texts("values").contains(name);
      case "Exists" -> !name.isEmpty();
      case "DoesNotExist" -> name.isEmpty();
      default -> false;
    };
  }
}
