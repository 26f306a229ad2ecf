package dev.dray.security.authentication;

import dev.dray.security.authorization.Authorizer;
import java.util.List;

/**
 * The paths that those may ask for who do not say who they are; on all others they are refused.
 *
 * <p>Whether they get an answer is for the {@link Authorizer}, as for everybody.
 *
 * @param paths each exactly, or with all below it if it ends in {@code /*}
 */
public record AnonymousPaths(List<String> paths) {
  /** The health of the server. */
  public static final AnonymousPaths HEALTH =
      new AnonymousPaths(List.of("/livez", "/readyz", "/healthz"));

  public AnonymousPaths {
    paths = List.copyOf(paths);
  }

  public boolean allow(String path) {
    return paths.stream()
        .anyMatch(
            it ->
                it.equals(path)
                    || (it.endsWith("/*") && path.startsWith(it.substring(0, it.length() - 1))));
  }
}
