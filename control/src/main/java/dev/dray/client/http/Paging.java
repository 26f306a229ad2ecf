package dev.dray.client.http;

import dev.dray.api.json.Json;
import dev.dray.client.Api;
import dev.dray.client.EventLoop;
import dev.dray.client.KnownObject;
import dev.dray.client.ListSelector;
import dev.dray.client.Reply;
import dev.dray.client.ResourceType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A list that is fetched page by page. One page is requested at a time, so nothing is shared. */
final class Paging<T> {
  private final HttpConnection httpConnection;
  private final EventLoop loop;
  private final String component;
  private final ResourceType<T> type;
  private final ListSelector listSelector;
  private final Consumer<Api.Listing<T>> then;
  private final List<KnownObject<T>> items = new ArrayList<>();
  private int attempts = 1;

  Paging(
      HttpConnection httpConnection,
      EventLoop loop,
      String component,
      ResourceType<T> type,
      ListSelector listSelector,
      Consumer<Api.Listing<T>> then) {
    this.httpConnection = httpConnection;
    this.loop = loop;
    this.component = component;
    this.type = type;
    this.listSelector = listSelector;
    this.then = then;
  }

  void begin() {
    ask(Map.of("limit", Integer.toString(httpConnection.bounds().page())));
  }

  private void ask(Map<String, String> parameters) {
    httpConnection.ask(
        () -> httpConnection.list(type, listSelector, parameters, component),
        httpReply -> take(httpReply, parameters));
  }

  private void take(HttpReply httpReply, Map<String, String> parameters) {
    if (httpReply.again().isPresent() && attempts++ < RemoteApi.MOST_ATTEMPTS) {
      loop.after(httpReply.again().get(), () -> ask(parameters));
      return;
    }
    switch (httpReply.reply()) {
      case Reply.Done(var page) -> take(page);
      case Reply.Refused refused when refused.isExpired() && parameters.containsKey("continue") -> {
        // The pages so far are of a revision that is no longer kept: fetch everything at once
        // instead.
        items.clear();
        ask(Map.of());
      }
      case Reply.Refused _, Reply.Unanswered _ -> tell(new Api.Listing.Failed<>(httpReply.reply()));
    }
  }

  private void take(Json.Obj page) {
    for (var item : page.objects("items")) {
      items.add(type.read(WatchStream.complete(item, type)));
    }
    var more = page.text("metadata", "continue");
    if (more.isEmpty()) {
      tell(new Api.Listing.Found<>(items, page.text("metadata", "resourceVersion")));
      return;
    }
    var next = new LinkedHashMap<String, String>();
    next.put("limit", Integer.toString(httpConnection.bounds().page()));
    next.put("continue", more);
    ask(next);
  }

  private void tell(Api.Listing<T> listing) {
    loop.post(() -> then.accept(listing));
  }
}
