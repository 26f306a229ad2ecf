package dev.dray.controller;

import static java.util.Objects.requireNonNull;

import dev.dray.client.Api;
import dev.dray.client.Call;
import dev.dray.client.Reply;
import java.util.function.Consumer;

/**
 * What controllers ask of an API, until they stop. From then on nothing is sent, and answers still
 * to come are not passed on: no work of several steps goes on where another replica has begun.
 */
final class Calls {
  private final Api api;
  private boolean stopped;

  Calls(Api api) {
    this.api = requireNonNull(api, "api");
  }

  void stop() {
    stopped = true;
  }

  void send(Call call, Consumer<Reply> then) {
    if (!stopped) {
      api.send(
          call,
          reply -> {
            if (!stopped) {
              then.accept(reply);
            }
          });
    }
  }
}
