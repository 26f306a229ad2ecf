package dev.dray.scheduler;

import dev.dray.allocation.explain.NodesExplanation;
import dev.dray.framework.UnschedulableReason;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The messages about pods that have to wait: upstream's line first, then the explanation. */
final class UnschedulableMessages {
  /** The maximum length of an event's message. */
  static final int LONGEST = 1024;

  private static final String NO_NODES = "no nodes available to schedule pods";
  private static final String NOT_HELPFUL = "Preemption is not helpful for scheduling";
  private static final String NO_VICTIMS = "No preemption victims found for incoming pod";

  /**
   * A claim as the allocation guard names it; a name ends with a letter or digit, not with a dot.
   */
  private static final Pattern CLAIM =
      Pattern.compile("\\bclaim (?<namespace>[-a-z0-9]+)/[-.a-z0-9]*[a-z0-9]");

  private UnschedulableMessages() {}

  /**
   * Returns the line that upstream would write.
   *
   * @param done what was done about it; may be empty
   */
  static String headline(UnschedulableReason reason, int nodes, String done) {
    return switch (reason) {
      case UnschedulableReason.NoNode noNode ->
          nodes == 0
              ? NO_NODES
              : noNode.message() + " " + joined(done, preemption(nodes, resolvable(noNode)));
      case UnschedulableReason.Mistake mistake ->
          nodes == 0 ? NO_NODES : mistake.message() + " " + joined(done, preemption(nodes, 0));
      case UnschedulableReason.Gated _ -> "Scheduling is blocked due to non-empty scheduling gates";
      case UnschedulableReason.ClaimsMissing missing -> missing.message();
      case UnschedulableReason.Deleted deleted -> deleted.message();
    };
  }

  private static String joined(String done, String preemption) {
    return done.isEmpty() ? preemption : done + ", " + preemption;
  }

  /**
   * Returns the number of nodes on which only other pods are in the way, which could be preempted.
   */
  private static int resolvable(UnschedulableReason.NoNode reason) {
    int others =
        reason.reasons().entrySet().stream()
            .filter(it -> !isByOthers(it.getKey()))
            .mapToInt(it -> it.getValue())
            .sum();
    return Math.max(0, reason.nodes() - others);
  }

  private static boolean isByOthers(String reason) {
    return reason.startsWith("Insufficient ")
        || reason.equals("Too many pods")
        || reason.endsWith("anti-affinity rules");
  }

  /**
   * Returns upstream's words about preemption. There is none here; where upstream would look for
   * victims, it says that none were found.
   */
  private static String preemption(int nodes, int resolvable) {
    var counted = new ArrayList<String>();
    if (resolvable > 0) {
      counted.add(resolvable + " " + NO_VICTIMS);
    }
    if (nodes > resolvable) {
      counted.add((nodes - resolvable) + " " + NOT_HELPFUL);
    }
    counted.sort(null);
    return "preemption: 0/%d nodes are available: %s.".formatted(nodes, String.join(", ", counted));
  }

  /** Returns the headline with as many whole lines of the explanations as fit. */
  static String explained(String headline, List<NodesExplanation> explanations) {
    var text = new StringBuilder(cut(headline, LONGEST));
    for (var explanation : explanations) {
      for (var line : explanation.toText().lines().skip(1).toList()) {
        if (line.isBlank()) {
          continue;
        }
        if (text.length() + 1 + line.length() > LONGEST) {
          return text.toString();
        }
        text.append('\n').append(line);
      }
    }
    return text.toString();
  }

  /**
   * Returns a server's message for readers of a namespace, without the names of other namespaces'
   * claims.
   */
  static String within(String namespace, String words) {
    return CLAIM
        .matcher(words)
        .replaceAll(
            it ->
                it.group("namespace").equals(namespace)
                    ? Matcher.quoteReplacement(it.group())
                    : "a claim of another namespace");
  }

  static String cut(String text, int most) {
    return text.length() <= most ? text : text.substring(0, most - 4) + " ...";
  }
}
