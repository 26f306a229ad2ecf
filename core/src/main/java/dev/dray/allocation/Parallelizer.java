package dev.dray.allocation;

import java.util.function.IntConsumer;

/**
 * The runner of parallel tasks, for embedding programs that have threads.
 *
 * <p>The engine itself has none. An implementation may call the tasks in any order and from any
 * threads, and returns when all are done.
 */
@FunctionalInterface
public interface Parallelizer {
  /** Runs one task after the other, on the caller's thread. */
  Parallelizer CALLER =
      (tasks, task) -> {
        for (int i = 0; i < tasks; i++) {
          task.accept(i);
        }
      };

  /** Calls the task for each number from 0 on. */
  void run(int tasks, IntConsumer task);
}
