package dev.dray.hollow;

import dev.dray.api.core.Pod;
import dev.dray.client.EventLoop;
import dev.dray.client.KnownObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A pod on a simulated node, and how far it has come. */
final class HollowPod {
  /** In this order, though not through all of them. */
  enum Stage {
    /** Its claims or devices are not there yet. */
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

  /** A pod never goes back; what is asked too late is not done. */
  boolean reach(Stage next) {
    boolean forward = next.compareTo(stage) > 0;
    if (forward) {
      stage = next;
    }
    return forward;
  }

  /** UIDs of the claims that are prepared for it. */
  List<String> claims() {
    return claims;
  }

  /** Whether it is the first time that people are told what it waits for. */
  boolean complain() {
    boolean first = !complained;
    complained = true;
    return first;
  }

  /** Whether an answer of the API decides what becomes of it. */
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
