package dev.dray.security.authentication;

import dev.dray.security.authorization.Authorizer;
import java.util.List;

/**
 * The paths that anonymous users may request; on all others they are refused.
 *
 * <p>Whether they get an answer is up to the {@link Authorizer}, as for everybody.
 *
 * @param paths the paths, each exact or, if it ends in {@code /*}, with everything below it
 */
public record AnonymousPaths(List<String> paths) {
  /** The health endpoints. */
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
