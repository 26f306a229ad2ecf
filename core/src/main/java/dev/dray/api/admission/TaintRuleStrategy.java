package dev.dray.api.admission;

import dev.dray.api.resource.DeviceTaintRule;
import dev.dray.api.resource.DeviceTaintRuleSpec;
import dev.dray.api.resource.DeviceTaintRuleStatus;
import java.time.Instant;

/**
 * The admission of taint rules. No field of a rule is gated: the gate decides whether rules have
 * any effect.
 */
record TaintRuleStrategy() implements AdmissionStrategy<DeviceTaintRule> {

  @Override
  public Admitted<DeviceTaintRule> create(DeviceTaintRule written) {
    return Admitted.silently(
        written
            .withStatus(DeviceTaintRuleStatus.EMPTY)
            .withMetadata(SpecGeneration.first(written.metadata())));
  }

  @Override
  public Admitted<DeviceTaintRule> update(
      DeviceTaintRule written, DeviceTaintRule stored, Instant now) {
    var rule =
        written.withStatus(stored.status()).withSpec(timed(written.spec(), stored.spec(), now));
    return Admitted.silently(
        rule.spec().equals(stored.spec())
            ? rule
            : rule.withMetadata(SpecGeneration.next(rule.metadata())));
  }

  /**
   * Sets the time since which the effect holds, because tolerations are counted from it: a new
   * effect gets a new time, unless the writer gives one.
   */
  private static DeviceTaintRuleSpec timed(
      DeviceTaintRuleSpec written, DeviceTaintRuleSpec stored, Instant now) {
    var taint = written.taint();
    boolean newEffect = !taint.effect().equals(stored.taint().effect());
    boolean sameTime = taint.timeAdded().equals(stored.taint().timeAdded());
    return newEffect && sameTime
        ? written.withTaint(taint.withTimeAdded(ResourceDefaults.wholeSeconds(now)))
        : written;
  }

  @Override
  public Admitted<DeviceTaintRule> updateStatus(DeviceTaintRule written, DeviceTaintRule stored) {
    return Admitted.silently(written.withSpec(stored.spec()));
  }
}
