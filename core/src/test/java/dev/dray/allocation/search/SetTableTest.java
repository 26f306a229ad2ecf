package dev.dray.allocation.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SetTableTest {
  private final SetTable table = new SetTable();

  @Test
  void equal_sets_have_one_number_in_whatever_order_their_elements_are() {
    int set = table.of(new int[] {5, 2, 9});

    assertThat(table.of(new int[] {9, 5, 2, 5})).isEqualTo(set);
    assertThat(table.elements(set)).containsExactly(2, 5, 9);
    assertThat(table.of(new int[] {7, 7})).isEqualTo(table.of(new int[] {7})).isNotEqualTo(set);
    assertThat(table.of(new int[] {})).isEqualTo(SetTable.EMPTY);
  }

  @Test
  void a_set_that_is_known_takes_no_further_number() {
    table.of(new int[] {0});
    table.of(new int[] {1, 2});
    table.of(new int[] {0});
    table.of(new int[] {2, 1});
    table.of(new int[] {});

    assertThat(table.size()).isEqualTo(3);
  }

  @Test
  void single_elements_may_be_of_any_size() {
    int eight = table.of(new int[] {8});
    int seven = table.of(new int[] {7});
    int thousand = table.of(new int[] {1_000});

    assertThat(table.elements(eight)).containsExactly(8);
    assertThat(table.elements(seven)).containsExactly(7);
    assertThat(table.elements(thousand)).containsExactly(1_000);
  }

  @Test
  void an_intersection_is_the_set_of_the_common_elements_however_often_it_is_asked_for() {
    var random = new Random(1);
    var sets = new ArrayList<int[]>();
    for (int i = 0; i < 60; i++) {
      sets.add(random.ints(random.nextInt(5), 0, 9).toArray());
    }
    for (int round = 0; round < 2; round++) {
      for (var one : sets) {
        for (var two : sets) {
          var common =
              IntStream.of(one).filter(it -> IntStream.of(two).anyMatch(o -> o == it)).toArray();

          int intersection = table.intersection(table.of(one), table.of(two));

          assertThat(intersection).isEqualTo(table.of(common));
          assertThat(table.elements(intersection))
              .isEqualTo(Arrays.stream(common).sorted().distinct().toArray());
        }
      }
    }
  }
}
