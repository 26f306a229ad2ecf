package dev.dray.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.dray.ledger.GroupState.Blocked;
import dev.dray.ledger.GroupState.Empty;
import dev.dray.ledger.GroupState.None;
import dev.dray.ledger.GroupState.Of;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GroupStateTest {
  private static final GroupState FREE = new None();

  private static GroupState of(String... groups) {
    return new Of(new TreeSet<>(List.of(groups)));
  }

  @Test
  void an_unused_set_admits_everybody() {
    assertThat(FREE.admits(List.of())).isTrue();
    assertThat(FREE.admits(List.of("mig"))).isTrue();
  }

  @Test
  void devices_without_groups_admit_only_their_like() {
    var state = FREE.with(List.of());

    assertThat(state).isEqualTo(new Empty());
    assertThat(state.admits(List.of())).isTrue();
    assertThat(state.admits(List.of("mig"))).isFalse();
    assertThat(state.with(List.of())).isEqualTo(state);
  }

  @Test
  void devices_with_groups_admit_who_has_one_in_common_with_all() {
    var state = FREE.with(List.of("foo", "foobar")).with(List.of("foobar", "bar"));

    assertThat(state).isEqualTo(of("foobar"));
    assertThat(state.admits(List.of("foobar", "baz"))).isTrue();
    assertThat(state.admits(List.of("foo", "bar"))).isFalse();
    assertThat(state.admits(List.of())).isFalse();
  }

  @Test
  void members_that_have_nothing_in_common_admit_nobody() {
    assertThat(of("a").with(List.of("b"))).isEqualTo(new Blocked());
    assertThat(of("a").with(List.of())).isEqualTo(new Blocked());
    assertThat(new Empty().with(List.of("a"))).isEqualTo(new Blocked());
    assertThat(new Blocked().with(List.of("a"))).isEqualTo(new Blocked());
    assertThat(new Blocked().admits(List.of())).isFalse();
    assertThat(new Blocked().admits(List.of("a"))).isFalse();
  }

  @Test
  void groups_in_common_cannot_be_none() {
    assertThatIllegalArgumentException().isThrownBy(() -> of());
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("dev.dray.testing.Seeds#thousand")
  void the_order_of_members_does_not_matter(long seed) {
    var random = new Random(seed);
    var members = new ArrayList<List<String>>();
    for (int i = random.nextInt(5); i > 0; i--) {
      var groups = new ArrayList<>(List.of("a", "b", "c"));
      Collections.shuffle(groups, random);
      members.add(List.copyOf(groups.subList(0, random.nextInt(10) == 0 ? 0 : 2)));
    }

    var state = joined(members);
    Collections.shuffle(members, random);

    assertThat(joined(members)).as("%s", members).isEqualTo(state);
  }

  private static GroupState joined(List<List<String>> members) {
    var state = FREE;
    for (var groups : members) {
      state = state.with(groups);
    }
    return state;
  }

  @Test
  void members_are_counted_by_their_groups() {
    var members = GroupMembers.NOBODY.with(List.of("a")).with(List.of("a")).with(List.of());

    assertThat(members.grouped()).isEqualTo(Map.of(List.of("a"), 2));
    assertThat(members.ungrouped()).isEqualTo(1);
    assertThat(members.without(List.of("a")).grouped()).isEqualTo(Map.of(List.of("a"), 1));
  }
}
