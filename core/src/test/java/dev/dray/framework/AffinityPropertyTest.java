package dev.dray.framework;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.core.Pod;
import dev.dray.api.gate.Gates;
import dev.dray.framework.AffinityWorld.Resident;
import dev.dray.framework.AffinityWorld.Subject;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Pods come and go, nodes, namespaces and labels change, and the rules are always kept. */
class AffinityPropertyTest {
  private static final int STEPS = 60;

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("dev.dray.testing.Seeds#hundred")
  void a_board_decides_as_the_rules_of_affinity_say(long seed) {
    var world = new AffinityWorld(seed);
    var cache = new SchedulerCache(Gates.defaults());
    AffinityWorld.NODES.forEach(it -> putNode(world, cache, it));
    AffinityWorld.NAMESPACES.forEach(it -> putNamespace(world, cache, it));
    // Those that ask again and again, as pods that wait do.
    var waiting = List.of(world.subject("w0"), world.subject("w1"), world.subject("w2"));

    for (int step = 0; step < STEPS; step++) {
      happen(world, cache, "p" + step);
      for (var subject : waiting) {
        assertThat(answer(cache, pod(subject)))
            .as("seed %d, step %d, %s", seed, step, AffinityWorld.yaml(subject))
            .isEqualTo(world.answer(subject));
      }
    }
  }

  private static void happen(AffinityWorld world, SchedulerCache cache, String name) {
    switch (world.below(10)) {
      case 0 -> {
        var node = world.any(AffinityWorld.NODES);
        if (world.oneIn(4)) {
          world.nodes.remove(node);
          cache.removeNode(node);
        } else {
          putNode(world, cache, node);
        }
      }
      case 1 -> putNamespace(world, cache, world.any(AffinityWorld.NAMESPACES));
      case 2, 3, 4 -> leave(world, cache);
      case 5 -> relabel(world, cache);
      default -> enter(world, cache, world.subject(name));
    }
  }

  private static void putNode(AffinityWorld world, SchedulerCache cache, String name) {
    var labels = world.nodeLabels(name);
    world.nodes.put(name, labels);
    cache.put(Clusters.of(AffinityWorld.node(name, labels)).nodes().getFirst());
  }

  private static void putNamespace(AffinityWorld world, SchedulerCache cache, String name) {
    var labels = world.namespaceLabels();
    world.namespaces.put(name, labels);
    cache.putNamespace(name, labels);
  }

  private static void leave(AffinityWorld world, SchedulerCache cache) {
    if (!world.residents.isEmpty()) {
      var resident = world.any(List.copyOf(world.residents.values()));
      world.residents.remove(resident.subject().name());
      cache.put(pod(resident));
      cache.removePod(pod(resident));
    }
  }

  private static void relabel(AffinityWorld world, SchedulerCache cache) {
    if (!world.residents.isEmpty()) {
      var before = world.any(List.copyOf(world.residents.values()));
      var now = new Resident(before.subject().with(world.podLabels()), before.node());
      world.residents.put(now.subject().name(), now);
      cache.put(pod(now));
    }
  }

  /** A pod gets the node that it is given, or some node past all rules. */
  private static void enter(AffinityWorld world, SchedulerCache cache, Subject subject) {
    var pod = pod(subject);
    if (cache.decide(pod, Instant.EPOCH) instanceof SchedulerCache.Decision.Chosen chosen) {
      world.residents.put(subject.name(), new Resident(subject, chosen.node()));
      cache.assume(chosen);
      if (world.oneIn(2)) {
        cache.put(pod(new Resident(subject, chosen.node())));
        cache.bound(chosen);
      }
    } else if (world.oneIn(2)) {
      var resident = new Resident(subject, world.any(AffinityWorld.NODES));
      world.residents.put(subject.name(), resident);
      cache.put(pod(resident));
    }
  }

  private static Pod pod(Subject subject) {
    return Clusters.of(AffinityWorld.yaml(subject)).pods().getFirst();
  }

  private static Pod pod(Resident resident) {
    var pod = pod(resident.subject());
    return pod.withSpec(pod.spec().withNodeName(resident.node()));
  }

  private static String answer(SchedulerCache cache, Pod pod) {
    boolean might = cache.mightFit(pod);
    return switch (cache.decide(pod, Instant.EPOCH)) {
      case SchedulerCache.Decision.Chosen chosen when might -> chosen.node();
      case SchedulerCache.Decision.Chosen chosen -> "no hope for " + chosen.node();
      case SchedulerCache.Decision.Waits(var reason, _) -> reason.message();
    };
  }
}
