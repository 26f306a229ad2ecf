package dev.dray.allocation.search;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.allocation.search.SearchProblem.Charge;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A shape must tell apart any two problems of one ask that may have different answers: where it
 * fails to, a node is given the answer of another.
 */
class ProblemSignatureTest {
  /** The same for all nodes, because the ask alone decides it. */
  private static final Set<String> OF_THE_REQUEST =
      Set.of("claimOf", "alternativesFrom", "takesAll", "admin", "distinct", "covering");

  /** Follows from other parts, or decides only how soon a dead end is seen. */
  private static final Set<String> FOLLOWS = Set.of("elements", "negative", "families");

  /** Problems with such amounts have no shape: their numbers mean nothing on another node. */
  private static final Set<String> NEVER_SHARED = Set.of("wide");

  /** For each other part of a problem a change of it; false if there is nothing to change. */
  private static final Map<String, BiPredicate<SearchProblem, Random>> CHANGES =
      new LinkedHashMap<>();

  static {
    CHANGES.put("devices", (to, _) -> oneDeviceMore(to));
    CHANGES.put("shareable", (to, random) -> flip(to.shareable, to, random));
    CHANGES.put("charged", (to, random) -> flip(to.charged, to, random));
    CHANGES.put("need", (to, random) -> increase(to.need, random));
    CHANGES.put("all", ProblemSignatureTest::oneMemberLess);
    CHANGES.put("candidates", (to, random) -> flip(any(to.candidates, random), to, random));
    CHANGES.put("failing", (to, random) -> flip(any(to.failing, random), to, random));
    CHANGES.put("rest", (to, random) -> increase(to.rest, random));
    CHANGES.put("capacitiesFrom", (to, _) -> to.capacitiesFrom++ >= 0);
    CHANGES.put("once", (to, random) -> charge(to.once, random));
    CHANGES.put("each", (to, random) -> charge(any(to.each, random), random));
    CHANGES.put("scopesOf", (to, random) -> increase(any(to.scopesOf, random), random));
    CHANGES.put("groupsOf", (to, random) -> increase(any(to.groupsOf, random), random));
    CHANGES.put("scopeState", (to, random) -> increase(to.scopeState, random));
    CHANGES.put("groups", (to, _) -> otherGroups(to));
    CHANGES.put(
        "values",
        (to, random) ->
            to.values.length > 0 && increase(any(any(to.values, random), random), random));
    CHANGES.put("valueSets", (to, _) -> otherValues(to));
  }

  private static <T> T any(T[] some, Random random) {
    return some[random.nextInt(some.length)];
  }

  private static boolean oneDeviceMore(SearchProblem to) {
    to.devices++;
    to.once = Arrays.copyOf(to.once, to.devices);
    to.once[to.devices - 1] = Charge.NOTHING;
    for (int alternative = 0; alternative < to.each.length; alternative++) {
      to.each[alternative] = Arrays.copyOf(to.each[alternative], to.devices);
      to.each[alternative][to.devices - 1] = Charge.NOTHING;
    }
    to.scopesOf = Arrays.copyOf(to.scopesOf, to.devices);
    to.scopesOf[to.devices - 1] = new int[] {};
    to.groupsOf = Arrays.copyOf(to.groupsOf, to.devices);
    to.groupsOf[to.devices - 1] = new int[] {};
    return true;
  }

  private static boolean oneMemberLess(SearchProblem to, Random random) {
    int alternative = random.nextInt(to.all.length);
    if (to.all[alternative].length == 0) {
      return false;
    }
    to.all[alternative] = Arrays.copyOf(to.all[alternative], to.all[alternative].length - 1);
    return true;
  }

  private static boolean flip(long[] bits, SearchProblem to, Random random) {
    int device = random.nextInt(to.devices);
    bits[device >>> 6] ^= 1L << device;
    return true;
  }

  private static boolean increase(int[] numbers, Random random) {
    if (numbers.length == 0) {
      return false;
    }
    numbers[random.nextInt(numbers.length)]++;
    return true;
  }

  private static boolean increase(long[] numbers, Random random) {
    if (numbers.length == 0) {
      return false;
    }
    numbers[random.nextInt(numbers.length)]++;
    return true;
  }

  private static boolean charge(Charge[] charges, Random random) {
    int device = random.nextInt(charges.length);
    var before = charges[device];
    var amounts = before.amounts.clone();
    boolean any = increase(amounts, random);
    charges[device] =
        any ? new Charge(before.budgets, amounts) : new Charge(new int[] {0}, new long[] {1});
    return true;
  }

  private static boolean otherGroups(SearchProblem to) {
    boolean any = to.groups.size() > 1;
    to.groups = renamed(to.groups);
    return any;
  }

  private static boolean otherValues(SearchProblem to) {
    boolean any = to.valueSets.size() > 1;
    to.valueSets = renamed(to.valueSets);
    return any;
  }

  /** As many sets with other elements. */
  private static SetTable renamed(SetTable table) {
    var renamed = new SetTable();
    for (int set = 1; set < table.size(); set++) {
      renamed.of(Arrays.stream(table.elements(set)).map(it -> it + 10).toArray());
    }
    return renamed;
  }

  static Stream<String> parts() {
    return CHANGES.keySet().stream();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("parts")
  void problems_that_differ_in_any_part_have_different_signatures(String part) {
    var change = requireNonNull(CHANGES.get(part));
    int changed = 0;
    for (long seed = 0; seed < 1_000; seed++) {
      var other = RandomProblem.of(seed);
      if (change.test(other, new Random(seed))) {
        changed++;
        assertThat(ProblemSignature.of(other))
            .as("seed %d", seed)
            .isNotEqualTo(ProblemSignature.of(RandomProblem.of(seed)));
      }
    }
    assertThat(changed).isGreaterThan(50);
  }

  @Test
  void every_part_of_a_problem_is_accounted_for() {
    assertThat(
            Stream.of(SearchProblem.class.getDeclaredFields())
                .filter(it -> !Modifier.isStatic(it.getModifiers()))
                .map(Field::getName))
        .as(
            "a new part must be in the signature, or the same for all nodes of an allocation"
                + " request")
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(CHANGES.keySet(), OF_THE_REQUEST, FOLLOWS, NEVER_SHARED)
                .flatMap(Set::stream)
                .toList());
  }

  @Test
  void what_is_left_of_budgets_does_not_run_into_the_state_of_scopes() {
    var problem = RandomProblem.of(0);
    problem.rest = new long[] {3, 1};
    problem.scopeState = new int[] {};
    var other = problem.copy();
    other.rest = new long[] {3};
    other.scopeState = new int[] {SetTable.EMPTY};

    assertThat(ProblemSignature.of(other)).isNotEqualTo(ProblemSignature.of(problem));
  }

  /** One request, two devices, two budgets and a scope. */
  private static SearchProblem small() {
    var problem = CrowdedProblem.of(0);
    problem.devices = 2;
    problem.rest = new long[] {5, 5};
    problem.scopeState = new int[] {SearchProblem.NO_MEMBERS};
    problem.once = new Charge[] {Charge.NOTHING, Charge.NOTHING};
    problem.each = new Charge[][] {{Charge.NOTHING, Charge.NOTHING}};
    problem.scopesOf = new int[2][0];
    problem.groupsOf = new int[2][0];
    return problem;
  }

  @Test
  void charges_to_different_budgets_are_told_apart() {
    var problem = small();
    problem.once[0] = new Charge(new int[] {0}, new long[] {3});
    var other = small();
    other.once[0] = new Charge(new int[] {1}, new long[] {3});

    assertThat(ProblemSignature.of(other)).isNotEqualTo(ProblemSignature.of(problem));
  }

  @Test
  void what_is_charged_once_does_not_run_into_what_every_share_pays() {
    var charge = new Charge(new int[] {0}, new long[] {3});
    var problem = small();
    problem.once[0] = charge;
    var other = small();
    other.each[0][0] = charge;

    assertThat(ProblemSignature.of(other)).isNotEqualTo(ProblemSignature.of(problem));
  }

  @Test
  void the_scopes_of_one_device_do_not_run_into_those_of_the_next() {
    var problem = small();
    problem.scopesOf[0] = new int[] {0};
    problem.groupsOf[0] = new int[] {SetTable.EMPTY};
    var other = small();
    other.scopesOf[1] = new int[] {0};
    other.groupsOf[1] = new int[] {SetTable.EMPTY};

    assertThat(ProblemSignature.of(other)).isNotEqualTo(ProblemSignature.of(problem));
  }

  @Test
  void the_elements_of_one_set_do_not_run_into_those_of_the_next() {
    var problem = small();
    problem.valueSets = new SetTable();
    problem.valueSets.of(new int[] {1, 2});
    problem.valueSets.of(new int[] {3});
    var other = small();
    other.valueSets = new SetTable();
    other.valueSets.of(new int[] {1});
    other.valueSets.of(new int[] {2, 3});

    assertThat(ProblemSignature.of(other)).isNotEqualTo(ProblemSignature.of(problem));
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("dev.dray.testing.Seeds#hundred")
  void equal_problems_have_equal_signatures(long seed) {
    assertThat(ProblemSignature.of(RandomProblem.of(seed)))
        .isEqualTo(ProblemSignature.of(RandomProblem.of(seed)))
        .hasSameHashCodeAs(ProblemSignature.of(RandomProblem.of(seed)));
  }
}
