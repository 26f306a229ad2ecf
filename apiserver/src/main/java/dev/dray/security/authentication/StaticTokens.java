package dev.dray.security.authentication;

import dev.dray.security.User;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The static tokens of a file: {@code token,user,uid,"group1,group2"} on each line, as in
 * upstream's {@code --token-auth-file}.
 */
public final class StaticTokens {
  private static final int LEAST_COLUMNS = 3;

  public static final StaticTokens NONE = new StaticTokens();

  private final SecretDigest digest = new SecretDigest();
  private final Map<String, User> users = new HashMap<>();

  private StaticTokens() {}

  /**
   * Reads the tokens of a file.
   *
   * @throws IllegalArgumentException if the file cannot be read, or a line has too few columns; the
   *     message names the line and none of its content
   */
  public static StaticTokens read(Path file) {
    try {
      return parse(Files.readString(file, StandardCharsets.UTF_8), file.toString());
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "The token file (%s) cannot be read: %s. Name a file that the server may read."
              .formatted(file, e.getClass().getSimpleName()),
          e);
    }
  }

  /** Parses tokens; a line without a token is skipped, and the last of two equal tokens counts. */
  public static StaticTokens parse(String text, String place) {
    var tokens = new StaticTokens();
    for (var line : Csv.rows(text, place)) {
      var columns = line.columns();
      if (columns.size() < LEAST_COLUMNS) {
        throw new IllegalArgumentException(
            "The token file (%s) has %d columns in line %d, but must have at least 3: token, user name, user uid, and groups if there are any."
                .formatted(place, columns.size(), line.number()));
      }
      if (!columns.getFirst().isEmpty()) {
        tokens.users.put(tokens.digest.of(columns.getFirst()), user(columns));
      }
    }
    return tokens;
  }

  private static User user(List<String> columns) {
    var groups = new ArrayList<String>();
    if (columns.size() > LEAST_COLUMNS) {
      for (var group : columns.get(LEAST_COLUMNS).split(",", -1)) {
        groups.add(group);
      }
    }
    return new User(columns.get(1), columns.get(2), groups, Map.of());
  }

  Optional<User> find(String token) {
    return users.isEmpty() ? Optional.empty() : Optional.ofNullable(users.get(digest.of(token)));
  }

  public int size() {
    return users.size();
  }

  /** Returns the number of tokens, without the tokens. */
  @Override
  public String toString() {
    return size() + " static tokens";
  }
}
