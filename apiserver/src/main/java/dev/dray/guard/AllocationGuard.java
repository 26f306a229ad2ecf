package dev.dray.guard;

import static java.util.Objects.requireNonNull;

import dev.dray.api.codec.shape.ApiVersion;
import dev.dray.api.gate.Gates;
import dev.dray.api.json.Json;
import dev.dray.api.meta.PoolId;
import dev.dray.api.meta.Violations;
import dev.dray.api.resource.Kind;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceClaimStatus;
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
 * Refuses an allocation that takes what another claim holds, or records something else than it
 * takes.
 *
 * <h2>Why nothing is given twice, whatever races</h2>
 *
 * <p>With every stored allocation the {@linkplain PoolKeys key} of each pool it newly draws on is
 * written, in the same transaction. An allocation is judged by everything up to the revision of the
 * view at least, and stored only if none of these keys was written after that revision. So at the
 * moment it is stored, every other allocation from these pools, by whichever server, is one it was
 * judged by: there is no need to know that another server exists. Allocations from different pools
 * never meet.
 *
 * <p>Allocations from one pool that are judged here at the same time need not wait for each other.
 * Each is judged by those {@linkplain PendingAllocations ahead} of it, too, as if they were stored,
 * and may come after a write that one of those has marked. What was written before such a write,
 * that one was judged by; so this one was, because nobody leaves those ahead before everybody sees
 * what it wrote, unless all leave. Those ahead count beside what their claims are known to hold, so
 * should some of them not be stored after all, then less is taken than this one was judged by. If
 * it does not go together with them it is stored only without them: then nothing but the revision
 * counts, and nobody is judged by it.
 *
 * <p>The other changes need not write these keys:
 *
 * <ul>
 *   <li>A deallocation, a deletion, a forced one too, only sets free. Who has not seen it is
 *       refused at most, and {@link #check} never judges by less than what was acknowledged before.
 *   <li>A claim that is deleted and made anew under its name comes without an allocation, and gets
 *       one only by the same way. It has another UID, by which the ledger tells them apart.
 *   <li>Slices, patches and classes may change at any time without asking who holds what. A slice
 *       that shrinks just after an allocation was judged is as if it had shrunk just after that was
 *       stored, which nobody could prevent.
 *   <li>Other writes to a claim leave its allocation as it is: its specification cannot change, and
 *       with it the amounts that follow from it.
 * </ul>
 *
 * <p>A key may be deleted again only while nobody holds anything of its pool, see {@link #isIdle}.
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

  /** What changed since it was last looked at, of each key the newest; guarded by its lock. */
  private Map<String, Optional<Item>> waiting = new LinkedHashMap<>();

  /** What this server wrote to keys of pools since it was last looked at; by the same lock. */
  private List<Mark> marked = new ArrayList<>();

  /** Tells this server's judgements from those of others, and of its former lives. */
  private final String server = UUID.randomUUID().toString();

  // All below are guarded by the lock of who judges.
  private long judgements;
  private final PendingAllocations pending = new PendingAllocations();
  private final StoredAllocations allocations = new StoredAllocations();
  private final PublishedPools publishedPools;
  private final Overlaps overlaps;
  private final Records records;

  /** Something that was written to the key of a pool. */
  private record Mark(String text, long revision) {}

  /** Judges pools as they look with these gates. */
  public AllocationGuard(Gates gates) {
    this.publishedPools = new PublishedPools(gates);
    this.overlaps = new Overlaps(requireNonNull(gates, "gates"));
    this.records = new Records(gates);
  }

  private static String prefix(Kind kind) {
    return Cache.ROOT + ApiVersion.GROUP + "/" + kind.plural() + "/";
  }

  /** Takes note only: nothing is read before it is needed, and so nothing can fail. */
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
    if (write.verb() == Verb.DELETE || !isAllocating(write)) {
      return Verdict.FINE;
    }
    var written = claim(write.object());
    // Of a claim that had no devices there is nothing else to know: its specification is the same.
    var stored =
        write
            .stored()
            .filter(AllocationGuard::isAllocated)
            .map(AllocationGuard::claim)
            .orElseGet(() -> written.withStatus(ResourceClaimStatus.EMPTY));
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

  private static boolean isAllocating(Write write) {
    var resource = write.resource();
    if (!resource.group().equals(ApiVersion.GROUP)
        || !resource.plural().equals(Kind.RESOURCE_CLAIM.plural())) {
      return false;
    }
    var allocation = write.object().find("status", "allocation");
    return allocation.isPresent()
        && !allocation.equals(write.stored().flatMap(it -> it.find("status", "allocation")));
  }

  private static boolean isAllocated(Json.Obj claim) {
    return claim.find("status", "allocation").isPresent();
  }

  private static ResourceClaim claim(Json.Obj tree) {
    return HubItems.read(tree, Kind.RESOURCE_CLAIM, ResourceClaim.class);
  }

  /**
   * Whether nobody holds anything of the pool, by all that was told so far.
   *
   * <p>Its key may then be deleted, if it still is at a revision that was told: whoever stores an
   * allocation without having seen those before the deletion finds no key, and none of those is
   * left; one after it makes the key again.
   */
  public boolean isIdle(PoolId pool) {
    judging.lock();
    try {
      catchUp();
      return allocations.ledger().usage(pool).size() == 0;
    } finally {
      judging.unlock();
    }
  }

  /** What cannot be read stays waiting, and no allocation is taken until it can. */
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

  /** What came meanwhile is newer. */
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

  /** A conflict, too: whoever decided by slices as they were looks again. */
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
