package dev.dray.store.etcd;

import dev.dray.store.KeyRange;
import dev.dray.store.StoreEntry;
import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.KeyValue;
import java.nio.charset.StandardCharsets;

/**
 * Where things are in etcd: keys of the store below a root, and what the store notes for itself
 * before them, behind a zero that no key begins with.
 */
record EtcdKeys(String root) {
  private static final char OWN = '\0';

  /** The layout for a prefix; that of "/a" has nothing to do with that of "/ab". */
  static EtcdKeys of(String prefix) {
    return new EtcdKeys(prefix.endsWith("/") ? prefix : prefix + "/");
  }

  ByteSequence key(String key) {
    if (!key.isEmpty() && key.charAt(0) == OWN) {
      throw new IllegalArgumentException("The key (%s) begins with a zero.".formatted(key));
    }
    return bytes(root + key);
  }

  /** The first place at which a key with a prefix can be. */
  ByteSequence first(String prefix) {
    return bytes(prefix.isEmpty() ? root + (char) (OWN + 1) : root + prefix);
  }

  /** The first place after a key. */
  ByteSequence after(String key) {
    return bytes(root + key + '\0');
  }

  /** The end of all keys with a prefix. */
  ByteSequence end(String prefix) {
    // The root ends with a slash, after which there is something.
    return bytes(KeyRange.end(root + prefix).orElseThrow());
  }

  ByteSequence all() {
    return bytes(root);
  }

  /** A place for what the store notes for itself. */
  ByteSequence own(String name) {
    return bytes(root + OWN + name);
  }

  /** The key of the store that is at a place; begins with a zero if there is none. */
  String keyAt(ByteSequence place) {
    return place.toString(StandardCharsets.UTF_8).substring(root.length());
  }

  static boolean isOwn(String key) {
    return !key.isEmpty() && key.charAt(0) == OWN;
  }

  StoreEntry entry(KeyValue found) {
    return new StoreEntry(
        keyAt(found.getKey()),
        found.getValue().getBytes(),
        found.getModRevision(),
        found.getCreateRevision());
  }

  static ByteSequence bytes(String text) {
    return ByteSequence.from(text, StandardCharsets.UTF_8);
  }
}
