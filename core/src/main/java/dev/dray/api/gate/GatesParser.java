package dev.dray.api.gate;

import dev.dray.api.meta.Spelling;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A parser of {@code --feature-gates}, which collects settings and mistakes; for one use. */
final class GatesParser {
  private static final Map<String, Gate.Stage> STAGES =
      Map.of("AllAlpha", Gate.Stage.ALPHA, "AllBeta", Gate.Stage.BETA);

  private final Gates unlessSet;
  private final Map<Gate, Boolean> ofGates = new LinkedHashMap<>();
  private final Map<Gate.Stage, Boolean> ofStages = new LinkedHashMap<>();
  private final List<GateMistake> mistakes = new ArrayList<>();

  /**
   * @param unlessSet the state of gates that are not set
   */
  GatesParser(Gates unlessSet) {
    this.unlessSet = unlessSet;
  }

  ParsedGates read(List<String> values) {
    for (var value : values) {
      for (var setting : value.split(",", -1)) {
        if (!setting.isEmpty()) {
          read(setting);
        }
      }
    }
    var gates = gates();
    mistakes.addAll(gates.conflicts());
    return mistakes.isEmpty()
        ? new ParsedGates.Accepted(gates)
        : new ParsedGates.Rejected(mistakes);
  }

  private void read(String setting) {
    int equals = setting.indexOf('=');
    if (equals < 0) {
      mistakes.add(new GateMistake.MissingValue(setting.strip()));
      return;
    }
    var name = setting.substring(0, equals).strip();
    var text = setting.substring(equals + 1).strip();
    switch (text) {
      case "1", "t", "T", "true", "TRUE", "True" -> set(name, true);
      case "0", "f", "F", "false", "FALSE", "False" -> set(name, false);
      default -> mistakes.add(new GateMistake.NotBoolean(name, text));
    }
  }

  private void set(String name, boolean on) {
    var stage = STAGES.get(name);
    if (stage != null) {
      ofStages.put(stage, on);
      return;
    }
    Gate.named(name)
        .ifPresentOrElse(
            gate -> set(gate, on),
            () -> mistakes.add(new GateMistake.Unrecognized(name, nearest(name))));
  }

  private void set(Gate gate, boolean on) {
    if (gate.locked() && on != gate.onByDefault()) {
      mistakes.add(new GateMistake.Locked(gate));
    } else {
      ofGates.put(gate, on);
    }
  }

  private Gates gates() {
    var gates = unlessSet;
    for (var gate : Gate.values()) {
      boolean ofStage = ofStages.getOrDefault(gate.stage(), unlessSet.enabled(gate));
      gates = ofGates.getOrDefault(gate, ofStage) ? gates.with(gate) : gates.without(gate);
    }
    return gates;
  }

  private static Optional<String> nearest(String name) {
    var known =
        Stream.concat(
            Arrays.stream(Gate.values()).map(Gate::gateName), STAGES.keySet().stream().sorted());
    return Spelling.nearest(name, known.toList());
  }
}
