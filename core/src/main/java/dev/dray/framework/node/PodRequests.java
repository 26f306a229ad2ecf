package dev.dray.framework.node;

import dev.dray.api.core.Container;
import dev.dray.api.core.PodSpec;
import dev.dray.api.meta.FrozenMap;
import dev.dray.api.meta.Quantity;
import java.util.Map;
import java.util.TreeMap;

/**
 * The resources a pod takes of its node: thousandths of cpu, and whole units of everything else.
 *
 * @param requested the requested amounts by name of the resource
 * @param assumedCpu the cpu that scores count: a container without a request is taken to use a
 *     little
 * @param assumedMemory the same for memory
 */
public record PodRequests(Map<String, Long> requested, long assumedCpu, long assumedMemory) {
  static final String CPU = "cpu";
  static final String MEMORY = "memory";
  static final String STORAGE = "ephemeral-storage";
  static final String PODS = "pods";

  private static final long CPU_IF_UNSAID = 100;
  private static final long MEMORY_IF_UNSAID = 200L << 20;

  public static final PodRequests NONE = new PodRequests(Map.of(), 0, 0);

  public PodRequests {
    requested = FrozenMap.copyOf(requested);
  }

  public static PodRequests of(PodSpec spec) {
    var requested = total(spec, false);
    var assumed = total(spec, true);
    return new PodRequests(
        requested, assumed.getOrDefault(CPU, 0L), assumed.getOrDefault(MEMORY, 0L));
  }

  long of(String resource) {
    return requested.getOrDefault(resource, 0L);
  }

  /** Returns whether the pod requests neither cpu nor memory. */
  boolean isBestEffort() {
    return of(CPU) == 0 && of(MEMORY) == 0;
  }

  /** Returns the same requests without these resources, which the node does not have to provide. */
  public PodRequests without(Iterable<String> resources) {
    var rest = new TreeMap<>(requested);
    resources.forEach(rest::remove);
    return new PodRequests(rest, assumedCpu, assumedMemory);
  }

  /**
   * Sums up all containers, or takes the peak during startup if that is more: an init container
   * runs beside the sidecars before it, and sidecars keep running.
   */
  private static TreeMap<String, Long> total(PodSpec spec, boolean assume) {
    var running = new TreeMap<String, Long>();
    spec.containers().forEach(container -> add(running, amounts(container, assume)));
    var sidecars = new TreeMap<String, Long>();
    var starting = new TreeMap<String, Long>();
    for (var container : spec.initContainers()) {
      var own = amounts(container, assume);
      if (container.restartPolicy().equals("Always")) {
        add(running, own);
        add(sidecars, own);
        raise(starting, sidecars);
      } else {
        add(own, sidecars);
        raise(starting, own);
      }
    }
    raise(running, starting);
    spec.overhead().forEach((name, amount) -> add(running, name, units(name, amount)));
    running.values().removeIf(amount -> amount == 0);
    return running;
  }

  private static TreeMap<String, Long> amounts(Container container, boolean assume) {
    var amounts = new TreeMap<String, Long>();
    container.requests().forEach((name, amount) -> amounts.put(name, units(name, amount)));
    if (assume) {
      amounts.putIfAbsent(CPU, CPU_IF_UNSAID);
      amounts.putIfAbsent(MEMORY, MEMORY_IF_UNSAID);
    }
    return amounts;
  }

  static long units(String resource, Quantity amount) {
    return resource.equals(CPU) ? amount.milliValue() : amount.value();
  }

  private static void add(TreeMap<String, Long> sum, Map<String, Long> more) {
    more.forEach((name, amount) -> add(sum, name, amount));
  }

  private static void add(TreeMap<String, Long> sum, String name, long amount) {
    sum.merge(name, amount, PodRequests::plus);
  }

  private static void raise(TreeMap<String, Long> most, Map<String, Long> now) {
    now.forEach((name, amount) -> most.merge(name, amount, Math::max));
  }

  /** Returns the sum, saturated at the limits of a long. */
  static long plus(long one, long other) {
    long sum = one + other;
    boolean overflow = ((one ^ sum) & (other ^ sum)) < 0;
    return overflow ? (one < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
  }
}
