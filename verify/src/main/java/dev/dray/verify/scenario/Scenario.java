package dev.dray.verify.scenario;

import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A folder with a small cluster in {@code given.yaml} and what happens in {@code steps.yaml}. */
public final class Scenario {
  private final Path folder;
  private final StepReader.Plan plan;

  private Scenario(Path folder, StepReader.Plan plan) {
    this.folder = folder;
    this.plan = plan;
  }

  public static Scenario read(Path folder) throws IOException {
    return new Scenario(folder, StepReader.read(Files.readString(folder.resolve("steps.yaml"))));
  }

  /** What it comes to, step by step, as {@code expected.yaml} should have it. */
  public String run() throws IOException {
    var given = objects("given.yaml");
    var run = new Run(changed(Gates.defaults(), plan.gates()), given.nodes());
    run.given(given.objects(), plan.storing());
    for (var step : plan.steps()) {
      run.step(step, step instanceof Step.Apply(var file, _) ? objects(file) : given);
    }
    return run.text();
  }

  private Objects objects(String file) throws IOException {
    return Objects.read(Files.readString(folder.resolve(file)));
  }

  /** The gates with some set otherwise; no locks, since clusters of yesterday had none. */
  static Gates changed(Gates gates, Map<String, Boolean> changes) {
    var changed = gates;
    for (var change : changes.entrySet()) {
      var gate = Gate.named(change.getKey()).orElseThrow();
      changed = change.getValue() ? changed.with(gate) : changed.without(gate);
    }
    return changed;
  }
}
