package dev.dray.bench.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What both sides measured on the same worlds, in any number of rounds. */
record Comparison(List<Row> rows) {

  /** One world. Absent is what was not measured. */
  record Row(
      String world,
      Optional<Figures> upstreamWarm,
      Optional<Figures> upstreamCold,
      Optional<Figures> drayCold,
      Optional<Figures> drayWarm) {

    Figures any() {
      return all().getFirst();
    }

    private List<Figures> all() {
      var all = new ArrayList<Figures>();
      List.of(upstreamWarm, upstreamCold, drayCold, drayWarm)
          .forEach(each -> each.ifPresent(all::add));
      return all;
    }

    /** Everything that ended, ended with the same answers, and as it must by construction. */
    boolean agrees() {
      var ended = all().stream().filter(Figures::ended).toList();
      return ended.stream().map(Figures::digest).distinct().count() <= 1
          && ended.stream().allMatch(it -> it.expectedFits() < 0 || it.expectedFits() == it.fits());
    }

    /** Whether both sides answered, so that their answers can be held against each other. */
    boolean compared() {
      return upstreamWarm.filter(Figures::ended).isPresent()
          && drayWarm.filter(Figures::ended).isPresent();
    }
  }

  private record Key(String world, String side, String mode) {}

  static Comparison of(List<Figures> figures) {
    var best = new LinkedHashMap<Key, Figures>();
    for (var each : figures) {
      best.merge(new Key(each.world(), each.side(), each.mode()), each, Comparison::ofTwoRounds);
    }
    var worlds = figures.stream().map(Figures::world).distinct().toList();
    return new Comparison(worlds.stream().map(world -> row(world, best)).toList());
  }

  /**
   * The better times of two rounds, or a round that did not end: a side that does so once is not to
   * be relied on.
   */
  private static Figures ofTwoRounds(Figures one, Figures other) {
    if (!one.ended() || !other.ended()) {
      return one.ended() ? other : one;
    }
    if (!one.digest().equals(other.digest())) {
      throw new IllegalStateException(
          "The side (%s) answers differently from round to round on the world (%s)."
              .formatted(one.side(), one.world()));
    }
    return one.withTimes(
        Math.min(one.bestNs(), other.bestNs()), Math.min(one.medianNs(), other.medianNs()));
  }

  private static Row row(String world, Map<Key, Figures> best) {
    return new Row(
        world,
        find(best, world, Figures.UPSTREAM, Figures.WARM),
        find(best, world, Figures.UPSTREAM, Figures.COLD),
        find(best, world, Figures.DRAY, Figures.COLD),
        find(best, world, Figures.DRAY, Figures.WARM));
  }

  private static Optional<Figures> find(
      Map<Key, Figures> best, String world, String side, String mode) {
    return Optional.ofNullable(best.get(new Key(world, side, mode)));
  }

  /** The worlds on which the sides do not come to the same, or not to what must come out. */
  List<String> disagreements() {
    return rows.stream().filter(row -> !row.agrees()).map(Row::world).toList();
  }
}
