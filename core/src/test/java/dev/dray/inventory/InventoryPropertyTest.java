package dev.dray.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random worlds that change step by step. */
class InventoryPropertyTest {
  private static final List<LabeledNode> NODES =
      List.of(
          LabeledNode.named("n1").withLabels(Map.of("zone", "a")),
          LabeledNode.named("n2").withLabels(Map.of("zone", "b")),
          LabeledNode.named("n3"));

  /** What was put last under each name, to be put again elsewhere. */
  private final TreeMap<String, Consumer<World>> objects = new TreeMap<>();

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("dev.dray.testing.Seeds#hundred")
  void many_small_changes_end_where_one_big_one_does(long seed) {
    var random = new Random(seed);
    var gates = gates(random);
    var world = World.impatient(gates, random.nextInt(30));
    for (int i = 0; i < 60; i++) {
      change(world, random);
      if (random.nextInt(3) == 0) {
        world.snapshot();
      }
    }

    var once = World.with(gates);
    objects.values().forEach(put -> put.accept(once));

    assertThat(Effective.all(world.snapshot(), NODES))
        .isEqualTo(Effective.all(once.snapshot(), NODES));
    var backwards = World.with(gates);
    objects.descendingMap().values().forEach(put -> put.accept(backwards));
    assertThat(Effective.all(backwards.snapshot(), NODES))
        .isEqualTo(Effective.all(once.snapshot(), NODES));
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("dev.dray.testing.Seeds#hundred")
  void a_view_that_is_said_to_be_current_is_what_the_node_sees(long seed) {
    var random = new Random(seed);
    var world = World.with(gates(random));
    for (int i = 0; i < 40; i++) {
      var views = NODES.stream().map(world.snapshot()::on).toList();
      change(world, random);
      for (var view : views) {
        if (world.snapshot().isCurrent(view)) {
          var now = world.snapshot().on(view.node());
          assertThat(now.pools()).isEqualTo(view.pools());
          assertThat(now.failure()).isEqualTo(view.failure());
        }
      }
    }
  }

  private static Gates gates(RandomGenerator random) {
    var gates = Gates.defaults();
    for (var gate :
        List.of(
            Gate.DRA_PARTITIONABLE_DEVICES,
            Gate.DRA_RESOURCE_SLICE_MIXINS,
            Gate.DRA_DEVICE_COMPATIBILITY_GROUPS,
            Gate.DRA_ADMIN_CONTROLLED_DEVICE_ATTRIBUTES)) {
      gates = random.nextInt(8) == 0 ? gates.without(gate) : gates;
    }
    return gates;
  }

  private void change(World world, RandomGenerator random) {
    switch (random.nextInt(10)) {
      case 0, 1, 2, 3 -> putSlice(world, random);
      case 4 -> remove("slice", random, it -> world.inventory().removeSlice(it));
      case 5, 6 -> putPatch(world, random);
      case 7 -> remove("patch", random, it -> world.inventory().removePatch(it));
      case 8 -> {
        if (random.nextBoolean()) {
          putRule(world, random);
        } else {
          remove("rule", random, it -> world.inventory().removeTaintRule(it));
        }
      }
      default -> {
        if (random.nextBoolean()) {
          var expression =
              "device.attributes[\"gpu.example.com\"].x == %d".formatted(random.nextInt(3));
          put("class", "c", it -> it.deviceClass("c", expression), world);
        } else {
          remove("class", random, it -> world.inventory().removeClass(it));
        }
      }
    }
  }

  private void put(String kind, String name, Consumer<World> put, World world) {
    objects.put(kind + "/" + name, put);
    put.accept(world);
  }

  private void remove(String kind, RandomGenerator random, Consumer<String> remove) {
    var names = objects.keySet().stream().filter(it -> it.startsWith(kind + "/")).toList();
    if (!names.isEmpty()) {
      var chosen = names.get(random.nextInt(names.size()));
      objects.remove(chosen);
      remove.accept(chosen.substring(kind.length() + 1));
    }
  }

  private void putSlice(World world, RandomGenerator random) {
    var name = "s" + random.nextInt(6);
    var pool = "p" + random.nextInt(3);
    int generation = 1 + random.nextInt(2);
    int count = 1 + random.nextInt(3);
    var spec = random.nextInt(5) == 0 ? counters(random) : devices(random);
    put("slice", name, it -> it.slice(name, pool, generation, count, spec), world);
  }

  private static String pick(RandomGenerator random, String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  private static String selection(RandomGenerator random) {
    return pick(
        random,
        "nodeName: n1",
        "nodeName: n2",
        "allNodes: true",
        "nodeSelector: {nodeSelectorTerms: [{matchExpressions: [{key: zone, operator: In, values:"
            + " [a]}]}]}",
        "nodeSelector: {nodeSelectorTerms: [{matchExpressions: [{key: zone, operator: Exists}]}]}",
        "nodeSelector: {nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: In,"
            + " values: [n3, n1]}]}]}");
  }

  private static String counters(RandomGenerator random) {
    return """
    %s
    mixins:
      counterSet: [{name: m, counters: {memory: {value: %s}}}]
    sharedCounters:
    - {name: set%d, includes: [%s], counters: {cores: {value: "8"}%s}}
    """
        .formatted(
            random.nextInt(3) == 0 ? selection(random) : "",
            pick(random, "1Gi", "\"1073741824\""),
            random.nextInt(2),
            pick(random, "", "m", "m", "lost"),
            pick(random, "", ", memory: {value: 4Gi}"));
  }

  private static String devices(RandomGenerator random) {
    boolean perDevice = random.nextInt(4) == 0;
    var text = new StringBuilder(perDevice ? "perDeviceNodeSelection: true" : selection(random));
    text.append(
        """

        mixins:
          device:
          - {name: m, attributes: {x: {int: 1}, gpu.example.com/z: {int: 1}}, capacity: {memory: {value: 1Gi}}}
          - {name: o, attributes: {x: {int: 2}}}
          deviceCounterConsumption:
          - {name: c, counters: {cores: {value: "2"}}}
        devices:
        """);
    int devices = 1 + random.nextInt(4);
    var names = new ArrayList<>(List.of("d0", "d1", "d2", "d3", "d4", "d5"));
    for (int i = 0; i < devices; i++) {
      text.append("- name: ").append(names.remove(random.nextInt(names.size()))).append('\n');
      text.append(device(random, perDevice).indent(2));
    }
    return text.toString();
  }

  private static String device(RandomGenerator random, boolean perDevice) {
    var text = new StringBuilder();
    text.append("includes: [")
        .append(pick(random, "", "", "m", "m, o", "o, m", "lost"))
        .append("]\n");
    text.append(
        "attributes: {u: {int: %d}%s}\n"
            .formatted(
                random.nextInt(9),
                pick(random, "", ", x: {int: 0}", ", gpu.example.com/x: {string: s}")));
    text.append(
        pick(
            random,
            "",
            "capacity: {memory: {value: \"1073741824\"}}\n",
            "capacity: {cores: {value: 2}}\n".replace("2}", "\"2\"}")));
    text.append(
        pick(
            random,
            "",
            "taints: [{key: own, effect: NoSchedule}]\n",
            "bindingConditions: [ready]\nbindingFailureConditions: [broken]\n",
            "allowMultipleAllocations: true\n",
            "consumesCounters: [{counterSet: set0, counters: {cores: {value: \"1\"}}}]\n",
            "consumesCounters: [{counterSet: set1, includes: [c], compatibilityGroups: [g]}]\n",
            "consumesCounters: [{counterSet: set0, counters: {cores: {valueFrom: {capacityKey:"
                + " cores}}}}]\n"));
    if (perDevice) {
      text.append(selection(random)).append('\n');
    }
    return text.toString();
  }

  private void putPatch(World world, RandomGenerator random) {
    var name = "patch" + random.nextInt(4);
    var filter =
        pick(
            random,
            "",
            "filter: {driver: gpu.example.com}\n",
            "filter: {pool: p1}\n",
            "filter: {driver: gpu.example.com, pool: p0, device: d1}\n",
            "filter: {deviceClassName: c}\n",
            "filter: {device: d2}\n",
            "filter: {selectors: [{cel: {expression: \"device.attributes['gpu.example.com'].x =="
                + " 1\"}}]}\n");
    var priority = "priority: %d\n".formatted(random.nextInt(3));
    var attributes =
        "attributes: {gpu.example.com/%s: %s}\n"
            .formatted(
                pick(random, "x", "u", "w"), pick(random, "{int: 1}", "{int: 7}", "{null: {}}"));
    var capacity =
        pick(
            random,
            "",
            "capacity: {gpu.example.com/memory: {value: %s}}\n"
                .formatted(pick(random, "2Gi", "\"2147483648\"")));
    var spec = filter + priority + attributes + capacity;
    put("patch", name, it -> it.patch(name, spec), world);
  }

  private void putRule(World world, RandomGenerator random) {
    var name = "r" + random.nextInt(3);
    var selector =
        pick(
            random,
            "",
            "deviceSelector: {pool: p1}\n",
            "deviceSelector: {driver: gpu.example.com, device: d1}\n",
            "deviceSelector: {driver: gpu.example.com, pool: p0}\n");
    var spec = selector + "taint: {key: %s, effect: NoSchedule}".formatted(pick(random, "a", "b"));
    put("rule", name, it -> it.rule(name, spec), world);
  }
}
