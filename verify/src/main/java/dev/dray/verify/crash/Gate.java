package dev.dray.verify.crash;

/** Lets writers through while it is open. */
final class Gate {
  private boolean open;
  private boolean over;
  private int inside;

  /** Waits until the gate is open; false when there is nothing more to do. */
  synchronized boolean enter() throws InterruptedException {
    while (!open && !over) {
      wait();
    }
    inside += over ? 0 : 1;
    return !over;
  }

  synchronized void leave() {
    inside--;
    notifyAll();
  }

  synchronized void open() {
    open = true;
    notifyAll();
  }

  /** Closes, and waits until nobody is inside. */
  synchronized void close() throws InterruptedException {
    open = false;
    while (inside > 0) {
      wait();
    }
  }

  synchronized void end() {
    over = true;
    notifyAll();
  }
}
