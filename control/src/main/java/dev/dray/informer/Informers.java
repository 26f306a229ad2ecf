package dev.dray.informer;

import dev.dray.client.Api;
import dev.dray.client.EventLoop;
import dev.dray.client.ListSelector;
import dev.dray.client.ResourceType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The shared informers of an event loop: one per kind and selector. */
public final class Informers {
  private final Api api;
  private final EventLoop loop;
  private final Map<Wanted, Informer<?>> informers = new LinkedHashMap<>();
  private boolean started;

  private record Wanted(String group, String plural, ListSelector listSelector) {}

  public Informers(Api api, EventLoop loop) {
    this.api = api;
    this.loop = loop;
  }

  public <T> Informer<T> of(ResourceType<T> type) {
    return of(type, ListSelector.ALL);
  }

  @SuppressWarnings("unchecked") // A group and a plural have one type.
  public <T> Informer<T> of(ResourceType<T> type, ListSelector listSelector) {
    var wanted = new Wanted(type.group(), type.plural(), listSelector);
    return (Informer<T>)
        informers.computeIfAbsent(
            wanted,
            _ -> {
              var informer = new Informer<>(api, loop, type, listSelector);
              if (started) {
                informer.start();
              }
              return informer;
            });
  }

  /** Starts to list and watch; listeners added later are told what they have missed. */
  public void start() {
    started = true;
    List.copyOf(informers.values()).forEach(Informer::start);
  }

  /** Runs a task on the event loop as soon as all informers requested so far have synced. */
  public void whenSynced(Runnable task) {
    var waiting = new ArrayList<>(informers.values());
    waiting.removeIf(Informer::synced);
    if (waiting.isEmpty()) {
      loop.post(task);
      return;
    }
    var left = new int[] {waiting.size()};
    waiting.forEach(
        it ->
            it.onSynced(
                () -> {
                  if (--left[0] == 0) {
                    task.run();
                  }
                }));
  }

  public void stop() {
    informers.values().forEach(Informer::stop);
  }
}
