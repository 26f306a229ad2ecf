package dev.dray.local;

import dev.dray.client.Api;
import dev.dray.client.EventLoop;
import dev.dray.local.RegistryApi.Told;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A watch that reads on a thread of its own and reports on the event loop. */
final class LoopbackWatch<T> implements Api.Watch {
  private static final Logger LOG = System.getLogger(LoopbackWatch.class.getName());
  private static final int MOST_AT_ONCE = 256;

  private final EventLoop loop;
  private final Api.Watcher<T> watcher;
  private final Consumer<LoopbackWatch<T>> whenOver;
  private volatile boolean stopped;
  private volatile @Nullable Thread reader;

  LoopbackWatch(EventLoop loop, Api.Watcher<T> watcher, Consumer<LoopbackWatch<T>> whenOver) {
    this.loop = loop;
    this.watcher = watcher;
    this.whenOver = whenOver;
  }

  void follow(Supplier<RegistryApi.Following<T>> open, Duration patience) {
    reader = Thread.currentThread();
    try (var following = open.get()) {
      while (!stopped) {
        var events = batch(following, patience);
        if (events.isEmpty()) {
          var revision = following.revision();
          tell(() -> watcher.reached(revision));
        } else {
          tell(() -> hear(events));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      var why = RegistryApi.reply(e);
      tell(() -> watcher.ended(why));
    } finally {
      whenOver.accept(this);
    }
  }

  /** Returns all waiting events together, so that they are handed over once. */
  private List<Told<T>> batch(RegistryApi.Following<T> following, Duration patience)
      throws InterruptedException {
    var events = new ArrayList<Told<T>>();
    var next = following.next(patience);
    while (next.isPresent()) {
      events.add(next.get());
      next = events.size() < MOST_AT_ONCE ? following.next(Duration.ZERO) : Optional.empty();
    }
    return events;
  }

  private void hear(List<Told<T>> events) {
    for (var event : events) {
      if (stopped) {
        return;
      }
      try {
        hear(event);
      } catch (RuntimeException e) {
        // A watcher that fails at one change must still hear of the others in the batch.
        LOG.log(Level.ERROR, "A watcher failed", e);
      }
    }
  }

  private void hear(Told<T> event) {
    switch (event) {
      case Told.Changed<T>(var object) -> watcher.changed(object);
      case Told.Removed<T>(var object) -> watcher.removed(object);
    }
  }

  /** Posts a task, unless the watch has stopped by the time it would run. */
  private void tell(Runnable task) {
    loop.post(
        () -> {
          if (!stopped) {
            task.run();
          }
        });
  }

  @Override
  public void stop() {
    stopped = true;
    var thread = reader;
    if (thread != null) {
      thread.interrupt();
    }
  }
}
