package dev.dray.verify.crash;

import dev.dray.verify.wire.Dice;
import dev.dray.verify.wire.ServerScript;
import java.io.IOException;

/** What is done to the server while others use it. */
sealed interface Blows {
  /** Comes at a random moment. */
  void strike(Dice dice) throws IOException, InterruptedException;

  /** Brings back what was struck. Writers are at rest if it was the server. */
  void mend(Dice dice) throws IOException, InterruptedException;

  /** Whether writers can go on between the blow and its mending. */
  boolean leavesServers();

  /** The server is killed, one time in eight once more while it starts. */
  record Servers(ServerScript script) implements Blows {
    @Override
    public void strike(Dice dice) throws IOException, InterruptedException {
      script.kill();
    }

    @Override
    public void mend(Dice dice) throws IOException, InterruptedException {
      if (dice.percent(12)) {
        var starting = script.starting();
        Thread.sleep(dice.between(50, 1200));
        script.kill();
        starting.waitFor();
        script.kill(); // The start may have come to it after the kill.
      }
      script.start();
    }

    @Override
    public boolean leavesServers() {
      return false;
    }
  }

  /** A member of the store behind the server is killed. */
  record Members(ServerScript script, int count) implements Blows {
    @Override
    public void strike(Dice dice) throws IOException, InterruptedException {
      script.kill(dice.below(count));
    }

    @Override
    public void mend(Dice dice) throws IOException, InterruptedException {
      Thread.sleep(dice.between(0, 1500));
      script.start();
    }

    @Override
    public boolean leavesServers() {
      return true;
    }
  }
}
