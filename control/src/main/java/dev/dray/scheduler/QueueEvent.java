package dev.dray.scheduler;

/** The events that put a pod into a queue, in upstream's words where it has any. */
enum QueueEvent {
  POD_ADDED("UnscheduledPodAdd"),
  POD_CHANGED("UnscheduledPodUpdate"),
  CLAIM_CHANGED("ResourceClaimUpdate"),
  CLAIM_RELEASED("ResourceClaimUpdate"),
  ROOM_FREED("AssignedPodDelete"),
  POD_PLACED("AssignedPodAdd"),
  NODE_CHANGED("NodeUpdate"),
  NAMESPACE_CHANGED("NamespaceUpdate"),
  INVENTORY_CHANGED("ResourceSliceUpdate"),
  ATTEMPT_FAILED("ScheduleAttemptFailure"),
  BACKOFF_COMPLETE("BackoffComplete"),
  POPPED_EARLY("PopFromBackoffQ"),
  WAITED_LONG("UnschedulableTimeout"),
  /** The pod waits for another reason than it was told. */
  REASON_CHANGED("ReasonChanged"),
  /** Another pod with the same signature found a node. */
  NEXT_OF_GROUP("EqualPodScheduled");

  private final String word;

  QueueEvent(String word) {
    this.word = word;
  }

  /** Returns the label for metrics. */
  String word() {
    return word;
  }
}
