package dev.dray.framework;

import dev.dray.api.core.Container;
import dev.dray.api.core.PodSpec;
import dev.dray.api.resource.ResourceClaimSpec;
import dev.dray.api.resource.claim.DeviceClaim;
import dev.dray.api.resource.claim.DeviceRequest;
import dev.dray.api.resource.claim.ExactDeviceRequest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The extended resources that containers of a pod request and that device classes stand for.
 *
 * <p>On a node that does not offer such a resource itself, devices of the class are allocated in
 * its place, for a claim that the scheduler generates.
 */
public record ExtendedResourceRequests(List<Request> wants) {
  public static final ExtendedResourceRequests NONE = new ExtendedResourceRequests(List.of());

  /**
   * The request of one container for one resource.
   *
   * @param container the number of the container, init containers first
   * @param index the position of the resource among all that the container requests, sorted
   * @param lasting whether the container runs as long as the pod does
   */
  record Request(
      int container, int index, boolean lasting, String resource, String deviceClass, long count) {

    String request() {
      return "container-" + container + "-request-" + index;
    }
  }

  public ExtendedResourceRequests {
    wants = List.copyOf(wants);
  }

  public static ExtendedResourceRequests of(PodSpec spec, Map<String, String> classesByResource) {
    if (classesByResource.isEmpty()) {
      return NONE;
    }
    var wants = new ArrayList<Request>();
    int number = 0;
    for (var container : spec.initContainers()) {
      boolean lasting = container.restartPolicy().equals("Always");
      add(wants, number++, lasting, container, classesByResource);
    }
    for (var container : spec.containers()) {
      add(wants, number++, true, container, classesByResource);
    }
    return wants.isEmpty() ? NONE : new ExtendedResourceRequests(wants);
  }

  private static void add(
      List<Request> wants,
      int number,
      boolean lasting,
      Container container,
      Map<String, String> by) {
    int index = 0;
    for (var request : new TreeMap<>(container.requests()).entrySet()) {
      var deviceClass = by.get(request.getKey());
      long count = request.getValue().value();
      if (deviceClass != null && count > 0) {
        wants.add(new Request(number, index, lasting, request.getKey(), deviceClass, count));
      }
      index++;
    }
  }

  SortedSet<String> resources() {
    var names = new TreeSet<String>();
    wants.forEach(want -> names.add(want.resource()));
    return names;
  }

  /**
   * Returns a claim for those of the resources that a node does not offer; empty if there are none.
   */
  Optional<ResourceClaimSpec> claim(Set<String> backed) {
    var requests = new ArrayList<Request>();
    var passing = new TreeMap<String, Request>();
    for (var want : wants) {
      if (!backed.contains(want.resource())) {
        continue;
      }
      if (want.lasting()) {
        requests.add(want);
      } else {
        beyondLater(want)
            .ifPresent(it -> passing.merge(it.resource(), it, ExtendedResourceRequests::larger));
      }
    }
    requests.addAll(passing.values());
    requests.sort(Comparator.comparing(Request::request));
    return requests.isEmpty() ? Optional.empty() : Optional.of(spec(requests));
  }

  /** Returns what an init container needs beyond the devices of containers that start after it. */
  private Optional<Request> beyondLater(Request want) {
    long later =
        wants.stream()
            .filter(other -> other.lasting() && other.container() > want.container())
            .filter(other -> other.resource().equals(want.resource()))
            .mapToLong(Request::count)
            .sum();
    return want.count() <= later
        ? Optional.empty()
        : Optional.of(
            new Request(
                want.container(),
                want.index(),
                false,
                want.resource(),
                want.deviceClass(),
                want.count() - later));
  }

  /**
   * Returns which containers use which requests of {@link #claim}.
   *
   * @param names the names of the containers, init containers first
   */
  List<SchedulerCache.RequestMapping> mappings(Set<String> backed, List<String> names) {
    var mappings = new ArrayList<SchedulerCache.RequestMapping>();
    for (var resource : new TreeSet<>(backed)) {
      var ofResource = wants.stream().filter(it -> it.resource().equals(resource)).toList();
      for (var want : ofResource) {
        if (want.lasting()) {
          mappings.add(mapping(want, want, names));
        }
      }
      for (var want : ofResource) {
        if (!want.lasting()) {
          reused(want, ofResource).forEach(it -> mappings.add(mapping(want, it, names)));
        }
      }
    }
    return mappings;
  }

  private static SchedulerCache.RequestMapping mapping(
      Request of, Request used, List<String> names) {
    return new SchedulerCache.RequestMapping(
        names.get(of.container()), of.resource(), used.request());
  }

  /**
   * Returns what an init container uses: devices of containers that start after it, then its own.
   */
  private List<Request> reused(Request want, List<Request> ofResource) {
    var used = new ArrayList<Request>();
    long sum = 0;
    for (var other : ofResource) {
      if (other.lasting() && other.container() > want.container() && sum < want.count()) {
        used.add(other);
        sum += other.count();
      }
    }
    if (sum < want.count()) {
      ofResource.stream()
          .filter(it -> !it.lasting())
          .flatMap(it -> beyondLater(it).stream())
          .reduce(ExtendedResourceRequests::larger)
          .ifPresent(used::add);
    }
    return used;
  }

  private static Request larger(Request one, Request other) {
    return other.count() > one.count() ? other : one;
  }

  private static ResourceClaimSpec spec(List<Request> wants) {
    var requests = wants.stream().map(ExtendedResourceRequests::request).toList();
    return new ResourceClaimSpec(new DeviceClaim(requests, List.of(), List.of()));
  }

  private static DeviceRequest request(Request want) {
    return new DeviceRequest(
        want.request(),
        Optional.of(
            new ExactDeviceRequest(
                want.deviceClass(),
                List.of(),
                "ExactCount",
                want.count(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                List.of())),
        List.of());
  }
}
