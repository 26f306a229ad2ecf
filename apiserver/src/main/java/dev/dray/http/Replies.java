package dev.dray.http;

import dev.dray.api.codec.ObjectTrees;
import dev.dray.api.codec.text.Limits;
import dev.dray.api.json.Json;
import dev.dray.kinds.StatusError;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/** The sender of responses. */
final class Replies {
  private static final int BUFFER = 32 << 10;

  /** The size below which a response is not compressed. */
  private static final int WORTH_COMPRESSING = 128 << 10;

  private static final int MOST_WARNING_BYTES = 4 << 10;

  /** The limits for reading the server's own output: a list may have any size. */
  private static final Limits OWN =
      new Limits(
          Integer.MAX_VALUE,
          Limits.DEFAULT.depth(),
          Limits.DEFAULT.aliased(),
          Limits.DEFAULT.kept(),
          1,
          Limits.DEFAULT.problems());

  private final Exchange exchange;
  private final boolean compresses;
  private final boolean pretty;
  private final ProtobufBodies protobufBodies;

  Replies(Exchange exchange, boolean pretty, ProtobufBodies protobufBodies) {
    this.protobufBodies = protobufBodies;
    this.exchange = exchange;
    this.pretty = pretty;
    this.compresses =
        exchange.header("Accept-Encoding").map(it -> it.contains("gzip")).orElse(false);
  }

  /** The writer of a body. */
  interface Writer {
    void write(OutputStream out) throws IOException;
  }

  /** Sends an object in the notation of a form. */
  void object(ResponseForm responseForm, int status, Json.Obj object) throws IOException {
    switch (responseForm.notation()) {
      case JSON -> bytes(MediaType.JSON, status, json(object));
      case YAML ->
          bytes(MediaType.YAML, status, ObjectTrees.yaml(object).getBytes(StandardCharsets.UTF_8));
      case PROTOBUF -> {
        var encoded = protobufBodies.protobuf(object);
        bytes(
            encoded.isPresent() ? MediaType.PROTOBUF : MediaType.JSON,
            status,
            encoded.orElseGet(() -> json(object)));
      }
    }
  }

  private byte[] json(Json.Obj object) {
    var text = pretty ? ObjectTrees.indented(object) : object.toText() + "\n";
    return text.getBytes(StandardCharsets.UTF_8);
  }

  void json(int status, Json.Obj object) throws IOException {
    object(ResponseForm.PLAIN, status, object);
  }

  void text(int status, String text) throws IOException {
    bytes("text/plain; charset=utf-8", status, text.getBytes(StandardCharsets.UTF_8));
  }

  void bytes(String contentType, int status, byte[] bytes) throws IOException {
    exchange.set("Content-Type", contentType);
    if (compresses && bytes.length > WORTH_COMPRESSING) {
      exchange.set("Content-Encoding", "gzip");
      exchange.add("Vary", "Accept-Encoding");
      try (var out = new GZIPOutputStream(exchange.begin(status), BUFFER)) {
        out.write(bytes);
      }
      return;
    }
    exchange.set("Content-Length", Integer.toString(bytes.length));
    try (var out = exchange.begin(status)) {
      out.write(bytes);
    }
  }

  /** Sends a body that may be large: only its beginning is kept in memory. */
  void stream(ResponseForm responseForm, int status, Writer writer) throws IOException {
    if (responseForm.notation() != ResponseForm.Notation.JSON || pretty) {
      var whole = new ByteArrayOutputStream();
      writer.write(whole);
      object(responseForm, status, parsed(whole.toByteArray()));
      return;
    }
    // Not closed if the writer fails: that would send the partial body as if it were complete.
    var out = new LateStream(responseForm.contentType(), status);
    writer.write(out);
    out.close();
  }

  private static Json.Obj parsed(byte[] json) {
    return switch (new ObjectTrees(OWN).parseJson(json)) {
      case ObjectTrees.Parsed.Tree(Json.Obj object, _) -> object;
      case ObjectTrees.Parsed.Tree _ ->
          throw new IllegalStateException("A response is not a JSON object.");
      case ObjectTrees.Parsed.Malformed(var message, var at) ->
          throw new IllegalStateException(
              "A response cannot be parsed: %s (%s)".formatted(message, at));
    };
  }

  void refuse(StatusError error) throws IOException {
    error.retryAfterSeconds().ifPresent(it -> exchange.set("Retry-After", Integer.toString(it)));
    warn(error.warnings());
    json(error.reason().code(), error.status());
  }

  /**
   * Sends warnings as headers, which clients print; if there are too many, the rest are counted.
   */
  void warn(List<String> warnings) {
    int bytes = 0;
    for (int i = 0; i < warnings.size(); i++) {
      var header = "299 - " + quoted(warnings.get(i));
      bytes += header.length();
      if (bytes > MOST_WARNING_BYTES) {
        exchange.add(
            "Warning", "299 - " + quoted("%d more warnings".formatted(warnings.size() - i)));
        return;
      }
      exchange.add("Warning", header);
    }
  }

  private static String quoted(String text) {
    var quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\');
      }
      quoted.append(c < 0x20 || c >= 0x7f ? ' ' : c);
    }
    return quoted.append('"').toString();
  }

  /** A stream that decides whether to compress once enough bytes are written. */
  private final class LateStream extends OutputStream {
    private final String contentType;
    private final int status;
    private final ByteArrayOutputStream beginning = new ByteArrayOutputStream(1 << 10);
    private OutputStream out = OutputStream.nullOutputStream();
    private boolean started;

    LateStream(String contentType, int status) {
      this.contentType = contentType;
      this.status = status;
    }

    @Override
    public void write(int b) throws IOException {
      if (started) {
        out.write(b);
      } else {
        beginning.write(b);
      }
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      if (!started && beginning.size() + length > WORTH_COMPRESSING) {
        start();
      }
      if (started) {
        out.write(bytes, offset, length);
      } else {
        beginning.write(bytes, offset, length);
      }
    }

    private void start() throws IOException {
      started = true;
      exchange.set("Content-Type", contentType);
      if (compresses) {
        exchange.set("Content-Encoding", "gzip");
        exchange.add("Vary", "Accept-Encoding");
      }
      var plain = exchange.begin(status);
      out =
          compresses
              ? new GZIPOutputStream(plain, BUFFER)
              : new BufferedOutputStream(plain, BUFFER);
      beginning.writeTo(out);
    }

    @Override
    public void close() throws IOException {
      if (started) {
        out.close();
      } else {
        bytes(contentType, status, beginning.toByteArray());
      }
    }
  }
}
