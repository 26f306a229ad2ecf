package dev.dray.api.meta;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import java.util.Optional;

/**
 * The two spellings of one name of a driver: {@code name} and {@code <driver>/name}.
 *
 * <p>A name in another domain has only one. Where a map has both, the qualified one counts.
 */
public record QualifiedName(String qualified, Optional<String> bare) {
  public QualifiedName {
    requireNonNull(qualified, "qualified");
    requireNonNull(bare, "bare");
  }

  /** Returns the spellings of this name, written in either way, on a device of the driver. */
  public static QualifiedName of(String name, String driver) {
    if (name.indexOf('/') < 0) {
      return new QualifiedName(driver + "/" + name, Optional.of(name));
    }
    return inDomain(name, driver)
        ? new QualifiedName(name, Optional.of(name.substring(driver.length() + 1)))
        : new QualifiedName(name, Optional.empty());
  }

  /** Returns the shortest spelling, which is equal for names that mean the same. */
  public static String shortest(String name, String driver) {
    return inDomain(name, driver) ? name.substring(driver.length() + 1) : name;
  }

  private static boolean inDomain(String name, String driver) {
    int length = driver.length();
    return name.length() > length && name.charAt(length) == '/' && name.startsWith(driver);
  }

  /** Returns the value that the map holds under either spelling. */
  public <V> Optional<V> in(Map<String, V> map) {
    V value = map.get(qualified);
    return value != null ? Optional.of(value) : bare.map(map::get);
  }
}
