package dev.dray.scheduler;

import dev.dray.api.meta.ResourceVersions;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.client.Api;
import dev.dray.client.EventLoop;
import dev.dray.client.KnownObject;
import dev.dray.client.Resources;
import dev.dray.informer.Informer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The writes of claims: one at a time for each claim, each based on the result of the one before.
 *
 * <p>Otherwise pods that share a claim would cause conflicts for each other.
 */
final class ClaimWriteQueue {
  private final Api api;
  private final EventLoop loop;
  private final Informer<ResourceClaim> claims;
  private final Consumer<KnownObject<ResourceClaim>> answered;
  private final Map<String, Deque<Job>> jobs = new HashMap<>();

  /** The server's last answers by key, until informers report them. */
  private final Map<String, KnownObject<ResourceClaim>> answers = new HashMap<>();

  private record Job(
      KnownObject<ResourceClaim> claim,
      ObjectUpdate.Step<ResourceClaim> step,
      Consumer<ObjectUpdate.Result<ResourceClaim>> then) {}

  /**
   * @param answered receives each claim as the server answered it, before the caller does
   */
  ClaimWriteQueue(
      Api api,
      EventLoop loop,
      Informer<ResourceClaim> claims,
      Consumer<KnownObject<ResourceClaim>> answered) {
    this.api = api;
    this.loop = loop;
    this.claims = claims;
    this.answered = answered;
  }

  /** Returns the claim as it was last reported or answered. */
  Optional<KnownObject<ResourceClaim>> find(String key) {
    var told = claims.find(key);
    var answer = Optional.ofNullable(answers.get(key));
    return told.isPresent() && answer.filter(it -> isNewer(it, told.get())).isEmpty()
        ? told
        : answer;
  }

  /** Takes in a claim that an informer reports. */
  void told(KnownObject<ResourceClaim> claim) {
    answers.computeIfPresent(claim.key(), (_, answer) -> isNewer(answer, claim) ? answer : null);
  }

  /** Drops a claim that an informer reports as deleted. */
  void gone(KnownObject<ResourceClaim> claim) {
    answers.remove(claim.key());
  }

  private static boolean isNewer(KnownObject<?> one, KnownObject<?> other) {
    return ResourceVersions.isOlder(
        other.metadata().resourceVersion(), one.metadata().resourceVersion());
  }

  /**
   * Queues a change of a claim.
   *
   * @param claim the claim to begin with, unless a newer one is known
   */
  void change(
      KnownObject<ResourceClaim> claim,
      ObjectUpdate.Step<ResourceClaim> step,
      Consumer<ObjectUpdate.Result<ResourceClaim>> then) {
    var waiting = jobs.computeIfAbsent(claim.key(), _ -> new ArrayDeque<>());
    waiting.add(new Job(claim, step, then));
    if (waiting.size() == 1) {
      next(claim.key(), waiting);
    }
  }

  private void next(String key, Deque<Job> waiting) {
    var job = waiting.element();
    var known = find(key).filter(it -> isNewer(it, job.claim())).orElse(job.claim());
    ObjectUpdate.make(
        api, loop, Resources.CLAIMS, known, job.step(), result -> done(key, waiting, job, result));
  }

  /** Takes in a claim from a server's answer. */
  void note(KnownObject<ResourceClaim> claim) {
    if (claims.find(claim.key()).filter(told -> !isNewer(claim, told)).isEmpty()) {
      answers.put(claim.key(), claim);
    }
    answered.accept(claim);
  }

  private void done(
      String key, Deque<Job> waiting, Job job, ObjectUpdate.Result<ResourceClaim> result) {
    if (result instanceof ObjectUpdate.Result.Done<ResourceClaim>(var claim) && claim.isPresent()) {
      note(claim.get());
    }
    waiting.remove();
    if (waiting.isEmpty()) {
      jobs.remove(key);
    }
    job.then().accept(result);
    if (!waiting.isEmpty()) {
      next(key, waiting);
    }
  }
}
