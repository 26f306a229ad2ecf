package dev.dray.kinds;

import java.util.List;
import java.util.Optional;

/** The kinds of a server, with the versions in which it serves them. */
public final class Kinds {
  private final List<Resource> known;
  private final List<Resource> all;

  /** Returns the known kinds, each in the versions that {@code config} serves. */
  public Kinds(List<Resource> known, RuntimeConfig config) {
    this.known = List.copyOf(known);
    this.all = known.stream().flatMap(resource -> served(resource, config).stream()).toList();
  }

  /**
   * Returns the same kinds with everything served. What a server does by itself, and what it
   * refuses, must not depend on what it serves: a namespace exists, and a role counts, even if
   * nobody can read it.
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

  /** Returns every kind that is served in some version, the core group first. */
  public List<Resource> all() {
    return all;
  }

  public Optional<Resource> find(String group, String plural) {
    return all.stream()
        .filter(resource -> resource.group().equals(group) && resource.plural().equals(plural))
        .findFirst();
  }
}
