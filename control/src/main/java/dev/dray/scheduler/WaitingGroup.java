package dev.dray.scheduler;

import java.util.HashMap;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Unschedulable pods with equal signatures: what keeps one from a node keeps all. Mutable.
 *
 * <p>When something happens that might help, only the first is tried. If it finds a node, the next
 * is tried; if not, the others would not find one either.
 */
final class WaitingGroup {
  private final Object signature;
  private final TreeSet<QueuedPod> pods = new TreeSet<>(QueuedPod.ORDER);
  private @Nullable QueuedPod ahead;
  private @Nullable Text text;
  private final boolean affinity;
  private boolean toBeTriedAgain;

  /**
   * The message that was composed for one pod of the group, with the state it was composed from.
   *
   * @param namespace the namespace of that pod
   * @param claims the claims of that pod that the message may name
   */
  record Text(String reason, long change, String text, String namespace, List<String> claims) {
    private static final Pattern CLAIM =
        Pattern.compile("(?<![-./a-z0-9])[-a-z0-9]+/[-.a-z0-9]*[a-z0-9](?!/)");

    Text {
      claims = List.copyOf(claims);
    }

    /**
     * Returns the message for a pod with the same signature and claims of its own; empty if it
     * cannot be adapted.
     */
    Optional<String> with(String otherNamespace, List<String> others) {
      if (others.size() != claims.size() || !otherNamespace.equals(namespace)) {
        return Optional.empty();
      }
      var names = new HashMap<String, String>();
      for (int i = 0; i < claims.size(); i++) {
        names.put(claims.get(i), others.get(i));
      }
      return Optional.of(
          CLAIM
              .matcher(text)
              .replaceAll(
                  it -> Matcher.quoteReplacement(names.getOrDefault(it.group(), it.group()))));
    }
  }

  /**
   * @param affinity whether its pods have required affinity or anti-affinity
   */
  WaitingGroup(Object signature, boolean affinity) {
    this.signature = signature;
    this.affinity = affinity;
  }

  boolean hasAffinity() {
    return affinity;
  }

  Object signature() {
    return signature;
  }

  NavigableSet<QueuedPod> pods() {
    return pods;
  }

  /** Returns the pod of the group that is being tried. */
  @Nullable QueuedPod ahead() {
    return ahead;
  }

  void ahead(@Nullable QueuedPod pod) {
    ahead = pod;
  }

  boolean isEmpty() {
    return pods.isEmpty() && ahead == null;
  }

  /** Returns whether the first pod will be tried after a while even if nothing happens. */
  boolean isToBeTriedAgain() {
    return toBeTriedAgain;
  }

  void toBeTriedAgain(boolean whether) {
    toBeTriedAgain = whether;
  }

  @Nullable Text text() {
    return text;
  }

  void text(Text text) {
    this.text = text;
  }
}
