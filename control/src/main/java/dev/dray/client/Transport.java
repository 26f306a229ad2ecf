package dev.dray.client;

/** A way to an API. */
public interface Transport extends AutoCloseable {

  /**
   * The API for a component.
   *
   * @param component by which the API knows who asks, such as {@code dray-scheduler}
   */
  Api on(EventLoop loop, String component);

  @Override
  void close();
}
