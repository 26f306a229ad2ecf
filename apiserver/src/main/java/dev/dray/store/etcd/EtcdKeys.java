package dev.dray.store.etcd;

import com.google.protobuf.ByteString;
import dev.dray.store.KeyRange;
import dev.dray.store.StoreEntry;
import io.etcd.jetcd.api.KeyValue;

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

  ByteString key(String key) {
    if (!key.isEmpty() && key.charAt(0) == OWN) {
      throw new IllegalArgumentException("The key (%s) begins with a zero byte.".formatted(key));
    }
    return bytes(root + key);
  }

  /** Returns the first place at which a key with a prefix can be. */
  ByteString first(String prefix) {
    return bytes(prefix.isEmpty() ? root + (char) (OWN + 1) : root + prefix);
  }

  /** Returns the first place after a key. */
  ByteString after(String key) {
    return bytes(root + key + '\0');
  }

  /** Returns the exclusive end of all keys with a prefix. */
  ByteString end(String prefix) {
    // The root ends with a slash, which has a successor.
    return bytes(KeyRange.end(root + prefix).orElseThrow());
  }

  ByteString all() {
    return bytes(root);
  }

  /** Returns a place for the store's own bookkeeping. */
  ByteString own(String name) {
    return bytes(root + OWN + name);
  }

  /** Returns the store's key at a place; bookkeeping keys begin with a zero. */
  String keyAt(ByteString place) {
    return place.toStringUtf8().substring(root.length());
  }

  static boolean isOwn(String key) {
    return !key.isEmpty() && key.charAt(0) == OWN;
  }

  StoreEntry entry(KeyValue found) {
    return new StoreEntry(
        keyAt(found.getKey()),
        found.getValue().toByteArray(),
        found.getModRevision(),
        found.getCreateRevision());
  }

  static ByteString bytes(String text) {
    return ByteString.copyFromUtf8(text);
  }
}
