package dev.dray.verify.simulation;

import dev.dray.client.Api;
import dev.dray.client.Reply;
import dev.dray.client.ResourceType;
import dev.dray.local.RegistryApi;
import dev.dray.local.RegistryApi.Told;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** One watch: what has changed is read from the real feed, some time later. */
final class SimulatedWatch<T> implements Api.Watch {
  /** A slow watch is given so much at a time. */
  private static final int SLOW = 2;

  private final SimulatedApi api;
  private final ResourceType<T> type;
  private final Api.Watcher<T> watcher;
  private final String prefix;
  private Optional<RegistryApi.Following<T>> following = Optional.empty();
  private boolean reading;
  private boolean over;
  private boolean stopped;

  SimulatedWatch(SimulatedApi api, ResourceType<T> type, Api.Watcher<T> watcher) {
    this.api = api;
    this.type = type;
    this.watcher = watcher;
    this.prefix = api.server().prefix(type.group(), type.plural());
  }

  void open(Supplier<RegistryApi.Following<T>> feed) {
    if (over) {
      return;
    }
    if (api.isCutOff()) {
      end(new Reply.Unanswered("no connection (simulated)"), api.weather().patience());
      return;
    }
    try {
      following = Optional.of(feed.get());
      readSoon();
    } catch (RuntimeException e) {
      end(RegistryApi.reply(e), api.weather().call(api.toString(), type));
    }
  }

  void changed(String key) {
    if (key.startsWith(prefix)) {
      readSoon();
    }
  }

  private void readSoon() {
    if (!reading && !over && following.isPresent()) {
      reading = true;
      api.clockwork().after(api.weather().news(api.toString(), type), this::read);
    }
  }

  /** Reads all there is, or little of it; nothing while there is no connection. */
  private void read() {
    reading = false;
    if (over || api.isCutOff()) {
      return;
    }
    int most = api.weather().isClear() || api.weather().coin() ? Integer.MAX_VALUE : SLOW;
    try {
      boolean more = read(following.orElseThrow(), most);
      if (api.weather().watchEnds()) {
        end(api.weather().end(), Duration.ZERO);
      } else if (more) {
        readSoon();
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("Nobody interrupts a simulation.", e);
    } catch (RuntimeException e) {
      end(RegistryApi.reply(e), Duration.ZERO);
    }
  }

  private boolean read(RegistryApi.Following<T> feed, int most) throws InterruptedException {
    var newest = Long.toString(api.server().cache().revision());
    int told = 0;
    while (told < most) {
      var next = feed.next(Duration.ZERO);
      if (next.isPresent()) {
        tell(next.get());
        told++;
      } else if (feed.revision().equals(newest)) {
        // As a bookmark tells it.
        tell(() -> watcher.reached(newest));
        return false;
      }
    }
    return true;
  }

  private void tell(Told<T> event) {
    if (!api.hears(type)) {
      return;
    }
    switch (event) {
      case Told.Changed<T>(var object) -> tell(() -> watcher.changed(object));
      case Told.Removed<T>(var object) -> tell(() -> watcher.removed(object));
    }
  }

  /** Whoever has stopped hears nothing more, even if it was on its way. */
  private void tell(Runnable task) {
    api.loop()
        .post(
            () -> {
              if (!stopped) {
                task.run();
              }
            });
  }

  private void end(Reply why, Duration delay) {
    over = true;
    following.ifPresent(RegistryApi.Following::close);
    api.over(this);
    api.clockwork()
        .after(
            delay,
            () -> {
              api.chronicle().remark(api.toString(), () -> "watch of " + type + " ends: " + why);
              tell(() -> watcher.ended(why));
            });
  }

  /** The connection is back, or both sides have noticed meanwhile that it was gone. */
  void reconnected() {
    if (!over && following.isPresent()) {
      if (api.weather().coin()) {
        readSoon();
      } else {
        end(new Reply.Unanswered("the connection was lost (simulated)"), Duration.ZERO);
      }
    }
  }

  @Override
  public void stop() {
    stopped = true;
    over = true;
    following.ifPresent(RegistryApi.Following::close);
    api.over(this);
  }
}
