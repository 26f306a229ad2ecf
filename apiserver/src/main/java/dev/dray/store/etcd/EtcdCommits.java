package dev.dray.store.etcd;

import com.google.protobuf.ByteString;
import dev.dray.store.Outcome;
import dev.dray.store.Precondition;
import dev.dray.store.StoreException;
import dev.dray.store.StoreOperation;
import dev.dray.store.Transaction;
import io.etcd.jetcd.api.Compare;
import io.etcd.jetcd.api.DeleteRangeRequest;
import io.etcd.jetcd.api.PutRequest;
import io.etcd.jetcd.api.RangeRequest;
import io.etcd.jetcd.api.RequestOp;
import io.etcd.jetcd.api.TxnRequest;
import io.etcd.jetcd.api.TxnResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Transactions on etcd, with a definite outcome even when a response gets lost.
 *
 * <p>A client that gets a timeout does not know whether its transaction was done, or may still be
 * done by a request that is on its way. Repeating it blindly is wrong: a create would find its own
 * object and report a conflict. So each transaction carries a <em>mark</em>, a key of the store's
 * own ({@link Marks}), last written at a known revision m:
 *
 * <pre>{@code
 * attempt:  If    conditions hold  and  mark is at m
 *           Then  operations       and  mark = text           -> Committed
 *           Else  read the keys of the conditions, and mark   -> Conflict
 *
 * the response is lost
 *    |
 *    v
 * settle:   If    mark is at m          not done so far
 *           Then  mark = fence          and never will be     -> attempt again
 *           Else  read mark:  == text   done, at its revision -> Committed
 *                             other     not done              -> attempt again
 *                             absent    expired               -> unknown
 * }</pre>
 *
 * <p><b>Invariant.</b> A mark is used by one transaction at a time, no two transactions write the
 * same text, and a transaction is done if and only if its text was written to its mark, at the same
 * revision.
 *
 * <p><b>Why it is right.</b> etcd does transactions one at a time. Of the attempt and the fence,
 * one comes first, and either moves the mark away from m, so the other's comparison fails. If the
 * fence succeeds, the attempt can never succeed, however late it arrives, and repeating it is safe.
 * If the fence fails, the mark holds what came first. If a fence's own response is lost, {@link
 * #settle} runs again and finds either answer. After {@code TRIES} failures, or when the mark has
 * expired, the outcome cannot be known; the error says so, and nothing is repeated.
 *
 * <p>Errors by which etcd refuses a request are final: it was not done. A lease that etcd does not
 * know makes it refuse as well; then leases are granted anew and the transaction is repeated.
 * Transactions without operations need no mark: a question leaves nothing in doubt.
 *
 * <p><b>Cost.</b> One comparison and one put of a small key per transaction, in the same round
 * trip; a second round trip only if a response is lost. Marks are reused, so there are as many as
 * there were transactions at a time. They carry a lease of {@code MARK_LIFETIME}, which removes
 * them when a server dies; closing the store deletes them. A fence has no lease until its mark is
 * used again: if it expired, an attempt with m = 0 that is still on its way could be done after
 * all. So a server that dies leaves behind at most one small key for each response it had lost.
 */
final class EtcdCommits {
  private static final Duration MARK_LIFETIME = Duration.ofHours(1);
  private static final int TRIES = 5;

  private final EtcdClient client;
  private final EtcdCalls etcdCalls;
  private final EtcdKeys etcdKeys;
  private final Leases leases;
  private final Marks marks;

  EtcdCommits(
      EtcdClient client, EtcdCalls etcdCalls, EtcdKeys etcdKeys, Leases leases, Marks marks) {
    this.client = client;
    this.etcdCalls = etcdCalls;
    this.etcdKeys = etcdKeys;
    this.leases = leases;
    this.marks = marks;
  }

  Outcome commit(Transaction transaction) {
    for (int i = 0; i < TRIES; i++) {
      var outcome = transaction.operations().isEmpty() ? ask(transaction) : attempt(transaction);
      if (outcome.isPresent()) {
        return outcome.get();
      }
    }
    throw new StoreException(
        "The transaction was not done: etcd failed (%d) times.".formatted(TRIES));
  }

  /** Checks conditions alone: there are no operations whose outcome could be unknown. */
  private Optional<Outcome> ask(Transaction transaction) {
    var answer =
        etcdCalls.ask(
            "a transaction",
            () ->
                client
                    .keys()
                    .txn(
                        TxnRequest.newBuilder()
                            .addAllCompare(comparisons(transaction))
                            .addAllFailure(reads(transaction))
                            .build()));
    return answer.getSucceeded()
        ? Optional.of(new Outcome.Committed(answer.getHeader().getRevision()))
        : conflict(transaction, answer);
  }

  /**
   * Returns the outcome; empty if the transaction was certainly not done, for reasons other than
   * its conditions, and can be repeated.
   */
  private Optional<Outcome> attempt(Transaction transaction) {
    var mark = marks.take();
    var text = marks.text();
    try {
      var answer =
          etcdCalls.get(
              client
                  .keys()
                  .txn(
                      TxnRequest.newBuilder()
                          .addAllCompare(comparisons(transaction))
                          .addCompare(unwritten(mark))
                          .addAllSuccess(writes(transaction))
                          .addSuccess(
                              write(put(mark.place(), text).setLease(leases.of(MARK_LIFETIME))))
                          .addAllFailure(reads(transaction))
                          .addFailure(read(mark.place()))
                          .build()));
      if (answer.getSucceeded()) {
        long revision = answer.getHeader().getRevision();
        marks.giveBack(mark.at(revision));
        return Optional.of(new Outcome.Committed(revision));
      }
      // A mark that changed has expired: it is not given back, and the next attempt takes another.
      if (revision(answer, transaction.conditions().size()) == mark.revision()) {
        marks.giveBack(mark);
      }
      return conflict(transaction, answer);
    } catch (EtcdCalls.Failure e) {
      if (e.isNotFound()) {
        leases.forget();
        return Optional.empty();
      }
      if (e.isRefusal()) {
        throw etcdCalls.trouble("a transaction, which was not done", e);
      }
      return settle(mark, text, e);
    }
  }

  /**
   * Finds out whether a transaction was done. If it was not, writes a fence to the mark, on which
   * the transaction's comparison depends: so it cannot be done any more, even if it is still on its
   * way.
   */
  private Optional<Outcome> settle(Marks.Mark mark, ByteString text, EtcdCalls.Failure lost) {
    var fence = EtcdKeys.bytes("fence " + text.toStringUtf8());
    for (int i = 0; i < TRIES; i++) {
      try {
        var answer =
            etcdCalls.get(
                client
                    .keys()
                    .txn(
                        TxnRequest.newBuilder()
                            .addCompare(unwritten(mark))
                            .addSuccess(write(put(mark.place(), fence)))
                            .addFailure(RequestOp.newBuilder().setRequestRange(range(mark.place())))
                            .build()));
        if (answer.getSucceeded()) {
          marks.giveBack(mark.at(answer.getHeader().getRevision()));
          return Optional.empty();
        }
        var found = answer.getResponses(0).getResponseRange().getKvsList();
        if (!found.isEmpty()) {
          marks.giveBack(mark.at(found.getFirst().getModRevision()));
          return found.getFirst().getValue().equals(text)
              ? Optional.of(new Outcome.Committed(found.getFirst().getModRevision()))
              : Optional.empty();
        }
        break;
      } catch (EtcdCalls.Failure _) {
        // The next try, if there is one, may reach a member that answers.
      }
    }
    throw etcdCalls.trouble(
        "a transaction, and it is unknown whether it was done (read the keys before trying again)",
        lost);
  }

  private Optional<Outcome> conflict(Transaction transaction, TxnResponse answer) {
    var failed = new ArrayList<Precondition>();
    for (int i = 0; i < transaction.conditions().size(); i++) {
      var condition = transaction.conditions().get(i);
      if (!holds(condition, revision(answer, i))) {
        failed.add(condition);
      }
    }
    return failed.isEmpty() ? Optional.empty() : Optional.of(new Outcome.Conflict(failed));
  }

  private static long revision(TxnResponse answer, int read) {
    var found = answer.getResponses(read).getResponseRange().getKvsList();
    return found.isEmpty() ? 0 : found.getFirst().getModRevision();
  }

  private static boolean holds(Precondition condition, long written) {
    return switch (condition) {
      case Precondition.Absent _ -> written == 0;
      case Precondition.At(_, long at) -> written != 0 && written == at;
      case Precondition.NotAfter(_, long last) -> written <= last;
      case Precondition.NotAfterBut(_, long last, _) -> written <= last;
    };
  }

  private static Compare unwritten(Marks.Mark mark) {
    return writtenAt(mark.place(), mark.revision());
  }

  private List<Compare> comparisons(Transaction transaction) {
    return transaction.conditions().stream().map(this::comparison).toList();
  }

  private Compare comparison(Precondition condition) {
    var key = etcdKeys.key(condition.key());
    return switch (condition) {
      case Precondition.Absent _ ->
          compare(key, Compare.CompareResult.EQUAL)
              .setTarget(Compare.CompareTarget.CREATE)
              .setCreateRevision(0)
              .build();
      // No key of ours is at revision 0, but etcd reports 0 for keys that do not exist.
      case Precondition.At(_, long at) -> writtenAt(key, at == 0 ? -1 : at);
      // The revision of a key that does not exist is 0, which is before all others.
      case Precondition.NotAfter(_, long last) -> notAfter(key, last);
      // etcd requires all comparisons of a transaction to hold: there is no "or".
      case Precondition.NotAfterBut(_, long last, _) -> notAfter(key, last);
    };
  }

  private static Compare writtenAt(ByteString key, long revision) {
    return modified(key, Compare.CompareResult.EQUAL, revision);
  }

  private static Compare notAfter(ByteString key, long last) {
    return modified(key, Compare.CompareResult.LESS, Math.max(0, last) + 1);
  }

  private static Compare modified(ByteString key, Compare.CompareResult result, long revision) {
    return compare(key, result)
        .setTarget(Compare.CompareTarget.MOD)
        .setModRevision(revision)
        .build();
  }

  private static Compare.Builder compare(ByteString key, Compare.CompareResult result) {
    return Compare.newBuilder().setKey(key).setResult(result);
  }

  private List<RequestOp> reads(Transaction transaction) {
    return transaction.conditions().stream().map(it -> read(etcdKeys.key(it.key()))).toList();
  }

  /** Reads the revisions of a key, without its value. */
  private static RequestOp read(ByteString place) {
    return RequestOp.newBuilder().setRequestRange(range(place).setKeysOnly(true)).build();
  }

  private static RangeRequest.Builder range(ByteString place) {
    return RangeRequest.newBuilder().setKey(place);
  }

  private List<RequestOp> writes(Transaction transaction) {
    return transaction.operations().stream().map(this::write).toList();
  }

  private RequestOp write(StoreOperation operation) {
    var key = etcdKeys.key(operation.key());
    return switch (operation) {
      case StoreOperation.Put(_, byte[] value, var lifetime) -> {
        var put = put(key, ByteString.copyFrom(value));
        lifetime.ifPresent(it -> put.setLease(leases.of(it)));
        yield write(put);
      }
      case StoreOperation.Delete _ ->
          RequestOp.newBuilder()
              .setRequestDeleteRange(DeleteRangeRequest.newBuilder().setKey(key))
              .build();
    };
  }

  private static RequestOp write(PutRequest.Builder put) {
    return RequestOp.newBuilder().setRequestPut(put).build();
  }

  private static PutRequest.Builder put(ByteString key, ByteString value) {
    return PutRequest.newBuilder().setKey(key).setValue(value);
  }
}
