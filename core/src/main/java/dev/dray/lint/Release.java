package dev.dray.lint;

import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** A minor release of Kubernetes for which manifests can be meant. */
public enum Release {
  V1_34(34),
  V1_35(35),
  V1_36(36),
  V1_37(37);

  private final int minor;

  Release(int minor) {
    this.minor = minor;
  }

  int minor() {
    return minor;
  }

  /** Returns the release of a text such as {@code 1.35}, {@code v1.35} or {@code v1.35.2}. */
  public static Optional<Release> of(String text) {
    var plain = text.startsWith("v") ? text.substring(1) : text;
    return Arrays.stream(values())
        .filter(it -> plain.equals(it.toString()) || plain.startsWith(it + "."))
        .findFirst();
  }

  /** Returns all releases as a text for messages. */
  public static String known() {
    return Arrays.stream(values()).map(Release::toString).collect(Collectors.joining(", "));
  }

  /** Returns the feature gates of this release by default. */
  public Gates defaults() {
    var gates = Gates.defaults();
    for (var gate : Gate.values()) {
      gates = GateHistory.isOn(gate, minor) ? gates.with(gate) : gates.without(gate);
    }
    return gates;
  }

  @Override
  public String toString() {
    return "1." + minor;
  }
}
