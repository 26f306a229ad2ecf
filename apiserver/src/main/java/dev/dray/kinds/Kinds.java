package dev.dray.kinds;

import dev.dray.api.gate.Gates;
import dev.dray.schema.Schemas;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The kinds that a server has, with the versions in which it serves them. */
public final class Kinds {
  private final List<Resource> known;
  private final List<Resource> all;

  public Kinds(Gates gates, RuntimeConfig config, Schemas schemas, InstantSource clock) {
    this(known(gates, schemas, clock), config);
  }

  private Kinds(List<Resource> known, RuntimeConfig config) {
    this.known = known;
    this.all = known.stream().flatMap(resource -> served(resource, config).stream()).toList();
  }

  private static List<Resource> known(Gates gates, Schemas schemas, InstantSource clock) {
    var known = new ArrayList<Resource>();
    known.addAll(CoreKinds.all(schemas));
    known.addAll(DeviceKinds.all(gates, clock));
    return List.copyOf(known);
  }

  /**
   * The same with everything served. What a server does by itself and whom it refuses what must not
   * depend on what it shows: a namespace is one, and a role counts, even if nobody can read it.
   */
  public Kinds unrestricted() {
    return new Kinds(known, RuntimeConfig.EVERYTHING);
  }

  private static Optional<Resource> served(Resource resource, RuntimeConfig config) {
    var versions =
        resource.versions().stream()
            .filter(version -> config.serves(resource.group(), version, resource.plural()))
            .toList();
    return versions.isEmpty() ? Optional.empty() : Optional.of(resource.in(versions));
  }

  /** Every kind that can be had in some version, the core group first. */
  public List<Resource> all() {
    return all;
  }

  public Optional<Resource> find(String group, String plural) {
    return all.stream()
        .filter(resource -> resource.group().equals(group) && resource.plural().equals(plural))
        .findFirst();
  }
}
