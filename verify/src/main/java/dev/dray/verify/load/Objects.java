package dev.dray.verify.load;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What the load is made of. Names begin with {@code load-}, by which events are recognised. */
final class Objects {
  static final String SLICES = "/apis/resource.k8s.io/v1/resourceslices";
  private static final int NAMESPACES = 10;

  private Objects() {}

  static int namespaces() {
    return NAMESPACES;
  }

  static String namespace(int index) {
    return "load-" + index % NAMESPACES;
  }

  static String claims(int index) {
    return "/apis/resource.k8s.io/v1/namespaces/%s/resourceclaims".formatted(namespace(index));
  }

  static String slice(int index, int nodes, int devices) {
    var all =
        IntStream.range(0, devices)
            .mapToObj(i -> device(index, i))
            .collect(Collectors.joining(","));
    return """
    {"apiVersion":"resource.k8s.io/v1","kind":"ResourceSlice","metadata":{"name":"load-s%d"},\
    "spec":{"driver":"load.example.com","nodeName":"node-%d",\
    "pool":{"name":"pool-%d","generation":1,"resourceSliceCount":1},"devices":[%s]}}\
    """
        .formatted(index, index % nodes, index, all);
  }

  private static String device(int slice, int device) {
    return """
    {"name":"d%d","attributes":{"model":{"string":"Example 9000"},"index":{"int":%d},\
    "uuid":{"string":"gpu-%08d-%08d"},"driverVersion":{"version":"1.2.3"}},\
    "capacity":{"memory":{"value":"80Gi"}}}\
    """
        .formatted(device, device, slice, device);
  }

  static String claim(int index) {
    return """
    {"apiVersion":"resource.k8s.io/v1","kind":"ResourceClaim","metadata":{"name":"load-c%d"},\
    "spec":{"devices":{"requests":[{"name":"r","exactly":{"deviceClassName":"load"}}]}}}\
    """
        .formatted(index);
  }

  /** A claim as it was answered, with a device that no other claim is given. */
  static String allocated(String claim, int index, int slices, int devices) {
    var status =
        """
        ,"status":{"allocation":{"devices":{"results":[{"request":"r","driver":"load.example.com",\
        "pool":"pool-%d","device":"d%d"}]}}}}\
        """
            .formatted(index / devices % slices, index % devices);
    return claim.strip().replaceFirst("(,\"status\":\\{\\})?\\}$", "") + status;
  }
}
