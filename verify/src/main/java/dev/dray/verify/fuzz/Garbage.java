package dev.dray.verify.fuzz;

import dev.dray.verify.wire.Dice;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Bytes on a socket that are hardly a request. */
final class Garbage {
  private static final String CLOSE = "Connection: close";
  private static final String POST = "POST /api/v1/nodes HTTP/1.1";

  private static final List<String> HEADS =
      List.of(
          head("GET / HTTP/1.1", "Host: x", "Content-Length: 5", "Content-Length: 6", CLOSE)
              + "hello",
          head(POST, "Host: x", "Transfer-Encoding: chunked", CLOSE) + "zz\r\n",
          head(POST, "Host: x", "Transfer-Encoding: chunked", "Content-Length: 3", CLOSE),
          head(POST, "Host: x", "Content-Length: -1", CLOSE),
          head(POST, "Host: x", "Content-Length: 99999999999999999999", CLOSE),
          head("GET  /  HTTP/1.1", "Host: x", CLOSE),
          head("GET / HTTP/1.1"),
          head("GET / HTTP/1.1", "Host: x", "Host: y", CLOSE),
          head("GET / HTTP/1.1", "Host: x", CLOSE).replace("\r", ""),
          head("GET / HTTP/1.0"),
          head("", "", "GET / HTTP/1.1", "Host: x", CLOSE),
          head("GET /\0 HTTP/1.1", "Host: x", CLOSE),
          head("GET http://other.example.com/ HTTP/1.1", "Host: x", CLOSE),
          head("CONNECT x:443 HTTP/1.1", "Host: x", CLOSE),
          head("OPTIONS * HTTP/1.1", "Host: x", CLOSE),
          head("GET / HTTP/1.1", "Host: x", "X: a", " b", CLOSE),
          head("GET / HTTP/1.1", "Host : x", CLOSE),
          head("GET / HTTP/1.1", "Host: x", "A\u0001: b", CLOSE),
          head("GET / HTTP/1.1", "Host: x", "Connection: Upgrade", "Upgrade: websocket"),
          head(
              "GET / HTTP/1.1",
              "Host: x",
              "Connection: Upgrade, HTTP2-Settings",
              "Upgrade: h2c",
              "HTTP2-Settings: !!!"),
          head(POST, "Host: x", "Expect: 200-ok", "Content-Length: 2", CLOSE) + "{}",
          head(
                  POST,
                  "Host: x",
                  "Content-Encoding: gzip",
                  "Content-Type: application/json",
                  "Content-Length: 2",
                  CLOSE)
              + "{}",
          head("PRI * HTTP/2.0") + "SM\r\n\r\n",
          head("GET /" + "a".repeat(70_000) + " HTTP/1.1", "Host: x", CLOSE),
          head("GET / HTTP/1.1", "Host: x" + "\r\nA: b".repeat(20_000), CLOSE));

  private static String head(String... lines) {
    return String.join("\r\n", lines) + "\r\n\r\n";
  }

  private Garbage() {}

  static byte[] bytes(Dice dice) {
    if (dice.percent(20)) {
      return Mutations.noise(dice);
    }
    var bytes = dice.pick(HEADS).getBytes(StandardCharsets.UTF_8);
    if (dice.percent(40)) {
      for (int left = dice.between(1, 4); left > 0; left--) {
        bytes[dice.below(bytes.length)] = (byte) dice.below(256);
      }
    }
    return bytes;
  }

  /** The preface of HTTP/2 and frames that mean little. */
  static byte[] frames(Dice dice) {
    var out = new ByteArrayOutputStream();
    out.writeBytes((head("PRI * HTTP/2.0") + "SM\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
    for (int left = dice.between(1, 30); left > 0; left--) {
      int length = dice.below(64);
      out.writeBytes(
          new byte[] {0, 0, (byte) length, (byte) dice.below(12), (byte) dice.below(256)});
      out.writeBytes(new byte[] {0, 0, 0, (byte) dice.below(9)});
      for (int i = 0; i < length; i++) {
        out.write(dice.below(256));
      }
    }
    return out.toByteArray();
  }
}
