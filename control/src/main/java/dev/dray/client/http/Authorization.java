package dev.dray.client.http;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Optional;

/** The {@code Authorization} header. */
final class Authorization {
  /**
   * The interval at which token files are read again: they are replaced long before they expire.
   */
  private static final Duration READ_AGAIN = Duration.ofSeconds(30);

  private final Credentials credentials;
  private volatile Remembered remembered = new Remembered("", 0);

  private record Remembered(String token, long nanos) {}

  Authorization(Credentials credentials) {
    this.credentials = credentials;
  }

  Optional<String> header() throws IOException {
    return switch (credentials) {
      case Credentials.None(), Credentials.Certificate _ -> Optional.empty();
      case Credentials.Token(var token) -> Optional.of("Bearer " + token);
      case Credentials.TokenFile _ -> Optional.of("Bearer " + token());
    };
  }

  private String token() throws IOException {
    var known = remembered;
    long now = System.nanoTime();
    if (!known.token().isEmpty() && now - known.nanos() < READ_AGAIN.toNanos()) {
      return known.token();
    }
    var file = ((Credentials.TokenFile) credentials).file();
    try {
      var token = Files.readString(file).strip();
      remembered = new Remembered(token, now);
      return token;
    } catch (IOException e) {
      throw new IOException("The token (%s) cannot be read.".formatted(file), e);
    }
  }
}
