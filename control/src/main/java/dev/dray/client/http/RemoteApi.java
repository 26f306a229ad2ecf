package dev.dray.client.http;

import static java.util.Objects.requireNonNull;

import dev.dray.client.Api;
import dev.dray.client.Call;
import dev.dray.client.EventLoop;
import dev.dray.client.ListSelector;
import dev.dray.client.Reply;
import dev.dray.client.ResourceType;
import java.util.function.Consumer;

/** An API server, as a component on a loop sees it. */
final class RemoteApi implements Api {
  /** How often a server may say that it has no time right now. */
  static final int MOST_ATTEMPTS = 10;

  private final HttpConnection wire;
  private final EventLoop loop;
  private final String component;

  RemoteApi(HttpConnection wire, EventLoop loop, String component) {
    this.wire = wire;
    this.loop = requireNonNull(loop, "loop");
    this.component = requireNonNull(component, "component");
  }

  @Override
  public void send(Call call, Consumer<Reply> then) {
    attempt(call, then, 1);
  }

  private void attempt(Call call, Consumer<Reply> then, int number) {
    wire.ask(
        () -> wire.request(call, component),
        heard -> {
          if (heard.again().isPresent() && number < MOST_ATTEMPTS) {
            loop.after(heard.again().get(), () -> attempt(call, then, number + 1));
          } else {
            loop.post(() -> then.accept(heard.reply()));
          }
        });
  }

  @Override
  public <T> void list(ResourceType<T> type, ListSelector selector, Consumer<Listing<T>> then) {
    new Paging<>(wire, loop, component, type, selector, then).begin();
  }

  @Override
  public <T> Watch watch(
      ResourceType<T> type, ListSelector selector, String after, Watcher<T> watcher) {
    var stream = new WatchStream<>(wire, loop, type, watcher);
    stream.open(selector, after, component);
    return stream;
  }
}
