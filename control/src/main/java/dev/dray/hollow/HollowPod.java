package dev.dray.hollow;

import dev.dray.api.core.Pod;
import dev.dray.client.EventLoop;
import dev.dray.client.KnownObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A pod on a simulated node, and its stage. */
final class HollowPod {
  /** The stages of a pod, in order; a pod may skip some. */
  enum Stage {
    /** Its claims or devices are not ready yet. */
    WAITING,
    RUNNING,
    /** It has run to its end, or never starts. */
    ENDED,
    /** It is being deleted, and nothing of it is left here. */
    GONE
  }

  private final Instant arrived;
  private KnownObject<Pod> object;
  private Stage stage = Stage.WAITING;
  private final List<String> claims = new ArrayList<>();
  private boolean complained;
  private boolean asking;
  private EventLoop.@Nullable Timer end;

  HollowPod(KnownObject<Pod> object, Instant arrived) {
    this.object = object;
    this.arrived = arrived;
  }

  KnownObject<Pod> object() {
    return object;
  }

  void see(KnownObject<Pod> object) {
    this.object = object;
  }

  String uid() {
    return object.metadata().uid();
  }

  String nodeName() {
    return object.value().spec().nodeName();
  }

  Instant arrived() {
    return arrived;
  }

  Stage stage() {
    return stage;
  }

  boolean is(Stage stage) {
    return this.stage == stage;
  }

  /** Advances to a stage, and returns whether it did; a pod never goes back. */
  boolean reach(Stage next) {
    boolean forward = next.compareTo(stage) > 0;
    if (forward) {
      stage = next;
    }
    return forward;
  }

  /** Returns the UIDs of the claims prepared for the pod. */
  List<String> claims() {
    return claims;
  }

  /** Returns whether this is the first report of what the pod waits for. */
  boolean complain() {
    boolean first = !complained;
    complained = true;
    return first;
  }

  /** Returns whether a pending reply of the API decides the pod's fate. */
  boolean isAsking() {
    return asking;
  }

  void asks(boolean asking) {
    this.asking = asking;
  }

  void endsBy(EventLoop.Timer timer) {
    end = timer;
  }

  void callOffEnd() {
    if (end != null) {
      end.cancel();
      end = null;
    }
  }
}
