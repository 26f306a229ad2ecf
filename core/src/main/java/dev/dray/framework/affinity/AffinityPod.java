package dev.dray.framework.affinity;

import dev.dray.api.core.Pod;
import dev.dray.api.core.PodAffinity;
import dev.dray.api.meta.FrozenMap;
import dev.dray.api.meta.ObjectMeta;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A pod as affinity terms of other pods see it, with its own terms. */
public record AffinityPod(String namespace, Map<String, String> labels, List<AffinityRule> rules) {
  public AffinityPod {
    labels = FrozenMap.copyOf(labels);
    rules = List.copyOf(rules);
  }

  public static AffinityPod of(Pod pod) {
    var near = pod.spec().podAffinity();
    var apart = pod.spec().podAntiAffinity();
    var rules =
        near.isEmpty() && apart.isEmpty()
            ? List.<AffinityRule>of()
            : rules(near, apart, pod.metadata());
    return new AffinityPod(pod.metadata().namespace(), pod.metadata().labels(), rules);
  }

  private static List<AffinityRule> rules(PodAffinity near, PodAffinity apart, ObjectMeta pod) {
    var rules = new ArrayList<AffinityRule>();
    near.required()
        .forEach(
            it -> rules.add(new AffinityRule(AffinityRule.Sort.NEAR, AffinityTerm.of(it, pod), 0)));
    apart
        .required()
        .forEach(
            it ->
                rules.add(new AffinityRule(AffinityRule.Sort.APART, AffinityTerm.of(it, pod), 0)));
    near.preferred()
        .forEach(
            it ->
                rules.add(
                    new AffinityRule(
                        AffinityRule.Sort.RATHER_NEAR,
                        AffinityTerm.of(it.term(), pod),
                        it.weight())));
    apart
        .preferred()
        .forEach(
            it ->
                rules.add(
                    new AffinityRule(
                        AffinityRule.Sort.RATHER_APART,
                        AffinityTerm.of(it.term(), pod),
                        it.weight())));
    return rules;
  }

  /** Returns the terms of this sort. */
  List<AffinityTerm> terms(AffinityRule.Sort sort) {
    return rules.stream().filter(it -> it.sort() == sort).map(AffinityRule::term).toList();
  }
}
