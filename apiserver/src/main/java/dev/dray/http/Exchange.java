package dev.dray.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;

/** A request and its response, independent of the HTTP server that carries them. */
public interface Exchange {
  String method();

  /** Returns the path as it was sent, still escaped. */
  String path();

  /** Returns the query string without the question mark; empty without one. */
  String query();

  Optional<String> header(String name);

  /** Returns the header fields whose names begin with a prefix, in the order they were sent. */
  List<Header> headersBeginning(String prefix);

  /** A header field of the request. */
  record Header(String name, String value) {}

  InputStream body();

  /** Returns the client's certificate chain; empty if it presented none. */
  List<X509Certificate> certificates();

  /** Returns the address of the client. */
  String remote();

  /** Sets a header field of the response, before it begins. */
  void set(String name, String value);

  void add(String name, String value);

  /**
   * Begins the response. Written bytes reach the client at the latest when the stream is closed.
   */
  OutputStream begin(int status) throws IOException;

  /** Registers an action to run just before the response begins. */
  void beforeAnswer(Runnable action);

  /** Returns whether the response has begun, so that its status can no longer change. */
  boolean begun();

  /** Returns the notes that are taken while the request is answered. */
  RequestNotes notes();

  /** Breaks the response off, so that the client sees that it is not complete. */
  void abort();

  int status();

  /** Returns whether the client has gone away, as far as can be seen without writing to it. */
  boolean isAbandoned();

  /** Registers an action to run when the client goes away before the response is complete. */
  void onFailure(Runnable action);
}
