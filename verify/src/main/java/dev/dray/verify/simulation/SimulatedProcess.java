package dev.dray.verify.simulation;

import dev.dray.client.Api;
import dev.dray.client.EventLoop;
import dev.dray.security.User;
import java.time.Duration;
import java.util.Optional;

/**
 * A process that runs a component, and can be killed and started again: nothing of it is kept.
 *
 * @param <C> the component
 */
final class SimulatedProcess<C> {
  /** What a process does once it runs. */
  interface Program<C> {
    C start(Api api, EventLoop loop);
  }

  private final Surroundings around;
  private final String name;
  private final User user;
  private final String component;
  private final Program<C> program;
  private Optional<Running<C>> running = Optional.empty();
  private int starts;

  private record Running<C>(SimulatedLoop loop, SimulatedApi api, C component) {}

  /**
   * @param component by which the API knows who writes
   */
  SimulatedProcess(
      Surroundings around, String name, User user, String component, Program<C> program) {
    this.around = around;
    this.name = name;
    this.user = user;
    this.component = component;
    this.program = program;
  }

  void start() {
    if (running.isPresent()) {
      return;
    }
    starts++;
    around.chronicle().note(name, "starts");
    var loop = new SimulatedLoop(around.clockwork(), around.findings(), name + "#" + starts);
    var api = new SimulatedApi(around, around.server().api(user, component), loop, name);
    running = Optional.of(new Running<>(loop, api, program.start(api, loop)));
  }

  void kill() {
    running.ifPresent(
        it -> {
          around.chronicle().note(name, "is killed");
          it.loop().kill();
          it.api().close();
        });
    running = Optional.empty();
  }

  void freeze(Duration pause) {
    running.ifPresent(
        it -> {
          around.chronicle().note(name, "stands still for " + pause);
          it.loop().freeze(pause);
        });
  }

  void cutOff(Duration pause) {
    running.ifPresent(
        it -> {
          around.chronicle().note(name, "is cut off for " + pause);
          it.api().cutOff(pause);
        });
  }

  boolean isRunning() {
    return running.isPresent();
  }

  Optional<C> component() {
    return running.map(Running::component);
  }

  /** Something was stored. */
  void changed(String key) {
    running.ifPresent(it -> it.api().changed(key));
  }

  /** What it still has to do, for want of anything else to do; empty if nothing. */
  Optional<String> business() {
    return running.flatMap(
        it -> {
          int calls = it.api().callsUnderWay();
          int tasks = it.loop().waitingTasks();
          return calls + tasks == 0
              ? Optional.empty()
              : Optional.of(
                  "%s has %d calls under way and %d tasks waiting".formatted(name, calls, tasks));
        });
  }

  int timers() {
    return running.map(it -> it.loop().waitingTimers()).orElse(0);
  }

  @Override
  public String toString() {
    return name;
  }
}
