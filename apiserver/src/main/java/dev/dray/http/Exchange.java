package dev.dray.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;

/** A request and its answer, whatever server carries them. */
public interface Exchange {
  String method();

  /** As it was sent, still escaped. */
  String path();

  /** What comes after the question mark; empty without one. */
  String query();

  Optional<String> header(String name);

  /** The fields whose names begin with a prefix, in the order in which they were sent. */
  List<Header> headersBeginning(String prefix);

  /** A field of the request. */
  record Header(String name, String value) {}

  InputStream body();

  /** What the client has shown of itself; empty if it has shown nothing. */
  List<X509Certificate> certificates();

  /** Address of the client. */
  String remote();

  /** Adds a field to the answer, before it begins. */
  void set(String name, String value);

  void add(String name, String value);

  /** Begins the answer; what is written goes to the client, at the latest when it is closed. */
  OutputStream begin(int status) throws IOException;

  /** Does something just before the answer begins. */
  void beforeAnswer(Runnable action);

  /** Whether the answer has begun, so that nothing else can be said. */
  boolean begun();

  /** What turns out meanwhile. */
  RequestNotes notes();

  /** Breaks the answer off, so that the client sees that it is not complete. */
  void abort();

  int status();

  /** Whether the client has gone away, as far as can be seen without writing to it. */
  boolean isAbandoned();

  /** Does something when the client goes away before the answer is complete. */
  void onFailure(Runnable action);
}
