package dev.dray.cel.value;

/**
 * The order in which loops visit the keys of a map.
 *
 * <p>It is always the same here, and random at each visit upstream. With other orders, a test that
 * has upstream's answer can find out whether upstream could have given ours.
 */
@FunctionalInterface
public interface KeyOrder {
  /** The order of a device's names, or that in which an expression inserted the keys. */
  KeyOrder AS_KEPT = keys -> keys;

  /** Returns the same keys in some order; called at each visit. */
  Iterable<Value> of(Iterable<Value> keys);
}
