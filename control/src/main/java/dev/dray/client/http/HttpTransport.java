package dev.dray.client.http;

import dev.dray.client.Api;
import dev.dray.client.EventLoop;
import dev.dray.client.Transport;
import java.time.Duration;
import java.util.Optional;

/**
 * The transport to an API server by HTTPS, over one HTTP/2 connection if the server supports it.
 */
public final class HttpTransport implements Transport {
  private final HttpConnection httpConnection;

  /**
   * The limits of a transport.
   *
   * @param calls the most concurrent calls; watches are not counted
   * @param page the number of objects per page of a list
   * @param patience the time a response may take
   * @param watching the time after which a watch is reopened
   */
  public record Bounds(int calls, int page, Duration patience, Duration watching) {
    public static final Bounds USUAL =
        new Bounds(64, 500, Duration.ofSeconds(60), Duration.ofMinutes(5));

    public Bounds {
      if (calls < 1 || page < 1) {
        throw new IllegalArgumentException(
            "calls (%d) and page (%d) must be at least 1.".formatted(calls, page));
      }
    }
  }

  private HttpTransport(HttpConnection httpConnection) {
    this.httpConnection = httpConnection;
  }

  public static HttpTransport to(Kubeconfig config) {
    return to(config, Bounds.USUAL);
  }

  public static HttpTransport to(Kubeconfig config, Bounds bounds) {
    var version =
        Optional.ofNullable(HttpTransport.class.getPackage().getImplementationVersion())
            .orElse("unpackaged");
    return new HttpTransport(new HttpConnection(config, bounds, version));
  }

  @Override
  public Api on(EventLoop loop, String component) {
    return new RemoteApi(httpConnection, loop, component);
  }

  /** Aborts everything in flight. */
  @Override
  public void close() {
    httpConnection.close();
  }
}
