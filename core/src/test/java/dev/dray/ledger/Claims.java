package dev.dray.ledger;

import dev.dray.api.resource.ResourceClaim;
import dev.dray.testing.Manifest;

/** Allocated claims as they are stored. */
final class Claims {
  private Claims() {}

  /** A claim {@code ns/NAME} of UID {@code uid-NAME} with these results, each in braces. */
  static ResourceClaim holding(String name, String... results) {
    return requesting(name, "{name: main, exactly: {deviceClassName: gpu}}", results);
  }

  /** The same with this request. */
  static ResourceClaim requesting(String name, String request, String... results) {
    return Manifest.one(
        ResourceClaim.class,
        """
        apiVersion: resource.k8s.io/v1
        kind: ResourceClaim
        metadata: {name: %s, namespace: ns, uid: uid-%s}
        spec: {devices: {requests: [%s]}}
        status: {allocation: {devices: {results: [%s]}}}
        """
            .formatted(name, name, request, String.join(", ", results)));
  }

  /**
   * A result for the request {@code main} from driver {@code d}; what follows starts as a field.
   */
  static String result(String pool, String device, String... fields) {
    var more = fields.length == 0 ? "" : ", " + String.join(", ", fields);
    return "{request: main, driver: d, pool: %s, device: %s%s}".formatted(pool, device, more);
  }
}
