package dev.dray.security;

import dev.dray.api.codec.ObjectTrees;
import dev.dray.api.codec.text.Limits;
import dev.dray.api.json.Json;
import dev.dray.security.authorization.MirrorPods;
import dev.dray.security.authorization.RoleSource;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Stored objects for tests, of all kinds, and the roles among them. */
public final class Cluster implements StoredObjects, RoleSource {
  private record Kept(String group, String plural, Json.Obj object) {}

  private final List<Kept> all = new ArrayList<>();
  private long changes;

  /** YAML with single quotes or without, as a tree. */
  public static Json.Obj tree(String yaml) {
    var parsed = new ObjectTrees(Limits.DEFAULT).parse(yaml.getBytes(StandardCharsets.UTF_8));
    if (parsed instanceof ObjectTrees.Parsed.Tree(Json.Obj object, _)) {
      return object;
    }
    throw new IllegalArgumentException(yaml + "\n" + parsed);
  }

  public Cluster add(String group, String plural, Json.Obj object) {
    all.add(new Kept(group, plural, object));
    changes++;
    return this;
  }

  public Cluster add(String plural, String yaml) {
    return add("", plural, tree(yaml));
  }

  public Cluster remove(String plural, String name) {
    all.removeIf(
        it -> it.plural().equals(plural) && it.object().text("metadata", "name").equals(name));
    changes++;
    return this;
  }

  /** The roles and bindings of a list. */
  public Cluster addRoles(List<Json.Obj> roles) {
    for (var role : roles) {
      var plural =
          switch (role.text("kind")) {
            case "Role" -> "roles";
            case "RoleBinding" -> "rolebindings";
            case "ClusterRole" -> "clusterroles";
            case "ClusterRoleBinding" -> "clusterrolebindings";
            default -> throw new IllegalArgumentException(role.toText());
          };
      add("rbac.authorization.k8s.io", plural, role);
    }
    return this;
  }

  public Cluster addRole(String yaml) {
    return addRoles(List.of(tree(yaml)));
  }

  @Override
  public Optional<Json.Obj> find(String group, String plural, String namespace, String name) {
    return all.stream()
        .filter(it -> it.group().equals(group) && it.plural().equals(plural))
        .map(Kept::object)
        .filter(it -> it.text("metadata", "namespace").equals(namespace))
        .filter(it -> it.text("metadata", "name").equals(name))
        .findFirst();
  }

  @Override
  public List<PodUses> usesOn(String node, String namespace) {
    return all("pods").stream()
        .filter(it -> it.text("spec", "nodeName").equals(node))
        .filter(it -> it.text("metadata", "namespace").equals(namespace))
        .filter(it -> !MirrorPods.isMirror(it))
        .map(PodUses::of)
        .toList();
  }

  @Override
  public List<Json.Obj> all(String plural) {
    return all.stream().filter(it -> it.plural().equals(plural)).map(Kept::object).toList();
  }

  @Override
  public long changes() {
    return changes;
  }
}
