package dev.dray.security;

import dev.dray.api.meta.FrozenMap;
import java.util.List;
import java.util.Map;

/** The user who makes a request. */
public record User(String name, String uid, List<String> groups, Map<String, List<String>> extra) {
  public static final String AUTHENTICATED = "system:authenticated";
  public static final String UNAUTHENTICATED = "system:unauthenticated";
  public static final String MASTERS = "system:masters";

  public User {
    groups = List.copyOf(groups);
    extra = FrozenMap.copyOf(extra, List::copyOf);
  }

  /** The user of requests without credentials. */
  public static final User ANONYMOUS =
      new User("system:anonymous", "", List.of(UNAUTHENTICATED), Map.of());

  /** The server itself, for what it does on its own behalf. */
  public static final User SERVER =
      new User("system:apiserver", "", List.of(MASTERS, AUTHENTICATED), Map.of());
}
