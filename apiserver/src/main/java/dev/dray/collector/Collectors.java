package dev.dray.collector;

import static java.util.Objects.requireNonNull;

import dev.dray.guard.AllocationGuard;
import dev.dray.kinds.Kinds;
import dev.dray.kinds.quota.QuotaUsage;
import dev.dray.store.Store;
import dev.dray.watch.Cache;
import dev.dray.watch.Event;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The controllers of a server, with a thread each.
 *
 * <p>It is a listener of the cache from the beginning, and starts to act when {@link #start} is
 * called.
 */
public final class Collectors implements Cache.Listener, AutoCloseable {
  private static final Logger LOG = System.getLogger(Collectors.class.getName());
  private static final Duration RESYNC = Duration.ofMinutes(10);
  private static final Duration POLL = Duration.ofSeconds(1);

  private final List<Collector> collectors;
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean closed;

  /**
   * Makes the controllers, which do not act yet.
   *
   * @param nanos the clock by which work is due, such as {@link System#nanoTime}
   * @param authority the certificate of the server's CA, to be published; empty if there is none
   */
  public Collectors(
      Objects objects,
      Kinds kinds,
      InstantSource clock,
      LongSupplier nanos,
      Optional<Supplier<String>> authority) {
    var usage = new QuotaUsage(kinds);
    var view = new ObjectsView(objects);
    var all =
        new ArrayList<Collector>(
            List.of(
                new OwnerCollector(objects, kinds.all(), new KeyQueue(nanos)),
                new NamespaceCollector(objects, kinds.all(), clock, new KeyQueue(nanos)),
                new ServiceAccountCollector(objects, kinds.all(), new KeyQueue(nanos)),
                new QuotaCollector(
                    objects,
                    kinds.all(),
                    (quota, namespace) ->
                        texts(usage.used(quota, namespace, view, clock.instant())),
                    new KeyQueue(nanos))));
    authority
        .flatMap(it -> AuthorityCollector.of(objects, kinds.all(), it, new KeyQueue(nanos)))
        .ifPresent(all::add);
    this.collectors = List.copyOf(all);
  }

  private static Map<String, String> texts(Map<String, ?> amounts) {
    var texts = new TreeMap<String, String>();
    amounts.forEach((name, amount) -> texts.put(name, amount.toString()));
    return texts;
  }

  @Override
  public void changed(Event event) {
    collectors.forEach(it -> it.changed(event));
  }

  /**
   * Starts the threads.
   *
   * @param history the minimum time for which the store keeps history
   */
  public void start(Store store, Cache cache, AllocationGuard guard, Duration history) {
    requireNonNull(cache, "cache");
    var storeMaintenance = new StoreMaintenance(store, guard);
    for (var collector : collectors) {
      threads.add(
          Thread.ofVirtual().name("dray-" + collector.name()).unstarted(() -> run(collector)));
    }
    threads.add(
        Thread.ofVirtual()
            .name("dray-chores")
            .unstarted(() -> runChores(storeMaintenance, cache, history)));
    threads.forEach(Thread::start);
  }

  /**
   * Does the work that is due, on the caller's thread: instead of {@link #start}, for simulations
   * in which nothing may happen by itself.
   */
  public void runDue() throws InterruptedException {
    for (var collector : collectors) {
      for (var key = collector.work().take(Duration.ZERO);
          key.isPresent();
          key = collector.work().take(Duration.ZERO)) {
        look(collector, key.get());
      }
    }
  }

  private void run(Collector collector) {
    long resynced = System.nanoTime();
    while (!closed) {
      try {
        var key = collector.work().take(POLL);
        if (key.isPresent()) {
          look(collector, key.get());
        }
        if (System.nanoTime() - resynced > RESYNC.toNanos()) {
          resynced = System.nanoTime();
          collector.resync();
        }
      } catch (InterruptedException e) {
        return;
      } catch (RuntimeException e) {
        LOG.log(Level.WARNING, "Cannot resync all %s.".formatted(collector.name()), e);
      }
    }
  }

  private void look(Collector collector, String key) {
    try {
      if (collector.look(key)) {
        collector.work().succeeded(key);
      } else {
        collector.work().addAgain(key);
      }
    } catch (RuntimeException e) {
      if (!closed) {
        LOG.log(
            Level.WARNING,
            "Collecting %s: (%s) failed and will be retried.".formatted(collector.name(), key),
            e);
        collector.work().addAgain(key);
      }
    }
  }

  private void runChores(StoreMaintenance storeMaintenance, Cache cache, Duration history) {
    while (!closed) {
      try {
        storeMaintenance.compact();
        storeMaintenance.deleteIdleKeys(cache.revision());
        Thread.sleep(history);
      } catch (InterruptedException e) {
        return;
      } catch (RuntimeException e) {
        LOG.log(Level.WARNING, "Store maintenance failed and will be retried.", e);
        pause();
      }
    }
  }

  private static void pause() {
    try {
      Thread.sleep(POLL);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    closed = true;
    threads.forEach(Thread::interrupt);
    for (var thread : threads) {
      try {
        thread.join(Duration.ofSeconds(5));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
