package dev.dray.client;

import static java.util.Objects.requireNonNull;

import dev.dray.api.json.Json;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.claim.DeviceAllocationResult;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A Kubernetes API in memory, for one loop: revisions, conflicts, status apart from the rest,
 * graceful deletion, finalizers, bindings, lists and watches; and mishaps where a test asks for
 * them. Validates nothing, and has neither defaults nor collectors.
 *
 * <p>Calls are done in the order in which they come, one task each, unless a test slows them down.
 */
public final class FakeApi implements Api {
  private final EventLoop loop;
  private final Map<String, Store> stores = new TreeMap<>();
  private final List<Rule> rules = new ArrayList<>();
  private final List<Call> calls = new ArrayList<>();
  private long revision = 100;
  private long uids;
  private boolean guarded;
  private Function<Call, Optional<Fault>> chaos = _ -> Optional.empty();

  public FakeApi(EventLoop loop) {
    this.loop = requireNonNull(loop, "loop");
  }

  // What a test arranges.

  /** Something that happens to calls. */
  private static final class Rule {
    private final Predicate<Call> which;
    private final Consumer<Call> before;
    private final Optional<Fault> fault;
    private int times;

    Rule(Predicate<Call> which, int times, Consumer<Call> before, Optional<Fault> fault) {
      this.which = which;
      this.times = times;
      this.before = before;
      this.fault = fault;
    }
  }

  /** The next call of this sort goes wrong. */
  public void next(Predicate<Call> which, Fault fault) {
    next(which, 1, fault);
  }

  /** The next calls of this sort go wrong. */
  public void next(Predicate<Call> which, int times, Fault fault) {
    rules.add(new Rule(which, times, _ -> {}, Optional.of(fault)));
  }

  /** All calls of this sort go wrong until {@link #mend}. */
  public void always(Predicate<Call> which, Fault fault) {
    next(which, Integer.MAX_VALUE, fault);
  }

  /** Whatever this says goes wrong, unless something else was asked for. */
  public void chaos(Function<Call, Optional<Fault>> chaos) {
    this.chaos = chaos;
  }

  /** Does the task right before the next call of this sort is done: somebody else was faster. */
  public void before(Predicate<Call> which, Runnable task) {
    rules.add(new Rule(which, 1, _ -> task.run(), Optional.empty()));
  }

  /** From now on nothing goes wrong. */
  public void mend() {
    rules.clear();
    chaos = _ -> Optional.empty();
  }

  /** Refuses allocations of devices that another claim holds. */
  public void guard() {
    guarded = true;
  }

  public static Predicate<Call> is(Call.Verb verb, ResourceType<?> type) {
    return is(verb, type, "");
  }

  public static Predicate<Call> is(Call.Verb verb, ResourceType<?> type, String subresource) {
    return call ->
        call.verb() == verb
            && call.type().toString().equals(type.toString())
            && call.subresource().equals(subresource);
  }

  public static Predicate<Call> named(String name) {
    return call -> call.name().equals(name);
  }

  /** Watches of this kind tell nothing until they are let go on. */
  public void hold(ResourceType<?> type) {
    store(type).held = true;
  }

  public void letGo(ResourceType<?> type) {
    var store = store(type);
    store.held = false;
    List.copyOf(store.watches).forEach(it -> it.deliverSoon(Duration.ZERO));
  }

  /** Watches of this kind tell everything so much later. */
  public void delayWatch(ResourceType<?> type, Duration delay) {
    store(type).delay = delay;
  }

  /** All watches of this kind end as they usually do. */
  public void endWatches(ResourceType<?> type) {
    endWatches(type, new Reply.Done(Json.Obj.EMPTY));
  }

  public void endWatches(ResourceType<?> type, Reply why) {
    List.copyOf(store(type).watches).forEach(it -> it.end(why));
  }

  /** All watches of this kind end, and nobody can go on where they were. */
  public void forget(ResourceType<?> type) {
    var store = store(type);
    store.forgotten = revision;
    endWatches(type, expired());
  }

  /** Stores an object as it is, status and all; whatever is missing of its metadata is made. */
  public <T> KnownObject<T> put(ResourceType<T> type, Json.Obj object) {
    var store = store(type);
    var named = named(type, object);
    var key = key(named);
    var before = store.objects.get(key);
    var uid = before == null ? "" : before.text("metadata", "uid");
    return type.read(store.write(key, uid.isEmpty() ? named : with(named, "uid", uid)));
  }

  /** Changes an object as nobody in particular would. */
  public <T> KnownObject<T> edit(
      ResourceType<T> type,
      String namespace,
      String name,
      java.util.function.UnaryOperator<Json.Obj> edit) {
    return put(type, edit.apply(tree(type, namespace, name)));
  }

  /** Takes an object away at once, whatever finalizers it has. */
  public void remove(ResourceType<?> type, String namespace, String name) {
    store(type).erase(KnownObject.key(namespace, name));
  }

  // What a test looks at.

  public <T> Optional<KnownObject<T>> find(ResourceType<T> type, String namespace, String name) {
    return Optional.ofNullable(store(type).objects.get(KnownObject.key(namespace, name)))
        .map(type::read);
  }

  /** The object, which must be there. */
  public Json.Obj tree(ResourceType<?> type, String namespace, String name) {
    var found = store(type).objects.get(KnownObject.key(namespace, name));
    if (found == null) {
      throw new IllegalArgumentException(
          "There is no (%s) of (%s).".formatted(KnownObject.key(namespace, name), type));
    }
    return found;
  }

  public <T> List<KnownObject<T>> all(ResourceType<T> type) {
    return store(type).objects.values().stream().map(type::read).toList();
  }

  /** All that was asked for, in order; with what was refused and what was lost. */
  public List<Call> calls() {
    return List.copyOf(calls);
  }

  /** What was asked to be changed, events aside. */
  public List<Call> writes() {
    return calls.stream()
        .filter(it -> it.verb() != Call.Verb.GET)
        .filter(it -> !it.type().plural().equals("events"))
        .toList();
  }

  /** From here on only new calls are listed. */
  public void forgetCalls() {
    calls.clear();
  }

  public List<Json.Obj> events() {
    return List.copyOf(store(Resources.EVENTS).objects.values());
  }

  public List<Json.Obj> events(String reason) {
    return events().stream().filter(it -> it.text("reason").equals(reason)).toList();
  }

  public int watches(ResourceType<?> type) {
    return store(type).watches.size();
  }

  /** Everything there is as text, so that two histories can be compared. */
  public String dump() {
    var text = new StringBuilder();
    stores.forEach(
        (kind, store) ->
            store.objects.forEach(
                (key, object) ->
                    text.append(kind)
                        .append(' ')
                        .append(key)
                        .append(' ')
                        .append(object.toText())
                        .append('\n')));
    return text.toString();
  }

  // The API.

  @Override
  public void send(Call call, Consumer<Reply> then) {
    calls.add(call);
    loop.post(() -> take(call, then));
  }

  private void take(Call call, Consumer<Reply> then) {
    next(call, false).ifPresent(rule -> rule.before.accept(call));
    var fault = next(call, true).flatMap(rule -> rule.fault).or(() -> chaos.apply(call));
    if (fault.isEmpty()) {
      then.accept(perform(call));
      return;
    }
    switch (fault.get()) {
      case Fault.Refuse(var code, var reason, var message) ->
          then.accept(new Reply.Refused(code, reason, message));
      case Fault.Lose _ -> then.accept(new Reply.Unanswered("the connection broke"));
      case Fault.LoseAnswer _ -> {
        perform(call);
        then.accept(new Reply.Unanswered("the connection broke"));
      }
      case Fault.Slow(var delay) -> loop.after(delay, () -> then.accept(perform(call)));
      case Fault.SlowAnswer(var delay) -> {
        var reply = perform(call);
        loop.after(delay, () -> then.accept(reply));
      }
    }
  }

  /** Uses up the first rule for such a call: at most one of each sort applies to a call. */
  private Optional<Rule> next(Call call, boolean faulty) {
    var rule =
        rules.stream()
            .filter(it -> it.times > 0 && it.fault.isPresent() == faulty && it.which.test(call))
            .findFirst();
    rule.ifPresent(it -> it.times--);
    return rule;
  }

  private Reply perform(Call call) {
    try {
      return new Reply.Done(
          switch (call.verb()) {
            case GET -> existing(call);
            case CREATE -> call.subresource().equals("binding") ? bind(call) : create(call);
            case UPDATE -> update(call, existing(call), body(call));
            case MERGE_PATCH ->
                update(call, existing(call), FakePatches.merge(existing(call), body(call)));
            case STRATEGIC_PATCH ->
                update(call, existing(call), FakePatches.strategic(existing(call), body(call)));
            case APPLY -> apply(call);
            case DELETE -> delete(call, existing(call));
          });
    } catch (Refusal e) {
      return e.reply;
    }
  }

  /** Ends a call; caught where calls are done. */
  private static final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient Reply.Refused reply;

    Refusal(int code, String reason, String message) {
      super(message);
      reply = new Reply.Refused(code, reason, message);
    }
  }

  private static Refusal conflict(Call call, String why) {
    return new Refusal(
        409,
        "Conflict",
        "Operation cannot be fulfilled on %s \"%s\": %s".formatted(call.type(), call.name(), why));
  }

  private static Reply.Refused expired() {
    return new Reply.Refused(410, "Expired", "too old resource version");
  }

  private static Json.Obj body(Call call) {
    return (Json.Obj) call.body();
  }

  private Json.Obj existing(Call call) {
    var found = store(call.type()).objects.get(KnownObject.key(call.namespace(), call.name()));
    if (found == null) {
      throw new Refusal(404, "NotFound", "%s \"%s\" not found".formatted(call.type(), call.name()));
    }
    return found;
  }

  private Json.Obj create(Call call) {
    var store = store(call.type());
    var body = body(call);
    if (call.type().namespaced()) {
      body = with(body, "namespace", call.namespace());
    }
    var made = withoutStatus(call.type(), named(call.type(), body));
    if (store.objects.containsKey(key(made))) {
      throw new Refusal(
          409,
          "AlreadyExists",
          "%s \"%s\" already exists".formatted(call.type(), made.text("metadata", "name")));
    }
    return store.write(key(made), made);
  }

  private static Json.Obj withoutStatus(ResourceType<?> type, Json.Obj object) {
    return switch (type.plural()) {
      case "pods" -> object.with("status", Json.obj("phase", "Pending"));
      case "resourceclaims", "devicetaintrules" -> object.without("status");
      default -> object;
    };
  }

  private Json.Obj update(Call call, Json.Obj stored, Json.Obj wanted) {
    var uid = wanted.text("metadata", "uid");
    if (!uid.isEmpty() && !uid.equals(stored.text("metadata", "uid"))) {
      throw conflict(
          call,
          "Precondition failed: UID in precondition: %s, UID in object meta: %s"
              .formatted(uid, stored.text("metadata", "uid")));
    }
    var version = wanted.text("metadata", "resourceVersion");
    if (!version.isEmpty() && !version.equals(stored.text("metadata", "resourceVersion"))) {
      throw conflict(
          call,
          "the object has been modified; please apply your changes to the latest version and try"
              + " again");
    }
    return changed(call, stored, combined(call, stored, wanted));
  }

  private static Json.Obj combined(Call call, Json.Obj stored, Json.Obj wanted) {
    if (call.subresource().equals("status")) {
      return stored.withOrWithout(List.of("status"), wanted.find("status"));
    }
    boolean apart = hasStatus(call.type());
    var result = apart ? wanted.withOrWithout(List.of("status"), stored.find("status")) : wanted;
    for (var kept : List.of("uid", "creationTimestamp", "deletionTimestamp", "namespace", "name")) {
      var path = List.of("metadata", kept);
      result = result.withOrWithout(path, stored.find("metadata", kept));
    }
    return result;
  }

  private static boolean hasStatus(ResourceType<?> type) {
    return switch (type.plural()) {
      case "pods", "nodes", "resourceclaims", "devicetaintrules", "namespaces" -> true;
      default -> false;
    };
  }

  private Json.Obj changed(Call call, Json.Obj stored, Json.Obj result) {
    var store = store(call.type());
    var version = stored.find("metadata", "resourceVersion");
    if (result.withOrWithout(List.of("metadata", "resourceVersion"), version).equals(stored)) {
      return stored;
    }
    guard(call, result);
    if (isDeleted(result) && result.items("metadata", "finalizers").isEmpty() && !lingers(result)) {
      store.erase(key(stored));
      return result;
    }
    return store.write(key(stored), result);
  }

  private static boolean isDeleted(Json.Obj object) {
    return !object.text("metadata", "deletionTimestamp").isEmpty();
  }

  /** A pod that is deleted stays until whoever runs it says that it has ended. */
  private static boolean lingers(Json.Obj object) {
    return object.number("metadata", "deletionGracePeriodSeconds").orElse(0L) > 0;
  }

  private Json.Obj apply(Call call) {
    var found = store(call.type()).objects.get(KnownObject.key(call.namespace(), call.name()));
    if (found != null) {
      return update(call, found, FakePatches.strategic(found, body(call)));
    }
    // Only whole objects come into being by being applied.
    return call.subresource().isEmpty()
        ? create(Call.create(call.type(), call.namespace(), body(call)))
        : existing(call);
  }

  private Json.Obj bind(Call call) {
    var pod = existing(call);
    var uid = body(call).text("metadata", "uid");
    if (!uid.isEmpty() && !uid.equals(pod.text("metadata", "uid"))) {
      throw conflict(call, "Precondition failed: UID in precondition: " + uid);
    }
    if (isDeleted(pod)) {
      throw conflict(
          call, "pod %s is being deleted, cannot be assigned to a host".formatted(call.name()));
    }
    var node = pod.text("spec", "nodeName");
    if (!node.isEmpty()) {
      throw conflict(
          call, "pod %s is already assigned to node \"%s\"".formatted(call.name(), node));
    }
    if (!pod.items("spec", "schedulingGates").isEmpty()) {
      throw conflict(call, "pod %s has non-empty .spec.schedulingGates".formatted(call.name()));
    }
    var scheduled = Json.obj("type", "PodScheduled", "status", "True");
    var status = Json.obj("status", Json.obj("conditions", Json.Arr.of(scheduled)));
    var bound =
        FakePatches.strategic(pod, status)
            .with(List.of("spec", "nodeName"), Json.of(body(call).text("target", "name")));
    store(call.type()).write(key(pod), bound);
    return Json.obj("kind", "Status", "apiVersion", "v1", "status", "Success", "code", 201);
  }

  private Json.Obj delete(Call call, Json.Obj stored) {
    var uid = body(call).text("preconditions", "uid");
    if (!uid.isEmpty() && !uid.equals(stored.text("metadata", "uid"))) {
      throw conflict(call, "Precondition failed: UID in precondition: " + uid);
    }
    long grace = body(call).number("gracePeriodSeconds").orElse(grace(call.type(), stored));
    if (grace == 0 && stored.items("metadata", "finalizers").isEmpty()) {
      store(call.type()).erase(key(stored));
      return stored;
    }
    if (isDeleted(stored) && (grace > 0 || !lingers(stored))) {
      return stored;
    }
    var now = loop.now().truncatedTo(ChronoUnit.SECONDS);
    var going = with(stored, "deletionTimestamp", now.plusSeconds(grace).toString());
    var path = List.of("metadata", "deletionGracePeriodSeconds");
    return store(call.type()).write(key(stored), going.with(path, Json.of(grace)));
  }

  /** Pods that run get time to end. */
  private static long grace(ResourceType<?> type, Json.Obj stored) {
    boolean runs =
        type.plural().equals("pods")
            && !stored.text("spec", "nodeName").isEmpty()
            && !List.of("Succeeded", "Failed").contains(stored.text("status", "phase"));
    return runs ? 30 : 0;
  }

  private void guard(Call call, Json.Obj result) {
    if (!guarded || !call.type().plural().equals("resourceclaims")) {
      return;
    }
    var mine = devices(Resources.CLAIMS.read(result).value());
    for (var other : all(Resources.CLAIMS)) {
      if (!other.metadata().uid().equals(result.text("metadata", "uid"))) {
        var both = new ArrayList<>(mine);
        both.retainAll(devices(other.value()));
        if (!both.isEmpty()) {
          throw conflict(
              call,
              "status.allocation.devices.results[0]: device %s is in use by claim %s"
                  .formatted(both.getFirst(), other.key()));
        }
      }
    }
  }

  private static List<String> devices(ResourceClaim claim) {
    return claim.status().allocation().stream()
        .map(it -> it.devices())
        .map(DeviceAllocationResult::results)
        .flatMap(List::stream)
        .filter(it -> !it.adminAccess().orElse(false) && it.shareId().isEmpty())
        .map(it -> it.driver() + "/" + it.pool() + "/" + it.device())
        .toList();
  }

  @Override
  public <T> void list(ResourceType<T> type, ListSelector listSelector, Consumer<Listing<T>> then) {
    loop.post(
        () -> {
          var found =
              store(type).objects.values().stream()
                  .filter(it -> selects(listSelector, it))
                  .map(type::read)
                  .toList();
          then.accept(new Listing.Found<>(found, Long.toString(revision)));
        });
  }

  @Override
  public <T> Watch watch(
      ResourceType<T> type, ListSelector listSelector, String after, Watcher<T> watcher) {
    var open = new Open<>(type, listSelector, Long.parseLong(after), watcher);
    open.start();
    return open::stop;
  }

  private static boolean selects(ListSelector listSelector, Json.Obj object) {
    var metadata = object.object("metadata");
    return (listSelector.namespace().isEmpty()
            || listSelector.namespace().equals(metadata.text("namespace")))
        && terms(listSelector.labels()).entrySet().stream()
            .allMatch(it -> it.getValue().equals(metadata.text("labels", it.getKey())))
        && terms(listSelector.fields()).entrySet().stream()
            .allMatch(it -> it.getValue().equals(object.text(it.getKey().split("\\."))));
  }

  /** Only {@code a=b} is known. */
  private static Map<String, String> terms(String selector) {
    return Arrays.stream(selector.split(","))
        .filter(it -> !it.isEmpty())
        .map(it -> it.split("==?", 2))
        .collect(Collectors.toMap(it -> it[0], it -> it[1]));
  }

  // Objects.

  private Store store(ResourceType<?> type) {
    return stores.computeIfAbsent(type.toString(), _ -> new Store());
  }

  private static String key(Json.Obj object) {
    return KnownObject.key(object.text("metadata", "namespace"), object.text("metadata", "name"));
  }

  private static Json.Obj with(Json.Obj object, String field, String value) {
    return object.with(List.of("metadata", field), Json.of(value));
  }

  private Json.Obj named(ResourceType<?> type, Json.Obj object) {
    var made = object;
    if (object.text("metadata", "name").isEmpty()) {
      var name = object.text("metadata", "generateName") + "%05d".formatted(uids);
      made = with(made, "name", name);
    }
    if (type.namespaced() && object.text("metadata", "namespace").isEmpty()) {
      made = with(made, "namespace", "default");
    }
    if (object.text("metadata", "uid").isEmpty()) {
      made = with(made, "uid", "uid-" + uids++);
    }
    if (object.text("metadata", "creationTimestamp").isEmpty()) {
      var now = loop.now().truncatedTo(ChronoUnit.SECONDS);
      made = with(made, "creationTimestamp", now.toString());
    }
    return made.with("apiVersion", Json.of(type.apiVersion())).with("kind", Json.of(type.kind()));
  }

  /** Something that happened to an object. */
  private record Change(long revision, boolean gone, Json.Obj object) {}

  /** All objects of a kind, and what happened to them. */
  private final class Store {
    private final TreeMap<String, Json.Obj> objects = new TreeMap<>();
    private final List<Change> history = new ArrayList<>();
    private final List<Open<?>> watches = new ArrayList<>();
    private Duration delay = Duration.ZERO;
    private boolean held;
    private long forgotten;

    Json.Obj write(String key, Json.Obj object) {
      var written = with(object, "resourceVersion", Long.toString(++revision));
      objects.put(key, written);
      tell(new Change(revision, false, written));
      return written;
    }

    void erase(String key) {
      var last = objects.remove(key);
      if (last != null) {
        revision++;
        tell(new Change(revision, true, with(last, "resourceVersion", Long.toString(revision))));
      }
    }

    private void tell(Change change) {
      history.add(change);
      List.copyOf(watches).forEach(it -> it.deliverSoon(delay));
    }
  }

  /** A watch: tells what is in the history and it has not told yet. */
  private final class Open<T> {
    private final ResourceType<T> type;
    private final ListSelector listSelector;
    private final Watcher<T> watcher;
    private final Store store;
    private final Map<String, Boolean> told = new LinkedHashMap<>();
    private int next;
    private final long after;

    Open(ResourceType<T> type, ListSelector listSelector, long after, Watcher<T> watcher) {
      this.type = type;
      this.listSelector = listSelector;
      this.watcher = watcher;
      this.after = after;
      store = store(type);
    }

    void start() {
      store.watches.add(this);
      if (after < store.forgotten) {
        loop.post(() -> end(expired()));
        return;
      }
      while (next < store.history.size() && store.history.get(next).revision() <= after) {
        var past = store.history.get(next++);
        told.put(key(past.object()), !past.gone() && selects(listSelector, past.object()));
      }
      deliverSoon(Duration.ZERO);
    }

    void stop() {
      store.watches.remove(this);
    }

    void end(Reply why) {
      if (store.watches.remove(this)) {
        watcher.ended(why);
      }
    }

    void deliverSoon(Duration delay) {
      int until = store.history.size();
      if (delay.isZero()) {
        loop.post(() -> deliver(until));
      } else {
        loop.after(delay, () -> deliver(until));
      }
    }

    private void deliver(int until) {
      while (next < until && !store.held && store.watches.contains(this)) {
        var change = store.history.get(next++);
        boolean before = told.getOrDefault(key(change.object()), false);
        boolean now = !change.gone() && selects(listSelector, change.object());
        told.put(key(change.object()), now);
        if (now) {
          watcher.changed(type.read(change.object()));
        } else if (before) {
          watcher.removed(type.read(change.object()));
        }
      }
    }
  }
}
