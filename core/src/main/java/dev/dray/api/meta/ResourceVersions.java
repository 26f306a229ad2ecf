package dev.dray.api.meta;

/**
 * The order of resource versions: numbers that grow, if servers keep to what Kubernetes promises.
 */
public final class ResourceVersions {
  private ResourceVersions() {}

  /**
   * Returns whether one version is older. Where they are not numbers, none is: the last to arrive
   * is then taken to be the newest.
   */
  public static boolean isOlder(String one, String other) {
    if (!isNumber(one) || !isNumber(other)) {
      return false;
    }
    return one.length() != other.length()
        ? one.length() < other.length()
        : one.compareTo(other) < 0;
  }

  private static boolean isNumber(String version) {
    return !version.isEmpty() && version.chars().allMatch(it -> it >= '0' && it <= '9');
  }
}
