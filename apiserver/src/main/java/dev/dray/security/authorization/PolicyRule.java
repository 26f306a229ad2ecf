package dev.dray.security.authorization;

import dev.dray.api.json.Json;
import dev.dray.api.meta.GoQuote;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A rule of a role: these verbs on these resources, or on these paths. */
public record PolicyRule(
    List<String> verbs,
    List<String> apiGroups,
    List<String> resources,
    List<String> resourceNames,
    List<String> nonResourceUrls) {
  private static final String ALL = "*";

  /** The rules that allow everything. */
  static final List<PolicyRule> EVERYTHING =
      List.of(
          new PolicyRule(List.of(ALL), List.of(ALL), List.of(ALL), List.of(), List.of()),
          new PolicyRule(List.of(ALL), List.of(), List.of(), List.of(), List.of(ALL)));

  public PolicyRule {
    verbs = List.copyOf(verbs);
    apiGroups = List.copyOf(apiGroups);
    resources = List.copyOf(resources);
    resourceNames = List.copyOf(resourceNames);
    nonResourceUrls = List.copyOf(nonResourceUrls);
  }

  static PolicyRule of(Json.Obj tree) {
    return new PolicyRule(
        tree.texts("verbs"),
        tree.texts("apiGroups"),
        tree.texts("resources"),
        tree.texts("resourceNames"),
        tree.texts("nonResourceURLs"));
  }

  static List<PolicyRule> ofRole(Json.Obj role) {
    return role.objects("rules").stream().map(PolicyRule::of).toList();
  }

  public Json.Obj tree() {
    var tree = Json.Obj.EMPTY;
    tree = with(tree, "apiGroups", apiGroups);
    tree = with(tree, "nonResourceURLs", nonResourceUrls);
    tree = with(tree, "resourceNames", resourceNames);
    tree = with(tree, "resources", resources);
    return tree.with("verbs", Json.strings(verbs));
  }

  private static Json.Obj with(Json.Obj tree, String name, List<String> values) {
    return values.isEmpty() ? tree : tree.with(name, Json.strings(values));
  }

  boolean allows(Action action) {
    return switch (action) {
      case Action.OnResource it ->
          has(verbs, it.verb())
              && has(apiGroups, it.group())
              && allowsResource(it.resource(), it.subresource())
              && (resourceNames.isEmpty() || resourceNames.contains(it.name()));
      case Action.OnPath it ->
          has(verbs, it.verb()) && nonResourceUrls.stream().anyMatch(url -> covers(url, it.path()));
    };
  }

  private static boolean has(List<String> values, String wanted) {
    return values.contains(wanted) || values.contains(ALL);
  }

  private boolean allowsResource(String resource, String subresource) {
    if (subresource.isEmpty()) {
      return has(resources, resource);
    }
    for (var it : resources) {
      if (it.equals(ALL) || isOf(it, resource, subresource) || isOf(it, ALL, subresource)) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether the text is {@code resource/subresource}, without building that string. */
  private static boolean isOf(String it, String resource, String subresource) {
    return it.length() == resource.length() + 1 + subresource.length()
        && it.startsWith(resource)
        && it.charAt(resource.length()) == '/'
        && it.endsWith(subresource);
  }

  private static boolean covers(String url, String path) {
    return url.equals(path) || (url.endsWith(ALL) && path.startsWith(withoutStars(url)));
  }

  private static String withoutStars(String url) {
    int end = url.length();
    while (end > 0 && url.charAt(end - 1) == '*') {
      end--;
    }
    return url.substring(0, end);
  }

  /** Returns this rule as rules with a single verb and resource or path each. */
  List<PolicyRule> apart() {
    var all = new ArrayList<PolicyRule>();
    for (var group : apiGroups) {
      for (var resource : resources) {
        for (var verb : verbs) {
          if (resourceNames.isEmpty()) {
            all.add(onResource(verb, group, resource, List.of()));
          }
          for (var name : resourceNames) {
            all.add(onResource(verb, group, resource, List.of(name)));
          }
        }
      }
    }
    for (var url : nonResourceUrls) {
      for (var verb : verbs) {
        all.add(new PolicyRule(List.of(verb), List.of(), List.of(), List.of(), List.of(url)));
      }
    }
    return all;
  }

  private static PolicyRule onResource(
      String verb, String group, String resource, List<String> names) {
    return new PolicyRule(List.of(verb), List.of(group), List.of(resource), names, List.of());
  }

  /** Returns whether this rule allows everything that a single rule allows. */
  boolean covers(PolicyRule single) {
    return hasAll(verbs, single.verbs)
        && hasAll(apiGroups, single.apiGroups)
        && single.resources.stream().allMatch(this::coversResource)
        && coversNames(single.resourceNames)
        && single.nonResourceUrls.stream()
            .allMatch(path -> nonResourceUrls.stream().anyMatch(url -> covers(url, path)));
  }

  private static boolean hasAll(List<String> values, List<String> wanted) {
    return values.contains(ALL) || values.containsAll(wanted);
  }

  private boolean coversResource(String resource) {
    int slash = resource.indexOf('/');
    return has(resources, resource)
        || (slash >= 0 && resources.contains(ALL + resource.substring(slash)));
  }

  private boolean coversNames(List<String> names) {
    return resourceNames.isEmpty() || (!names.isEmpty() && resourceNames.containsAll(names));
  }

  /** Returns the rule as upstream shows it in a refusal. */
  String shown() {
    var parts = new ArrayList<String>();
    show(parts, "APIGroups", apiGroups);
    show(parts, "Resources", resources);
    show(parts, "NonResourceURLs", nonResourceUrls);
    show(parts, "ResourceNames", resourceNames);
    show(parts, "Verbs", verbs);
    return "{" + String.join(", ", parts) + "}";
  }

  private static void show(List<String> parts, String name, List<String> values) {
    if (!values.isEmpty()) {
      parts.add(name + ":" + quoted(values));
    }
  }

  static String quoted(List<String> values) {
    return values.stream().map(GoQuote::quote).collect(Collectors.joining(" ", "[", "]"));
  }
}
