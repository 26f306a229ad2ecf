package dev.dray.scheduler;

import dev.dray.api.resource.ResourceClaim;
import dev.dray.client.Api;
import dev.dray.client.Known;
import dev.dray.client.Loop;
import dev.dray.client.Resources;
import dev.dray.informer.Informer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Where claims are written: one change of a claim at a time, each from what the one before left.
 *
 * <p>Pods that share a claim would otherwise refuse each other's writes.
 */
final class ClaimDesk {
  private final Api api;
  private final Loop loop;
  private final Informer<ResourceClaim> claims;
  private final Consumer<Known<ResourceClaim>> answered;
  private final Map<String, Deque<Job>> jobs = new HashMap<>();

  /** By key what the server last answered, until informers tell of it. */
  private final Map<String, Known<ResourceClaim>> answers = new HashMap<>();

  private record Job(
      Known<ResourceClaim> claim,
      Change.Step<ResourceClaim> step,
      Consumer<Change.Result<ResourceClaim>> then) {}

  /**
   * @param answered is told of each claim as the server answered it, before whoever asked is
   */
  ClaimDesk(
      Api api, Loop loop, Informer<ResourceClaim> claims, Consumer<Known<ResourceClaim>> answered) {
    this.api = api;
    this.loop = loop;
    this.claims = claims;
    this.answered = answered;
  }

  /** The claim as it was last told of or answered. */
  Optional<Known<ResourceClaim>> find(String key) {
    var told = claims.find(key);
    var answer = Optional.ofNullable(answers.get(key));
    return told.isPresent() && answer.filter(it -> isNewer(it, told.get())).isEmpty()
        ? told
        : answer;
  }

  /** An informer tells of a claim. */
  void told(Known<ResourceClaim> claim) {
    answers.computeIfPresent(claim.key(), (_, answer) -> isNewer(answer, claim) ? answer : null);
  }

  /** An informer tells that a claim is gone. */
  void gone(Known<ResourceClaim> claim) {
    answers.remove(claim.key());
  }

  /** Versions are numbers that grow, if servers keep to what Kubernetes says of them. */
  static boolean isNewer(Known<?> one, Known<?> other) {
    var version = one.metadata().resourceVersion();
    var otherVersion = other.metadata().resourceVersion();
    return version.length() != otherVersion.length()
        ? version.length() > otherVersion.length()
        : version.compareTo(otherVersion) > 0;
  }

  /**
   * @param claim to begin with, unless something newer is known
   */
  void change(
      Known<ResourceClaim> claim,
      Change.Step<ResourceClaim> step,
      Consumer<Change.Result<ResourceClaim>> then) {
    var waiting = jobs.computeIfAbsent(claim.key(), _ -> new ArrayDeque<>());
    waiting.add(new Job(claim, step, then));
    if (waiting.size() == 1) {
      next(claim.key(), waiting);
    }
  }

  private void next(String key, Deque<Job> waiting) {
    var job = waiting.element();
    var known = find(key).filter(it -> isNewer(it, job.claim())).orElse(job.claim());
    Change.make(
        api, loop, Resources.CLAIMS, known, job.step(), result -> done(key, waiting, job, result));
  }

  /** The server answered with this claim. */
  void note(Known<ResourceClaim> claim) {
    if (claims.find(claim.key()).filter(told -> !isNewer(claim, told)).isEmpty()) {
      answers.put(claim.key(), claim);
    }
    answered.accept(claim);
  }

  private void done(String key, Deque<Job> waiting, Job job, Change.Result<ResourceClaim> result) {
    if (result instanceof Change.Result.Done<ResourceClaim>(var claim) && claim.isPresent()) {
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
