package dev.dray.guard;

import static java.util.Objects.requireNonNull;

import dev.dray.api.codec.shape.ApiVersion;
import dev.dray.api.gate.Gates;
import dev.dray.api.meta.PoolId;
import dev.dray.api.meta.Violations;
import dev.dray.api.resource.Kind;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.kinds.HubChange;
import dev.dray.kinds.Resource;
import dev.dray.kinds.StatusError;
import dev.dray.kinds.WriteCheck;
import dev.dray.ledger.Misrecord;
import dev.dray.ledger.Overlap;
import dev.dray.ledger.Overlaps;
import dev.dray.ledger.Records;
import dev.dray.store.Precondition;
import dev.dray.store.StoreOperation;
import dev.dray.watch.Cache;
import dev.dray.watch.Event;
import dev.dray.watch.Item;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;

/**
 * A write check that refuses an allocation that takes what another claim holds, or that records
 * something else than it takes.
 *
 * <h2>Why no device is allocated twice, whatever races</h2>
 *
 * <p>Each pool has a {@linkplain PoolKeys key} in the store. Every allocation writes the keys of
 * the pools it newly draws on, in the same transaction. It is judged by all changes up to the
 * revision of the view at least, and is stored only on the condition that none of these keys was
 * written after that revision. So at the moment it is stored, it has been judged by every other
 * stored allocation from these pools, whichever server stored it. Servers need not know of each
 * other, and allocations from different pools never conflict.
 *
 * <pre>{@code
 * server 1                       store: key of pool p          server 2
 *                                7, marked z
 * judges a at 9: fits                                          judges b at 9: fits
 * commit a if key <= 9     --->  10, marked a
 *                                10 > 9: conflict        <---  commit b if key <= 9
 * judges c at 9, as if a                                       refreshes to 10, and judges b
 *   were stored: fits                                            again, now also by a
 * commit c if key <= 9
 *   or marked a            --->  11, marked c
 * }</pre>
 *
 * <p>Allocations from one pool that are judged by one server at the same time need not wait for
 * each other, like a and c above. The later one is judged as if the {@linkplain PendingAllocations
 * pending} ones were stored, and its condition also admits a key whose last write is marked by one
 * of them. A store that cannot compare values, such as etcd, goes by the revision alone, so there
 * the later one is judged again. Admitting the mark is safe:
 *
 * <ul>
 *   <li>If the key is marked by the pending allocation a, everything stored before a is what a was
 *       judged by, by a's own condition. The later one, c, was judged by all of that, too: an
 *       allocation stops being pending only when the cache has it, where every later judgement sees
 *       it, or when all pending ones are dropped together, a included.
 *   <li>A pending allocation may never be stored. It counts in addition to what its claim is known
 *       to hold, so c was then judged by too much, never by too little.
 *   <li>If c fits with what is stored but not with the pending ones, it is not refused, because
 *       those may never be stored. Its condition then admits no marks, so it is stored only if none
 *       of them was stored first; else it is judged again. It does not become pending itself: no
 *       other allocation is judged as if it were stored, nor admits its mark.
 * </ul>
 *
 * <p>Other changes need not write the keys:
 *
 * <ul>
 *   <li>A deallocation or a deletion, even a forced one, only frees devices. An allocation judged
 *       without having seen it is refused at worst, and {@link #check} has seen every change that
 *       was acknowledged before.
 *   <li>A claim that is deleted and created again under its name has no allocation, and gets one
 *       only through this check. It has another UID, by which the ledger tells them apart.
 *   <li>Slices, patches and classes may change at any time, whatever is allocated. If a slice
 *       shrinks just after an allocation was judged, the result is the same as if it had shrunk
 *       just after the allocation was stored, which cannot be prevented.
 *   <li>Other writes to a claim leave its allocation as it is. Its specification cannot change, nor
 *       can the amounts that follow from it.
 * </ul>
 *
 * <p>A key may be deleted only while no claim holds anything of its pool, see {@link #isIdle}.
 *
 * <p>For any number of threads.
 */
public final class AllocationGuard implements WriteCheck, Cache.Listener {
  private static final String CLAIMS = prefix(Kind.RESOURCE_CLAIM);
  private static final String SLICES = prefix(Kind.RESOURCE_SLICE);
  private static final String PATCHES = prefix(Kind.RESOURCE_SLICE_PATCH);
  private static final String CLASSES = prefix(Kind.DEVICE_CLASS);
  private static final List<String> FOLLOWED = List.of(CLAIMS, SLICES, PATCHES, CLASSES);

  private static final String ADVICE =
      ". Another client was faster: read the claims and slices again and choose other devices";

  private static final String RECORD_ADVICE =
      ". Slices may have changed since: read the claim and the slices again and allocate anew";

  private final ReentrantLock waitingLock = new ReentrantLock();
  private final ReentrantLock judging = new ReentrantLock();

  /** The newest change of each key that is not applied yet; guarded by {@link #waitingLock}. */
  private Map<String, Optional<Item>> waiting = new LinkedHashMap<>();

  /** This server's marks seen in keys of pools and not applied yet; guarded by the same lock. */
  private List<Mark> marked = new ArrayList<>();

  /** Tells this server's judgements from those of other servers, and of its earlier runs. */
  private final String server = UUID.randomUUID().toString();

  // All below are guarded by the lock "judging".
  private long judgements;
  private final PendingAllocations pending = new PendingAllocations(System::nanoTime);
  private final StoredAllocations allocations = new StoredAllocations();
  private final PublishedPools publishedPools;
  private final Overlaps overlaps;
  private final Records records;

  /** A value that was written to the key of a pool. */
  private record Mark(String text, long revision) {}

  /** Creates a guard that judges pools as they look with these gates. */
  public AllocationGuard(Gates gates) {
    this.publishedPools = new PublishedPools(gates);
    this.overlaps = new Overlaps(requireNonNull(gates, "gates"));
    this.records = new Records(gates);
  }

  private static String prefix(Kind kind) {
    return Cache.ROOT + ApiVersion.GROUP + "/" + kind.plural() + "/";
  }

  /** Notes the change only: it is decoded when it is needed, so nothing can fail here. */
  @Override
  public void changed(Event event) {
    if (event.key().startsWith(PoolKeys.PREFIX)) {
      event.now().ifPresent(this::mark);
      return;
    }
    for (var prefix : FOLLOWED) {
      if (event.key().startsWith(prefix)) {
        waitingLock.lock();
        try {
          waiting.put(event.key(), event.now());
        } finally {
          waitingLock.unlock();
        }
        return;
      }
    }
  }

  private void mark(Item item) {
    var text = new String(item.bytes(), StandardCharsets.UTF_8);
    if (!text.contains(server)) {
      return;
    }
    waitingLock.lock();
    try {
      marked.add(new Mark(text, item.revision()));
    } finally {
      waitingLock.unlock();
    }
  }

  @Override
  public Verdict check(Write write, View view) {
    return write.change().map(change -> check(write, change, view)).orElse(Verdict.FINE);
  }

  private Verdict check(Write write, HubChange change, View view) {
    if (!(change instanceof HubChange(ResourceClaim stored, ResourceClaim written))) {
      return Verdict.FINE;
    }
    refuse(write, Records.unaskedAdminAccess(stored, written));
    var pools = Overlaps.drawnOn(stored, written);
    if (pools.isEmpty()) {
      return Verdict.FINE;
    }
    judging.lock();
    try {
      catchUp();
      pending.reached(view.revision());
      var overlap = overlaps.find(publishedPools::pool, allocations.ledger(), stored, written);
      if (overlap.isPresent()) {
        throw refusal(write.resource(), write.name(), overlap.get());
      }
      refuse(write, records.find(publishedPools::pool, stored, written));
      return verdict(pools, stored, written, write.dryRun(), view.revision());
    } finally {
      judging.unlock();
    }
  }

  /**
   * Returns whether no claim holds anything of the pool, by all changes told so far.
   *
   * <p>If so, and the key is still at a revision that was told, it may be deleted. An allocation
   * that was judged before then finds no key, and its condition holds although it may not have seen
   * the last writes of the key; that is safe, because none of the allocations that wrote it is
   * left. A later allocation writes the key again.
   */
  public boolean isIdle(PoolId pool) {
    judging.lock();
    try {
      catchUp();
      return allocations.ledger().usage(pool).isNone();
    } finally {
      judging.unlock();
    }
  }

  /**
   * Applies all noted changes. If one cannot be decoded, it stays noted and the check fails, so no
   * allocation is accepted until it can be.
   */
  private void catchUp() {
    var taken = new ArrayDeque<>(takeWaiting().entrySet());
    takeMarked().forEach(it -> pending.told(it.text(), it.revision()));
    try {
      while (!taken.isEmpty()) {
        apply(taken.getFirst().getKey(), taken.getFirst().getValue());
        taken.removeFirst();
      }
    } finally {
      if (!taken.isEmpty()) {
        putBack(taken);
      }
    }
  }

  private Map<String, Optional<Item>> takeWaiting() {
    waitingLock.lock();
    try {
      var taken = waiting;
      waiting = new LinkedHashMap<>();
      return taken;
    } finally {
      waitingLock.unlock();
    }
  }

  private List<Mark> takeMarked() {
    waitingLock.lock();
    try {
      var taken = marked;
      marked = new ArrayList<>();
      return taken;
    } finally {
      waitingLock.unlock();
    }
  }

  /** Puts changes back, unless a newer one of the same key has come meanwhile. */
  private void putBack(Iterable<Map.Entry<String, Optional<Item>>> taken) {
    waitingLock.lock();
    try {
      taken.forEach(change -> waiting.putIfAbsent(change.getKey(), change.getValue()));
    } finally {
      waitingLock.unlock();
    }
  }

  private void apply(String key, Optional<Item> item) {
    if (key.startsWith(CLAIMS)) {
      allocations.apply(key, item);
    } else if (key.startsWith(SLICES)) {
      publishedPools.applySlice(key.substring(SLICES.length()), item);
    } else if (key.startsWith(PATCHES)) {
      publishedPools.applyPatch(key.substring(PATCHES.length()), item);
    } else {
      publishedPools.applyClass(key.substring(CLASSES.length()), item);
    }
  }

  /** Refuses a wrong record as a conflict: a client that went by older slices looks again. */
  private static void refuse(Write write, Optional<Misrecord> misrecord) {
    if (misrecord.isPresent()) {
      var wrong = misrecord.get();
      var field = result(wrong.result()) + "." + wrong.field();
      var cause = new StatusError.Cause("RecordDiffers", wrong.message(), field);
      throw refusal(write.resource(), write.name(), cause, wrong.message() + RECORD_ADVICE);
    }
  }

  private static StatusError refusal(Resource resource, String name, Overlap overlap) {
    var cause = new StatusError.Cause(cause(overlap), overlap.message(), result(overlap.result()));
    var why = overlap.others().isEmpty() ? overlap.message() : overlap.message() + ADVICE;
    return refusal(resource, name, cause, why);
  }

  private static String result(int index) {
    return "status.allocation.devices.results[%d]".formatted(index);
  }

  private static StatusError refusal(
      Resource resource, String name, StatusError.Cause cause, String why) {
    return StatusError.about(
        StatusError.Reason.CONFLICT,
        resource,
        name,
        "Operation cannot be fulfilled on %s \"%s\": %s: %s"
            .formatted(resource.qualifiedName(), name, cause.field(), why),
        List.of(cause));
  }

  private static String cause(Overlap overlap) {
    return switch (overlap) {
      case Overlap.Device _ -> "DeviceInUse";
      case Overlap.Capacity _ -> "CapacityExceeded";
      case Overlap.Counter _ -> "CounterExceeded";
      case Overlap.Groups _ -> "CompatibilityGroupsDiffer";
    };
  }

  private Verdict verdict(
      List<PoolId> pools,
      ResourceClaim stored,
      ResourceClaim written,
      boolean dryRun,
      long revision) {
    var before = pending.of(written, pools);
    var most = PendingAllocations.joined(allocations.ledger(), before);
    boolean together = overlaps.find(publishedPools::pool, most, stored, written).isEmpty();
    var mark = PoolKeys.value(written, server + "/" + ++judgements);
    if (together && !dryRun) {
      pending.add(mark, written, pools);
    }
    var conditions = new ArrayList<Precondition>();
    var operations = new ArrayList<StoreOperation>();
    for (var pool : pools) {
      var key = PoolKeys.of(pool);
      conditions.add(condition(key, revision, together ? marks(before, pool) : Set.of()));
      operations.add(new StoreOperation.Put(key, mark.getBytes(StandardCharsets.UTF_8)));
    }
    return new Verdict(Violations.NONE, List.of(), conditions, operations);
  }

  private static Precondition condition(String key, long revision, Set<String> marks) {
    return marks.isEmpty()
        ? new Precondition.NotAfter(key, revision)
        : new Precondition.NotAfterBut(key, revision, marks);
  }

  private static Set<String> marks(List<PendingAllocations.Accepted> before, PoolId pool) {
    return before.stream()
        .filter(it -> it.pools().contains(pool))
        .map(PendingAllocations.Accepted::mark)
        .collect(Collectors.toSet());
  }
}
