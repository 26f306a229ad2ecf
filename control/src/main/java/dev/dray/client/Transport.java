package dev.dray.client;

/** A connection to an API. */
public interface Transport extends AutoCloseable {

  /**
   * Returns the API for a component.
   *
   * @param component the name by which the API knows the client, such as {@code dray-scheduler}
   */
  Api on(EventLoop loop, String component);

  @Override
  void close();
}
