package dev.dray.store.etcd;

import dev.dray.store.Outcome;
import dev.dray.store.Precondition;
import dev.dray.store.StoreException;
import dev.dray.store.StoreOperation;
import dev.dray.store.Transaction;
import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.KV;
import io.etcd.jetcd.kv.TxnResponse;
import io.etcd.jetcd.op.Cmp;
import io.etcd.jetcd.op.CmpTarget;
import io.etcd.jetcd.op.Op;
import io.etcd.jetcd.options.DeleteOption;
import io.etcd.jetcd.options.GetOption;
import io.etcd.jetcd.options.PutOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Does transactions, and finds out what became of those whose answer got lost. */
final class EtcdCommits {
  private static final Duration MARK_LIFETIME = Duration.ofHours(1);
  private static final int TRIES = 5;

  private final KV client;
  private final EtcdCalls etcdCalls;
  private final EtcdKeys etcdKeys;
  private final Leases leases;
  private final Marks marks;

  EtcdCommits(KV client, EtcdCalls etcdCalls, EtcdKeys etcdKeys, Leases leases, Marks marks) {
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

  /** Conditions alone: nothing can be half-done. */
  private Optional<Outcome> ask(Transaction transaction) {
    var answer =
        etcdCalls.ask(
            "a transaction",
            client
                .txn()
                .If(comparisons(transaction.conditions()))
                .Else(reads(transaction.conditions()))
                .commit());
    return answer.isSucceeded()
        ? Optional.of(new Outcome.Committed(answer.getHeader().getRevision()))
        : conflict(transaction, answer);
  }

  /** An outcome; nothing if it certainly was not done, through no fault of the transaction. */
  private Optional<Outcome> attempt(Transaction transaction) {
    var mark = marks.take();
    var text = marks.text();
    try {
      var answer =
          etcdCalls.get(
              client
                  .txn()
                  .If(comparisons(transaction, mark))
                  .Then(writes(transaction, mark, text))
                  .Else(reads(transaction, mark))
                  .commit());
      if (answer.isSucceeded()) {
        long revision = answer.getHeader().getRevision();
        marks.giveBack(mark.at(revision));
        return Optional.of(new Outcome.Committed(revision));
      }
      // A mark that is not as it was has expired: then it is not given back, and another is taken.
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
   * Finds out whether a transaction was done. If it was not, the mark is written, on which the
   * transaction's condition is: so it cannot be done any more, even if it is still on its way.
   */
  private Optional<Outcome> settle(Marks.Mark mark, ByteSequence text, EtcdCalls.Failure lost) {
    var fence = EtcdKeys.bytes("fence " + text);
    for (int i = 0; i < TRIES; i++) {
      try {
        var answer =
            etcdCalls.get(
                client
                    .txn()
                    .If(unwritten(mark))
                    .Then(Op.put(mark.place(), fence, PutOption.DEFAULT))
                    .Else(Op.get(mark.place(), GetOption.DEFAULT))
                    .commit());
        if (answer.isSucceeded()) {
          marks.giveBack(mark.at(answer.getHeader().getRevision()));
          return Optional.empty();
        }
        var found = answer.getGetResponses().getFirst().getKvs();
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
    var found = answer.getGetResponses().get(read).getKvs();
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

  private static Cmp unwritten(Marks.Mark mark) {
    return new Cmp(mark.place(), Cmp.Op.EQUAL, CmpTarget.modRevision(mark.revision()));
  }

  private Cmp[] comparisons(Transaction transaction, Marks.Mark mark) {
    var all = new ArrayList<>(List.of(comparisons(transaction.conditions())));
    all.add(unwritten(mark));
    return all.toArray(Cmp[]::new);
  }

  private Cmp[] comparisons(List<Precondition> conditions) {
    return conditions.stream().map(this::comparison).toArray(Cmp[]::new);
  }

  private Cmp comparison(Precondition condition) {
    var key = etcdKeys.key(condition.key());
    return switch (condition) {
      case Precondition.Absent _ -> new Cmp(key, Cmp.Op.EQUAL, CmpTarget.createRevision(0));
      // No key is at revision 0 for us, but for etcd those are that are not there.
      case Precondition.At(_, long at) ->
          new Cmp(key, Cmp.Op.EQUAL, CmpTarget.modRevision(at == 0 ? -1 : at));
      // The revision of a key that is not there is 0, which is before all others.
      case Precondition.NotAfter(_, long last) -> notAfter(key, last);
      // All comparisons of a transaction must hold: there is no "or".
      case Precondition.NotAfterBut(_, long last, _) -> notAfter(key, last);
    };
  }

  private static Cmp notAfter(ByteSequence key, long last) {
    return new Cmp(key, Cmp.Op.LESS, CmpTarget.modRevision(Math.max(0, last) + 1));
  }

  private Op[] reads(Transaction transaction, Marks.Mark mark) {
    var all = new ArrayList<>(List.of(reads(transaction.conditions())));
    all.add(read(mark.place()));
    return all.toArray(Op[]::new);
  }

  private Op[] reads(List<Precondition> conditions) {
    return conditions.stream().map(it -> read(etcdKeys.key(it.key()))).toArray(Op[]::new);
  }

  private static Op read(ByteSequence place) {
    return Op.get(place, GetOption.builder().withKeysOnly(true).build());
  }

  private Op[] writes(Transaction transaction, Marks.Mark mark, ByteSequence text) {
    var all = new ArrayList<Op>();
    for (var operation : transaction.operations()) {
      all.add(write(operation));
    }
    all.add(Op.put(mark.place(), text, leased(MARK_LIFETIME)));
    return all.toArray(Op[]::new);
  }

  private Op write(StoreOperation operation) {
    var key = etcdKeys.key(operation.key());
    return switch (operation) {
      case StoreOperation.Put(_, byte[] value, var lifetime) ->
          Op.put(
              key, ByteSequence.from(value), lifetime.map(this::leased).orElse(PutOption.DEFAULT));
      case StoreOperation.Delete _ -> Op.delete(key, DeleteOption.DEFAULT);
    };
  }

  private PutOption leased(Duration lifetime) {
    return PutOption.builder().withLeaseId(leases.of(lifetime)).build();
  }
}
