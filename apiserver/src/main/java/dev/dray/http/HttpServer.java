package dev.dray.http;

import dev.dray.security.pki.ServerTls;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.io.WindowRateControl;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.VirtualThreadPool;

/** The HTTPS listener for HTTP/1.1 and HTTP/2; it handles each request on a virtual thread. */
final class HttpServer implements AutoCloseable {
  private static final Duration IDLE = Duration.ofSeconds(90);
  private static final int STREAMS = 1_000;
  private static final int CONTROL_FRAMES_PER_SECOND = 5_000;
  private static final int LARGEST_HEADERS = 64 << 10;

  private final Server server;
  private final ServerConnector connector;

  HttpServer(InetSocketAddress address, ServerTls tls, Front front) {
    var threads = new VirtualThreadPool();
    // The default limit is 200, and a watch is a task for as long as it lasts.
    threads.setMaxConcurrentTasks(0);
    threads.setName("dray-http");
    server = new Server(threads);
    server.setStopTimeout(0);
    connector = connector(address, tls);
    server.addConnector(connector);
    server.setHandler(
        new Handler.Abstract() {
          @Override
          public boolean handle(Request request, Response response, Callback callback) {
            var exchange = new JettyExchange(request, response);
            front.handle(exchange);
            exchange.drain();
            if (exchange.isAborted()) {
              callback.failed(new IOException("The response was aborted."));
            } else {
              callback.succeeded();
            }
            return true;
          }
        });
  }

  private ServerConnector connector(InetSocketAddress address, ServerTls tls) {
    var configuration = new HttpConfiguration();
    configuration.setSendServerVersion(false);
    configuration.setRequestHeaderSize(LARGEST_HEADERS);
    configuration.setResponseHeaderSize(LARGEST_HEADERS);
    configuration.setHttpCompliance(HttpCompliance.RFC9110);
    // Role names contain colons and other unusual characters; paths are validated in this package.
    configuration.setUriCompliance(UriCompliance.UNSAFE);
    configuration.addCustomizer(new SecureRequestCustomizer(false));
    var http1 = new HttpConnectionFactory(configuration);
    var http2 = new HTTP2ServerConnectionFactory(configuration);
    http2.setMaxConcurrentStreams(STREAMS);
    http2.setRateControlFactory(new WindowRateControl.Factory(CONTROL_FRAMES_PER_SECOND));
    var alpn = new ALPNServerConnectionFactory();
    alpn.setDefaultProtocol(http1.getProtocol());
    var handshake = new SslConnectionFactory(context(tls), alpn.getProtocol());
    var made = new ServerConnector(server, 1, 1, handshake, alpn, http2, http1);
    made.setHost(address.getHostString());
    made.setPort(address.getPort());
    made.setIdleTimeout(IDLE.toMillis());
    made.setAcceptQueueSize(1_024);
    return made;
  }

  private static SslContextFactory.Server context(ServerTls tls) {
    var factory = new SslContextFactory.Server();
    factory.setSslContext(tls.context());
    factory.setWantClientAuth(true);
    factory.setIncludeProtocols(tls.protocols().toArray(String[]::new));
    factory.setIncludeCipherSuites(tls.ciphers().toArray(String[]::new));
    factory.setExcludeCipherSuites();
    return factory;
  }

  void start() throws IOException {
    try {
      server.start();
    } catch (IOException e) {
      throw e.getCause() instanceof BindException taken ? unavailable(taken) : e;
    } catch (Exception e) {
      throw new IOException("The server cannot listen: " + e.getMessage(), e);
    }
  }

  private IOException unavailable(BindException why) {
    return new IOException(
        "Cannot listen on %s port %d: %s. Maybe another server does; choose another port (0 for any free one) or address."
            .formatted(connector.getHost(), connector.getPort(), why.getMessage()),
        why);
  }

  int port() {
    return connector.getLocalPort();
  }

  @Override
  public void close() {
    try {
      server.stop();
    } catch (Exception e) {
      throw new IllegalStateException("The HTTP server does not stop.", e);
    }
  }
}
