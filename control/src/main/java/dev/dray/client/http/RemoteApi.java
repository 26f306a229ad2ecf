package dev.dray.client.http;

import dev.dray.client.Api;
import dev.dray.client.Call;
import dev.dray.client.EventLoop;
import dev.dray.client.ListSelector;
import dev.dray.client.Reply;
import dev.dray.client.ResourceType;
import java.util.function.Consumer;

/** The API of a server, as a component on an event loop sees it. */
final class RemoteApi implements Api {
  /** The most attempts if the server asks for retries. */
  static final int MOST_ATTEMPTS = 10;

  private final HttpConnection httpConnection;
  private final EventLoop loop;
  private final String component;

  RemoteApi(HttpConnection httpConnection, EventLoop loop, String component) {
    this.httpConnection = httpConnection;
    this.loop = loop;
    this.component = component;
  }

  @Override
  public void send(Call call, Consumer<Reply> then) {
    attempt(call, then, 1);
  }

  private void attempt(Call call, Consumer<Reply> then, int number) {
    httpConnection.ask(
        () -> httpConnection.request(call, component),
        httpReply -> {
          if (httpReply.again().isPresent() && number < MOST_ATTEMPTS) {
            loop.after(httpReply.again().get(), () -> attempt(call, then, number + 1));
          } else {
            loop.post(() -> then.accept(httpReply.reply()));
          }
        });
  }

  @Override
  public <T> void list(ResourceType<T> type, ListSelector listSelector, Consumer<Listing<T>> then) {
    new Paging<>(httpConnection, loop, component, type, listSelector, then).begin();
  }

  @Override
  public <T> Watch watch(
      ResourceType<T> type, ListSelector listSelector, String after, Watcher<T> watcher) {
    var watchStream = new WatchStream<>(httpConnection, loop, type, watcher);
    watchStream.open(listSelector, after, component);
    return watchStream;
  }
}
