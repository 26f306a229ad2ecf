package dev.dray.collector;

import dev.dray.api.json.Json;
import dev.dray.kinds.Resource;
import java.util.List;

/** The parts of an object that matter for ownership. */
record OwnerNode(
    Resource resource,
    String namespace,
    String name,
    String uid,
    List<Owner> owners,
    boolean deleting,
    List<String> finalizers) {
  static final String ORPHAN = "orphan";
  static final String FOREGROUND = "foregroundDeletion";

  /**
   * A reference to an owner.
   *
   * @param blocks whether a foreground deletion of the owner waits for this object
   */
  record Owner(String group, String kind, String name, String uid, boolean blocks) {
    static Owner of(Json.Obj reference) {
      var apiVersion = reference.text("apiVersion");
      int slash = apiVersion.indexOf('/');
      return new Owner(
          slash < 0 ? "" : apiVersion.substring(0, slash),
          reference.text("kind"),
          reference.text("name"),
          reference.text("uid"),
          reference.truth("blockOwnerDeletion"));
    }
  }

  OwnerNode {
    owners = List.copyOf(owners);
    finalizers = List.copyOf(finalizers);
  }

  static OwnerNode of(Resource resource, Json.Obj metadata) {
    return new OwnerNode(
        resource,
        metadata.text("namespace"),
        metadata.text("name"),
        metadata.text("uid"),
        metadata.objects("ownerReferences").stream().map(Owner::of).toList(),
        metadata.has("deletionTimestamp"),
        metadata.texts("finalizers"));
  }

  String key() {
    return resource.key(namespace, name);
  }

  /** Returns whether it stays until all dependents that block it are gone. */
  boolean waitsForDependents() {
    return deleting && finalizers.contains(FOREGROUND);
  }

  boolean orphans() {
    return deleting && finalizers.contains(ORPHAN);
  }

  boolean isBlockedBy(OwnerNode dependent) {
    return dependent.owners.stream().anyMatch(it -> it.uid().equals(uid) && it.blocks());
  }
}
