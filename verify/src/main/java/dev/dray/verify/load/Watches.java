package dev.dray.verify.load;

import dev.dray.verify.wire.Latencies;
import dev.dray.verify.wire.Wire;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.LongAdder;

/** Many watches, and when each event came since its write was sent. */
final class Watches {
  private static final String NAME = "\"name\":\"load-";
  private final Wire wire;
  private final Map<String, Long> sent = new ConcurrentHashMap<>();
  private final LongAdder events = new LongAdder();
  private final List<CompletableFuture<?>> open = new ArrayList<>();
  private volatile Latencies delivered = new Latencies();

  Watches(Wire wire) {
    this.wire = wire;
  }

  /** Of a hundred: ninety of one node's slices, nine of one namespace's claims, one of all. */
  void open(int count, int nodes) throws InterruptedException {
    var begun = new CountDownLatch(count);
    for (int i = 0; i < count; i++) {
      var path =
          switch (i % 100) {
            case 0 ->
                i % 200 == 0 ? Objects.SLICES + "?" : "/apis/resource.k8s.io/v1/resourceclaims?";
            case 1, 2, 3, 4, 5, 6, 7, 8, 9 -> Objects.claims(i) + "?";
            default -> Objects.SLICES + "?fieldSelector=spec.nodeName%3Dnode-" + i % nodes + "&";
          };
      begin(path + "watch=true&allowWatchBookmarks=true&timeoutSeconds=3600", begun);
      while (i + 1 - (count - begun.getCount()) > 50) {
        Thread.sleep(1); // Not all connections at once: the system's queue of them is short.
      }
    }
    begun.await();
  }

  private void begin(String path, CountDownLatch begun) {
    var request = HttpRequest.newBuilder(wire.at(path)).GET().build();
    HttpResponse.BodyHandler<Void> handler =
        info -> {
          begun.countDown();
          if (info.statusCode() != 200) {
            System.out.println("WRONG: a watch was answered " + info.statusCode());
          }
          return BodyHandlers.fromLineSubscriber(new Ear()).apply(info);
        };
    open.add(wire.client().sendAsync(request, handler));
  }

  void sends(String name) {
    sent.put(name, System.nanoTime());
  }

  long events() {
    return events.sum();
  }

  /** Latencies since the last time this was asked. */
  Latencies delivered() {
    var before = delivered;
    delivered = new Latencies();
    return before;
  }

  void close() {
    open.forEach(it -> it.cancel(true));
  }

  private void heard(String line) {
    long now = System.nanoTime();
    int at = line.indexOf(NAME);
    if (at < 0) {
      return; // a bookmark
    }
    events.increment();
    var name = line.substring(at + NAME.length(), line.indexOf('"', at + NAME.length()));
    var key = line.startsWith("{\"type\":\"MODIFIED\"") ? name + "/status" : name;
    Optional.ofNullable(sent.get(key)).ifPresent(since -> delivered.add(now - since));
  }

  /** Hears lines as they come. */
  private final class Ear implements Flow.Subscriber<String> {
    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(String line) {
      heard(line);
    }

    @Override
    public void onError(Throwable reason) {}

    @Override
    public void onComplete() {}
  }
}
