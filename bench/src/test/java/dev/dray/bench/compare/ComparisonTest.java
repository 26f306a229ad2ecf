package dev.dray.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonTest {

  @Test
  void sides_with_other_answers_disagree() {
    var comparison =
        Comparison.of(
            List.of(
                figures(Figures.UPSTREAM, 100, "one answer"),
                figures(Figures.DRAY, 10, "another")));

    assertThat(comparison.disagreements()).containsExactly("w");
    assertThat(Table.of(comparison).lines().getFirst()).endsWith("NO");
  }

  @Test
  void fits_that_cannot_be_are_a_disagreement_although_both_sides_say_so() {
    var comparison =
        Comparison.of(
            List.of(
                expecting(7, figures(Figures.UPSTREAM, 100, "same")),
                expecting(7, figures(Figures.DRAY, 10, "same"))));

    assertThat(comparison.disagreements()).containsExactly("w");
  }

  @Test
  void the_better_of_two_rounds_counts_on_each_side() {
    var comparison =
        Comparison.of(
            List.of(
                figures(Figures.UPSTREAM, 300, "same"),
                figures(Figures.DRAY, 10, "same"),
                figures(Figures.UPSTREAM, 100, "same"),
                figures(Figures.DRAY, 90, "same")));

    assertThat(comparison.disagreements()).isEmpty();
    assertThat(Table.of(comparison).lines().getFirst()).contains("10 / 10").endsWith("yes");
  }

  @Test
  void the_digest_of_a_node_where_nothing_fits_is_the_one_that_the_go_side_computes() {
    var line = new Answer.NoFit("node-0000").line();

    assertThat(Measurement.digest(List.of(line)))
        .isEqualTo("0abd88d54983e50338a4b4f1ac8bdacac0bf93d27df8da87b7769bfc05d95201");
  }

  private static Figures figures(String side, long ms, String digest) {
    long ns = ms * 1_000_000;
    return new Figures(
        side, Figures.WARM, "w", "w", 5, 40, -1, true, 5, 9, ns, ns, ns, 0, 0, digest);
  }

  private static Figures expecting(int fits, Figures it) {
    return new Figures(
        it.side(),
        it.mode(),
        it.world(),
        it.reads(),
        it.nodes(),
        it.devices(),
        fits,
        it.ended(),
        it.fits(),
        it.sweeps(),
        it.bestNs(),
        it.medianNs(),
        it.cpuNs(),
        it.bytes(),
        it.steps(),
        it.digest());
  }
}
