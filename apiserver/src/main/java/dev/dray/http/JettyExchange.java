package dev.dray.http;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BufferUtil;

/** An exchange on Jetty. */
final class JettyExchange implements Exchange {
  /** The size of the probe buffer: large enough for any TLS record. */
  private static final int PROBE = 17 << 10;

  private static final int MOST_DRAINED = 256 << 10;
  private static final Duration LONGEST_DRAINED = Duration.ofSeconds(2);

  private final Request request;
  private final Response response;
  private final RequestNotes requestNotes = new RequestNotes();
  private Runnable beforeAnswer = () -> {};
  private boolean begun;
  private boolean aborted;

  JettyExchange(Request request, Response response) {
    this.request = request;
    this.response = response;
  }

  @Override
  public String method() {
    return request.getMethod();
  }

  @Override
  public String path() {
    var path = request.getHttpURI().getPath();
    return path == null ? "/" : path;
  }

  @Override
  public String query() {
    var query = request.getHttpURI().getQuery();
    return query == null ? "" : query;
  }

  @Override
  public Optional<String> header(String name) {
    return Optional.ofNullable(request.getHeaders().get(name));
  }

  @Override
  public List<Header> headersBeginning(String prefix) {
    var found = new ArrayList<Header>();
    for (var field : request.getHeaders()) {
      if (field.getName().toLowerCase(Locale.ROOT).startsWith(prefix.toLowerCase(Locale.ROOT))) {
        found.add(new Header(field.getName(), field.getValue() == null ? "" : field.getValue()));
      }
    }
    return found;
  }

  @Override
  public InputStream body() {
    return Content.Source.asInputStream(request);
  }

  @Override
  public List<X509Certificate> certificates() {
    if (request.getAttribute(EndPoint.SslSessionData.ATTRIBUTE)
            instanceof EndPoint.SslSessionData session
        && session.peerCertificates() != null) {
      return List.of(session.peerCertificates());
    }
    return List.of();
  }

  @Override
  public String remote() {
    return Request.getRemoteAddr(request);
  }

  @Override
  public void set(String name, String value) {
    response.getHeaders().put(name, value);
  }

  @Override
  public void add(String name, String value) {
    response.getHeaders().add(name, value);
  }

  @Override
  public void beforeAnswer(Runnable action) {
    beforeAnswer = action;
  }

  @Override
  public OutputStream begin(int status) throws IOException {
    beforeAnswer.run();
    begun = true;
    response.setStatus(status);
    return new Answer(Content.Sink.asOutputStream(response));
  }

  /** The response body. An aborted response is not ended as if it were complete. */
  private final class Answer extends FilterOutputStream {
    Answer(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      out.write(bytes, from, length);
    }

    @Override
    public void close() throws IOException {
      if (!aborted) {
        out.close();
      }
    }
  }

  @Override
  public boolean begun() {
    return begun;
  }

  @Override
  public RequestNotes notes() {
    return requestNotes;
  }

  @Override
  public void abort() {
    aborted = true;
  }

  /**
   * Reads the rest of an unread body, if it is small. With body bytes outstanding the stream would
   * be reset, and some clients then drop the response they already have.
   */
  void drain() {
    if (aborted || request.getHeaders().contains(HttpHeader.EXPECT)) {
      return;
    }
    try (var _ = Deadline.in(LONGEST_DRAINED)) {
      var _ = body().skip(MOST_DRAINED);
    } catch (IOException | IllegalStateException e) {
      // A client that does not send the rest will not miss it; one that is too slow is given up.
    }
  }

  boolean isAborted() {
    return aborted;
  }

  @Override
  public int status() {
    return response.getStatus();
  }

  /**
   * {@inheritDoc}
   *
   * <p>HTTP/2 reports clients that leave. On HTTP/1.1 nobody reads while a request is answered, so
   * the end of the connection is seen only by probing for it. A client that sends more before it
   * has the whole response violates the order of the protocol, and is given up too.
   */
  @Override
  public boolean isAbandoned() {
    if (request.getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_2) {
      return false;
    }
    try {
      var end = request.getConnectionMetaData().getConnection().getEndPoint();
      return !end.isOpen() || end.fill(BufferUtil.allocate(PROBE)) != 0;
    } catch (IOException e) {
      return true;
    }
  }

  @Override
  public void onFailure(Runnable action) {
    // A watch is silent for as long as nothing changes: that is no reason to end it.
    request.addIdleTimeoutListener(_ -> false);
    request.addFailureListener(_ -> action.run());
  }
}
