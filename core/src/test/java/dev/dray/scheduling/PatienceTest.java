package dev.dray.scheduling;

import static dev.dray.scheduling.Clusters.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.allocation.Workers;
import dev.dray.api.core.Pod;
import dev.dray.api.gate.Gates;
import dev.dray.cluster.Cluster;
import java.time.Instant;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A node on which finding devices takes too long is passed over, for one attempt. */
class PatienceTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private static final String CLAIM =
      """
      ---
      apiVersion: resource.k8s.io/v1
      kind: DeviceClass
      metadata: {name: cubes}
      spec: {}
      ---
      apiVersion: resource.k8s.io/v1
      kind: ResourceClaim
      metadata: {name: c}
      spec:
        devices:
          requests: [{name: r, exactly: {deviceClassName: cubes, count: 9}}]
          constraints:
          - {distinctAttribute: d.example.com/row}
          - {distinctAttribute: d.example.com/column}
          - {distinctAttribute: d.example.com/layer}
      """;

  private static final String USES_C =
      "containers: [{name: main}]\nresourceClaims: [{name: x, resourceClaimName: c}]\n";

  private boolean hurry = true;

  /**
   * Which of them agree in nothing is a question of three dimensions: nobody answers it at once.
   */
  private static String tangled(String node) {
    var random = new Random(7);
    return withDevices(
        node,
        IntStream.range(0, 48)
            .mapToObj(i -> device(i, random.nextInt(9), random.nextInt(9), random.nextInt(9)))
            .collect(Collectors.joining()));
  }

  private static String plain(String node) {
    return withDevices(
        node,
        IntStream.range(0, 9).mapToObj(i -> device(i, i, i, i)).collect(Collectors.joining()));
  }

  private static String device(int number, int x, int y, int z) {
    return "  - {name: d%d, attributes: {row: {int: %d}, column: {int: %d}, layer: {int: %d}}}\n"
        .formatted(number, x, y, z);
  }

  private static String withDevices(String node, String devices) {
    return """
    ---
    apiVersion: v1
    kind: Node
    metadata: {name: NODE}
    ---
    apiVersion: resource.k8s.io/v1
    kind: ResourceSlice
    metadata: {name: NODE}
    spec:
      driver: d.example.com
      nodeName: NODE
      pool: {name: NODE, generation: 1, resourceSliceCount: 1}
      devices:
    """
            .replace("NODE", node)
        + devices;
  }

  private Board board(Cluster cluster) {
    var board =
        new Board(Gates.defaults(), Workers.CALLER, Board.BINDING_TIMEOUT, () -> () -> hurry);
    cluster.nodes().forEach(board::put);
    cluster.slices().forEach(board::put);
    cluster.classes().forEach(board::put);
    cluster.claims().forEach(board::put);
    cluster.pods().forEach(board::put);
    board.settle();
    return board;
  }

  private static String why(Board board, Pod pod) {
    return ((Board.Decision.Waits) board.decide(pod, NOW)).reason().message();
  }

  @Test
  void a_pod_is_told_that_it_took_too_long() {
    var cluster = Clusters.of(CLAIM, tangled("a"), pod("p", USES_C));

    assertThat(why(board(cluster), cluster.pods().getFirst()))
        .isEqualTo("0/1 nodes are available: 1 timed out trying to allocate devices.");
  }

  @Test
  void another_node_is_taken_where_there_is_one() {
    var cluster = Clusters.of(CLAIM, tangled("a"), plain("b"), pod("p", USES_C));

    var chosen = (Board.Decision.Chosen) board(cluster).decide(cluster.pods().getFirst(), NOW);

    assertThat(chosen.node()).isEqualTo("b");
  }

  @Test
  void the_next_attempt_asks_again_and_wondering_whether_to_try_does_not() {
    var cluster = Clusters.of(CLAIM, tangled("a"), pod("p", USES_C));
    var pod = cluster.pods().getFirst();
    var board = board(cluster);
    why(board, pod);
    hurry = false;
    long asked = board.asked();

    assertThat(board.mightFit(pod)).isFalse();
    assertThat(board.asked()).isEqualTo(asked);

    assertThat(((Board.Decision.Chosen) board.decide(pod, NOW)).node()).isEqualTo("a");
  }

  @Test
  void a_node_that_comes_meanwhile_is_taken() {
    var cluster = Clusters.of(CLAIM, tangled("b"), pod("p", USES_C));
    var pod = cluster.pods().getFirst();
    var board = board(cluster);
    why(board, pod);
    var more = Clusters.of(plain("a"));

    more.nodes().forEach(board::put);
    more.slices().forEach(board::put);
    board.settle();

    assertThat(board.mightFit(pod)).isTrue();
    assertThat(((Board.Decision.Chosen) board.decide(pod, NOW)).node()).isEqualTo("a");
  }

  @Test
  void a_node_that_goes_meanwhile_is_not_asked() {
    var cluster = Clusters.of(CLAIM, tangled("a"), pod("p", USES_C));
    var pod = cluster.pods().getFirst();
    var board = board(cluster);
    why(board, pod);

    board.removeNode("a");

    assertThat(why(board, pod)).isEqualTo("0/0 nodes are available.");
  }
}
