package dev.dray.security;

import java.util.List;
import java.util.Optional;

/** The names of service accounts as users. */
public final class ServiceAccounts {
  static final String USER_PREFIX = "system:serviceaccount:";
  public static final String GROUP = "system:serviceaccounts";
  public static final String POD_NAME = "authentication.kubernetes.io/pod-name";
  public static final String POD_UID = "authentication.kubernetes.io/pod-uid";
  public static final String NODE_NAME = "authentication.kubernetes.io/node-name";
  public static final String NODE_UID = "authentication.kubernetes.io/node-uid";
  public static final String CREDENTIAL = "authentication.kubernetes.io/credential-id";

  /** The namespace and name of a service account. */
  public record Name(String namespace, String name) {}

  private ServiceAccounts() {}

  public static String userName(String namespace, String name) {
    return USER_PREFIX + namespace + ":" + name;
  }

  public static List<String> groups(String namespace) {
    return List.of(GROUP, GROUP + ":" + namespace);
  }

  /** Returns the service account that this user is, if it is one. */
  public static Optional<Name> ofUser(String userName) {
    if (!userName.startsWith(USER_PREFIX)) {
      return Optional.empty();
    }
    var parts = userName.substring(USER_PREFIX.length()).split(":", -1);
    return parts.length == 2 && !parts[0].isEmpty() && !parts[1].isEmpty()
        ? Optional.of(new Name(parts[0], parts[1]))
        : Optional.empty();
  }
}
