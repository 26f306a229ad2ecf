package dev.dray.controller;

import dev.dray.api.json.Json;
import dev.dray.api.meta.ObjectMeta;
import dev.dray.client.Resources;
import dev.dray.framework.claim.GeneratedClaims;

/** Creates claims from templates. */
final class NewClaims {
  private NewClaims() {}

  /**
   * Returns the claim for an entry of a pod. It is made from the template's JSON tree, so that
   * unknown fields are kept.
   */
  static Json.Obj of(ObjectMeta pod, String entry, Json.Obj template, String base, String name) {
    var annotations =
        template
            .object("spec", "metadata", "annotations")
            .with(GeneratedClaims.ENTRY, Json.of(entry));
    var labels = template.object("spec", "metadata", "labels");
    var owner =
        Json.obj(
            "apiVersion",
            "v1",
            "kind",
            "Pod",
            "name",
            pod.name(),
            "uid",
            pod.uid(),
            "controller",
            true);
    var metadata =
        Json.obj(
            "name",
            name,
            "generateName",
            base,
            "namespace",
            pod.namespace(),
            "annotations",
            annotations,
            "ownerReferences",
            Json.Arr.of(owner));
    return Json.obj(
        "apiVersion",
        Resources.CLAIMS.apiVersion(),
        "kind",
        Resources.CLAIMS.kind(),
        "metadata",
        labels.isEmpty() ? metadata : metadata.with("labels", labels),
        "spec",
        template.object("spec", "spec"));
  }
}
