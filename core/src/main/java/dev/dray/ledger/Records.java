package dev.dray.ledger;

import dev.dray.api.gate.Gates;
import dev.dray.api.meta.PoolId;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.claim.ExactDeviceRequest;
import dev.dray.inventory.Pool;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The check that a new allocation records what slices and its own requests come to.
 *
 * <p>Later accounting relies on what is recorded, so no allocation may record less than it takes.
 * Amounts that are not recorded at all are computed whenever they count: schedulers that do not
 * know these fields leave them out. For devices that are not published, or not without
 * contradictions, every record is accepted, since nothing is known.
 */
public final class Records {
  private final Gates gates;

  public Records(Gates gates) {
    this.gates = gates;
  }

  /**
   * Returns the first wrong record among everything that the claim newly takes.
   *
   * @param pools the published pools
   * @param stored the claim as it is
   * @param written the claim as it would be
   */
  public Optional<Misrecord> find(
      Function<PoolId, Optional<Pool>> pools, ResourceClaim stored, ResourceClaim written) {
    var before = HeldDevice.byPool(stored);
    for (var entry : Overlaps.takings(written).entrySet()) {
      var fresh = new ArrayList<>(entry.getValue());
      Overlaps.kept(before.getOrDefault(entry.getKey(), List.of()), fresh);
      var pool = fresh.isEmpty() ? Optional.<Pool>empty() : pools.apply(entry.getKey());
      for (var taking : fresh) {
        var found = pool.flatMap(it -> find(it, taking));
        if (found.isPresent()) {
          return found;
        }
      }
    }
    return Optional.empty();
  }

  /**
   * Returns the first result with admin access that its request does not ask for: such a result
   * would not be counted.
   */
  public static Optional<Misrecord> unaskedAdminAccess(
      ResourceClaim stored, ResourceClaim written) {
    var before = HeldDevice.results(stored);
    var results = HeldDevice.results(written);
    for (int i = 0; i < results.size(); i++) {
      var result = results.get(i);
      if (result.adminAccess().orElse(false)
          && !asksAdminAccess(written, result.request())
          && !before.contains(result)) {
        var message =
            "true is recorded, but request %s does not ask for it".formatted(result.request());
        return Optional.of(new Misrecord(i, "adminAccess", message));
      }
    }
    return Optional.empty();
  }

  private static boolean asksAdminAccess(ResourceClaim claim, String name) {
    return claim.spec().devices().requests().stream()
        .filter(request -> request.name().equals(name))
        .anyMatch(
            request -> request.exactly().flatMap(ExactDeviceRequest::adminAccess).orElse(false));
  }

  /**
   * Returns the wrong record of a device. Which generation the node sees is not known here, so the
   * record must be wrong for every generation that has the device.
   */
  private Optional<Misrecord> find(Pool pool, Overlaps.Taking taking) {
    var found = Optional.<Misrecord>empty();
    for (var generation : pool.generations()) {
      var row = generation.row(taking.held().device());
      if (row.isPresent()) {
        var here =
            generation.isUnambiguous()
                ? new RecordedDevice(generation, row.getAsInt(), taking).misrecord(gates)
                : Optional.<Misrecord>empty();
        if (here.isEmpty()) {
          return here;
        }
        found = found.or(() -> here);
      }
    }
    return found;
  }
}
