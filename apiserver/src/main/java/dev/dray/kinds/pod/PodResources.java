package dev.dray.kinds.pod;

import dev.dray.api.json.Json;
import dev.dray.api.meta.Parsed;
import dev.dray.api.meta.Quantity;
import dev.dray.kinds.FieldMistakes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The compute resources of a pod, and its quality of service. */
public final class PodResources {
  private static final List<String> COMPUTE = List.of("cpu", "memory");

  private PodResources() {}

  /** Returns the total requests of a pod: the most its containers ask for at any time. */
  public static Map<String, Quantity> requests(Json.Obj pod) {
    return total(pod, "requests");
  }

  public static Map<String, Quantity> limits(Json.Obj pod) {
    return total(pod, "limits");
  }

  private static Map<String, Quantity> total(Json.Obj pod, String side) {
    var spec = pod.object("spec");
    var sum = new LinkedHashMap<String, Quantity>();
    for (var container : spec.objects("containers")) {
      add(sum, amounts(container.object("resources"), side));
    }
    // Sidecars start before the containers and run beside them; other init containers run one by
    // one.
    var sidecars = new LinkedHashMap<String, Quantity>();
    var peak = new LinkedHashMap<String, Quantity>();
    for (var container : spec.objects("initContainers")) {
      var own = amounts(container.object("resources"), side);
      if (container.text("restartPolicy").equals("Always")) {
        add(sum, own);
        add(sidecars, own);
        most(peak, sidecars);
      } else {
        var together = new LinkedHashMap<>(own);
        add(together, sidecars);
        most(peak, together);
      }
    }
    most(sum, peak);
    sum.putAll(amounts(spec.object("resources"), side));
    overhead(spec, side, sum);
    return sum;
  }

  private static void overhead(Json.Obj spec, String side, Map<String, Quantity> sum) {
    quantities(spec.object("overhead"))
        .forEach(
            (name, amount) -> {
              if (side.equals("requests") || sum.containsKey(name)) {
                sum.merge(name, amount, Quantity::add);
              }
            });
  }

  private static void add(Map<String, Quantity> sum, Map<String, Quantity> more) {
    more.forEach((name, amount) -> sum.merge(name, amount, Quantity::add));
  }

  private static void most(Map<String, Quantity> peak, Map<String, Quantity> other) {
    other.forEach(
        (name, amount) -> peak.merge(name, amount, (a, b) -> a.compareTo(b) >= 0 ? a : b));
  }

  private static Map<String, Quantity> amounts(Json.Obj resources, String side) {
    return quantities(resources.object(side));
  }

  /** Returns the quantities of an object by name; entries that are not quantities are left out. */
  public static Map<String, Quantity> quantities(Json.Obj amounts) {
    var quantities = new LinkedHashMap<String, Quantity>();
    amounts
        .fields()
        .forEach(
            (name, value) -> {
              if (Quantity.tryParse(FieldMistakes.literal(value))
                  instanceof Parsed.Value<Quantity>(var amount)) {
                quantities.put(name, amount);
              }
            });
    return quantities;
  }

  /**
   * Returns the QoS class: Guaranteed if all limits equal the requests, BestEffort if there are
   * none.
   */
  public static String qualityOfService(Json.Obj pod) {
    var containers = new ArrayList<>(pod.objects("spec", "containers"));
    containers.addAll(pod.objects("spec", "initContainers"));
    boolean any = false;
    boolean all = true;
    for (var container : containers) {
      var requests = computed(container, "requests");
      var limits = computed(container, "limits");
      any |= !requests.isEmpty() || !limits.isEmpty();
      all &= limits.size() == COMPUTE.size() && limits.equals(requests);
    }
    if (!any) {
      return "BestEffort";
    }
    return all ? "Guaranteed" : "Burstable";
  }

  private static Map<String, Quantity> computed(Json.Obj container, String side) {
    var amounts = amounts(container.object("resources"), side);
    amounts.keySet().retainAll(COMPUTE);
    amounts.values().removeIf(Quantity::isZero);
    return amounts;
  }
}
