package dev.dray.client.http;

import static java.util.Objects.requireNonNull;

import dev.dray.client.Api;
import dev.dray.client.EventLoop;
import dev.dray.client.Transport;
import java.time.Duration;
import java.util.Optional;

/** The way to an API server by HTTPS, over one connection of HTTP/2 where the server has that. */
public final class HttpTransport implements Transport {
  private final HttpConnection httpConnection;

  /**
   * How much is asked at a time.
   *
   * @param calls how many calls may be under way; watches are not counted
   * @param page how many objects of a list come at a time
   * @param patience how long an answer may take
   * @param watching how long a watch lasts before it is opened anew
   */
  public record Bounds(int calls, int page, Duration patience, Duration watching) {
    public static final Bounds USUAL =
        new Bounds(64, 500, Duration.ofSeconds(60), Duration.ofMinutes(5));

    public Bounds {
      if (calls < 1 || page < 1) {
        throw new IllegalArgumentException(
            "At least one call (%d) and one object (%d).".formatted(calls, page));
      }
      requireNonNull(patience, "patience");
      requireNonNull(watching, "watching");
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

  /** Breaks off what is under way. */
  @Override
  public void close() {
    httpConnection.close();
  }
}
