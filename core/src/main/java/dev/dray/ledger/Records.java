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
 * Finds out whether a new allocation records what slices and its own requests come to.
 *
 * <p>Later accounting believes what is recorded, so nobody may record less than is taken. What is
 * not recorded at all is worked out whenever it counts: schedulers that know nothing of these
 * fields leave them out. Of devices that are not published, or not without contradictions, nothing
 * is known and everything believed.
 */
public final class Records {
  private final Gates gates;

  public Records(Gates gates) {
    this.gates = gates;
  }

  /**
   * The first thing that is not as recorded, of all that the claim newly takes.
   *
   * @param pools what is published
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
   * The first result that looks on as an administrator although its request does not: it would not
   * be counted.
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

  /** Which generation a node sees is not known here: it must be wrong by each that has it. */
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
