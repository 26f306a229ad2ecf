package dev.dray.controller;

import dev.dray.api.core.Pod;
import dev.dray.api.core.PodResourceClaimStatus;
import dev.dray.api.json.Json;
import dev.dray.api.meta.ResourceVersions;
import dev.dray.client.KnownObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * The statuses written to pods that the informer has not reported yet; without them a pod that
 * changes meanwhile would be written again.
 */
final class Recorded {
  private static final int MOST = 20_000;

  private final SequencedMap<String, Write> writes = new LinkedHashMap<>();

  private record Write(String uid, String revision, List<PodResourceClaimStatus> statuses) {
    boolean concerns(KnownObject<Pod> pod) {
      return uid.equals(pod.metadata().uid())
          && ResourceVersions.isOlder(pod.metadata().resourceVersion(), revision);
    }
  }

  List<PodResourceClaimStatus> of(KnownObject<Pod> pod) {
    var write = writes.get(pod.key());
    return write != null && write.concerns(pod)
        ? write.statuses()
        : pod.value().status().resourceClaimStatuses();
  }

  void wrote(KnownObject<Pod> pod, Json.Obj answer, List<PodResourceClaimStatus> statuses) {
    var revision = answer.text("metadata", "resourceVersion");
    writes.putLast(pod.key(), new Write(pod.metadata().uid(), revision, statuses));
    if (writes.size() > MOST) {
      writes.pollFirstEntry();
    }
  }

  void told(KnownObject<Pod> pod) {
    var write = writes.get(pod.key());
    if (write != null && !write.concerns(pod)) {
      writes.remove(pod.key());
    }
  }

  void toldRemoved(KnownObject<Pod> pod) {
    writes.remove(pod.key());
  }
}
