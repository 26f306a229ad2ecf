package dev.dray.workload;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.dray.api.core.Pod;
import dev.dray.api.core.PodStatus;
import dev.dray.api.core.Workload;
import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.meta.OwnerReference;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Makes pods as the controller of a workload would, but with predictable names. */
final class PodMaker {
  private PodMaker() {}

  /** Returns a pod of the workload with this suffix of its name. */
  static Pod pod(Workload workload, String suffix) {
    var template = workload.template();
    return new Pod(
        metadata(workload, workload.metadata().name() + "-" + suffix),
        template.spec(),
        PodStatus.EMPTY,
        template.json());
  }

  private static ObjectMeta metadata(Workload workload, String name) {
    var namespace = workload.metadata().namespace();
    var template = workload.template().metadata();
    return new ObjectMeta(
        name,
        "",
        namespace,
        "",
        UUID.nameUUIDFromBytes(("Pod/" + namespace + "/" + name).getBytes(UTF_8)).toString(),
        "",
        0,
        workload.metadata().creationTimestamp(),
        Optional.empty(),
        Optional.empty(),
        template.labels(),
        template.annotations(),
        List.of(reference(workload)),
        template.finalizers(),
        List.of());
  }

  private static OwnerReference reference(Workload workload) {
    return new OwnerReference(
        workload.apiVersion(),
        workload.kindName(),
        workload.metadata().name(),
        workload.metadata().uid(),
        Optional.of(true),
        Optional.of(true));
  }
}
