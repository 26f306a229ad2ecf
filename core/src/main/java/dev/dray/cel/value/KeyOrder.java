package dev.dray.cel.value;

/**
 * In which order loops visit the keys of a map.
 *
 * <p>It is always the same here, and a new one at each visit upstream. With other orders, somebody
 * who has upstream's answer can find out whether it is one that upstream could have given.
 */
@FunctionalInterface
public interface KeyOrder {
  /** That of the names of a device, or that in which an expression has put the keys. */
  KeyOrder AS_KEPT = keys -> keys;

  /** The same keys; asked at each visit. */
  Iterable<Value> of(Iterable<Value> keys);
}
