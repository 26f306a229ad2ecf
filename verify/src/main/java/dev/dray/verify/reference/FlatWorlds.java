package dev.dray.verify.reference;

import dev.dray.api.gate.Gates;
import dev.dray.api.validation.Validator;
import dev.dray.layout.Flattening;
import dev.dray.layout.LaidOut;
import dev.dray.layout.PlainSlices;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Worlds of plain slices, with patches and taint rules made part of them; for one thread. */
public final class FlatWorlds {
  private final Map<Gates, Validator> validators = new HashMap<>();

  /** The slices of the world without mixins, patches and taint rules. */
  public LaidOut slices(World world) {
    var flattened =
        Flattening.of(
            world.slices(), world.classes(), world.patches(), world.taintRules(), world.gates());
    var validator = validators.computeIfAbsent(world.gates(), Validator::with);
    return PlainSlices.of(flattened, world.gates(), validator);
  }

  /** The world with these slices, and nothing that would change them. */
  public static World with(LaidOut slices, World world) {
    return new World(
        world.gates(),
        world.node(),
        world.classes(),
        slices.slices(),
        List.of(),
        List.of(),
        world.allocatedClaims(),
        world.claimsToAllocate());
  }
}
