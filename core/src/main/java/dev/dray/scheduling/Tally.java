package dev.dray.scheduling;

import java.util.BitSet;
import java.util.List;
import java.util.Map;

/**
 * Which places the pods there open or close to pods with the same {@link Relations}, and how much
 * they draw them there. Mutable: after pods came and went only those are counted.
 */
final class Tally {
  /** Whether a node would do, or what it fails by first. */
  enum Verdict {
    WELCOME,
    NOT_NEAR,
    NOT_APART,
    UNWELCOME
  }

  private final Relations relations;
  private final Neighbours neighbours;
  private final Grounds grounds;
  private final List<Term> near;
  private final List<Term> apart;
  private final List<Wish> preferred;

  /** Where pods are that are meant by all terms of those that the pod must be near to. */
  private final Counts friends = new Counts();

  /** Where pods are that it must be away from. */
  private final Counts foes = new Counts();

  /** Where pods are that must be away from it. */
  private final Counts shy = new Counts();

  private final Counts pulls = new Counts();

  private BitSet suspects = new BitSet();
  private BitSet repulled = new BitSet();
  private long asOf = -1;

  Tally(Relations relations, Neighbours neighbours, Grounds grounds) {
    this.relations = relations;
    this.neighbours = neighbours;
    this.grounds = grounds;
    near = terms(Wish.Sort.NEAR);
    apart = terms(Wish.Sort.APART);
    preferred =
        relations.wishes().stream()
            .filter(it -> it.sort() == Wish.Sort.RATHER_NEAR || it.sort() == Wish.Sort.RATHER_APART)
            .toList();
  }

  private List<Term> terms(Wish.Sort sort) {
    return relations.wishes().stream().filter(it -> it.sort() == sort).map(Wish::term).toList();
  }

  /** Counts pods that came and went since the last time. */
  void catchUp() {
    if (asOf == neighbours.now()) {
      return;
    }
    boolean alone = friends.isEmpty();
    var moves = neighbours.since(asOf);
    if (moves.isEmpty()) {
      countAgain();
    } else {
      moves.get().forEach(this::count);
      if (relations.isOfItsKind() && alone != friends.isEmpty()) {
        suspects.set(0, grounds.end());
      }
    }
    asOf = neighbours.now();
  }

  private void countAgain() {
    List.of(friends, foes, shy, pulls).forEach(Counts::clear);
    neighbours.all().forEach(this::count);
    suspects.set(0, grounds.end());
    repulled.set(0, grounds.end());
  }

  private void count(Neighbours.Move move) {
    var guest = move.guest();
    if (!near.isEmpty() && near.stream().allMatch(it -> neighbours.isMeant(it, guest))) {
      near.forEach(it -> count(friends, it, move));
    }
    for (var term : apart) {
      if (neighbours.isMeant(term, guest)) {
        count(foes, term, move);
      }
    }
    for (var wish : preferred) {
      if (neighbours.isMeant(wish.term(), guest)) {
        pull(wish, move);
      }
    }
    for (var wish : guest.wishes()) {
      if (relations.met().contains(wish)) {
        if (wish.sort() == Wish.Sort.APART) {
          count(shy, wish.term(), move);
        } else {
          pull(wish, move);
        }
      }
    }
  }

  private void count(Counts counts, Term term, Neighbours.Move move) {
    var value = move.labels().get(term.topologyKey());
    if (value != null) {
      long before = counts.add(term.topologyKey(), value, move.count());
      if (before > 0 != before + move.count() > 0) {
        suspects.or(neighbours.sites(term.topologyKey(), value));
      }
    }
  }

  private void pull(Wish wish, Neighbours.Move move) {
    var key = wish.term().topologyKey();
    var value = move.labels().get(key);
    if (value != null) {
      pulls.add(key, value, wish.pull() * move.count());
      repulled.or(neighbours.sites(key, value));
    }
  }

  /** The nodes whose verdict may be other than when this was last asked. */
  BitSet takeSuspects() {
    var taken = suspects;
    suspects = new BitSet();
    return taken;
  }

  /** The nodes whose {@link #pull} may be other than when this was last asked. */
  BitSet takeRepulled() {
    var taken = repulled;
    repulled = new BitSet();
    return taken;
  }

  /** What upstream's filter says of the node, in its order. */
  Verdict verdict(int site) {
    var labels = grounds.node(site).labels();
    if (!near.isEmpty() && !isNear(labels)) {
      return Verdict.NOT_NEAR;
    }
    for (var term : apart) {
      if (foes.has(term.topologyKey(), labels)) {
        return Verdict.NOT_APART;
      }
    }
    return shy.hasAny(labels) ? Verdict.UNWELCOME : Verdict.WELCOME;
  }

  /**
   * Whether there are friends in all places that the node is in. The first of pods that must be
   * near to each other has none, and may go where there could be some.
   */
  private boolean isNear(Map<String, String> labels) {
    boolean among = true;
    for (var term : near) {
      if (!labels.containsKey(term.topologyKey())) {
        return false;
      }
      among &= friends.has(term.topologyKey(), labels);
    }
    return among || (friends.isEmpty() && relations.isOfItsKind());
  }

  /** How much the pods around draw the pod to the node, or keep it off if below 0. */
  long pull(int site) {
    return pulls.sum(grounds.node(site).labels());
  }
}
