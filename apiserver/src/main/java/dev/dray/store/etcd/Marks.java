package dev.dray.store.etcd;

import com.google.protobuf.ByteString;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The keys by which a store recognises its own transactions.
 *
 * <p>Each transaction takes a mark that no other uses at the time, writes a unique text to it, and
 * has the condition that the mark was not written meanwhile. If the response gets lost, the mark
 * shows whether the transaction was done; and writing to the mark ensures that it will not be done
 * later. {@link EtcdCommits} describes the protocol.
 */
final class Marks {
  private final EtcdKeys etcdKeys;
  private final String instance = UUID.randomUUID().toString();
  private final AtomicLong count = new AtomicLong();
  private final ConcurrentLinkedDeque<Mark> idle = new ConcurrentLinkedDeque<>();

  Marks(EtcdKeys etcdKeys) {
    this.etcdKeys = etcdKeys;
  }

  /** A mark, and the revision at which it was last written; 0 if it never was. */
  record Mark(ByteString place, long revision) {
    Mark at(long written) {
      return new Mark(place, written);
    }
  }

  Mark take() {
    var mark = idle.pollFirst();
    return mark == null
        ? new Mark(etcdKeys.own("mark/" + instance + "/" + count.incrementAndGet()), 0)
        : mark;
  }

  /** Gives back a mark whose last write is known. */
  void giveBack(Mark mark) {
    idle.addFirst(mark);
  }

  /** Returns a text that no other transaction writes. */
  ByteString text() {
    return EtcdKeys.bytes(Long.toString(count.incrementAndGet()));
  }

  ByteString first() {
    return etcdKeys.own("mark/" + instance + "/");
  }

  ByteString end() {
    return etcdKeys.own("mark/" + instance + "0");
  }
}
