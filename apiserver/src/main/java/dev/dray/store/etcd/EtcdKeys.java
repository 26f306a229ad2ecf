package dev.dray.store.etcd;

import dev.dray.store.KeyRange;
import dev.dray.store.StoreEntry;
import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.KeyValue;
import java.nio.charset.StandardCharsets;

/**
 * The layout of keys in etcd: the store's keys below a root, and the store's own bookkeeping before
 * them, behind a zero byte with which no key begins.
 */
record EtcdKeys(String root) {
  private static final char OWN = '\0';

  /** Returns the layout for a prefix; "/a" and "/ab" do not overlap. */
  static EtcdKeys of(String prefix) {
    return new EtcdKeys(prefix.endsWith("/") ? prefix : prefix + "/");
  }

  ByteSequence key(String key) {
    if (!key.isEmpty() && key.charAt(0) == OWN) {
      throw new IllegalArgumentException("The key (%s) begins with a zero byte.".formatted(key));
    }
    return bytes(root + key);
  }

  /** Returns the first place at which a key with a prefix can be. */
  ByteSequence first(String prefix) {
    return bytes(prefix.isEmpty() ? root + (char) (OWN + 1) : root + prefix);
  }

  /** Returns the first place after a key. */
  ByteSequence after(String key) {
    return bytes(root + key + '\0');
  }

  /** Returns the exclusive end of all keys with a prefix. */
  ByteSequence end(String prefix) {
    // The root ends with a slash, which has a successor.
    return bytes(KeyRange.end(root + prefix).orElseThrow());
  }

  ByteSequence all() {
    return bytes(root);
  }

  /** Returns a place for the store's own bookkeeping. */
  ByteSequence own(String name) {
    return bytes(root + OWN + name);
  }

  /** Returns the store's key at a place; bookkeeping keys begin with a zero. */
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
