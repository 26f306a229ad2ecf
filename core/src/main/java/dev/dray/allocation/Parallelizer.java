package dev.dray.allocation;

import java.util.function.IntConsumer;

/**
 * Does several things at a time, if whoever embeds the engine has threads for it.
 *
 * <p>The engine itself has none. An implementation may call the tasks in any order and from any
 * threads, and returns when all are done.
 */
@FunctionalInterface
public interface Parallelizer {
  /** One task after the other, by the caller. */
  Parallelizer CALLER =
      (tasks, task) -> {
        for (int i = 0; i < tasks; i++) {
          task.accept(i);
        }
      };

  /** Calls the task for each number from 0 on. */
  void run(int tasks, IntConsumer task);
}
