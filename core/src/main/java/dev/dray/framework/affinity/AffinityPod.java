package dev.dray.framework.affinity;

import static java.util.Objects.requireNonNull;

import dev.dray.api.core.Pod;
import dev.dray.api.core.PodAffinity;
import dev.dray.api.meta.FrozenMap;
import dev.dray.api.meta.ObjectMeta;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A pod as affinity terms of other pods see it, with its own terms. */
public record AffinityPod(String namespace, Map<String, String> labels, List<AffinityWish> wishes) {
  public AffinityPod {
    requireNonNull(namespace, "namespace");
    labels = FrozenMap.copyOf(labels);
    wishes = List.copyOf(wishes);
  }

  public static AffinityPod of(Pod pod) {
    var near = pod.spec().podAffinity();
    var apart = pod.spec().podAntiAffinity();
    var wishes =
        near.isEmpty() && apart.isEmpty()
            ? List.<AffinityWish>of()
            : wishes(near, apart, pod.metadata());
    return new AffinityPod(pod.metadata().namespace(), pod.metadata().labels(), wishes);
  }

  private static List<AffinityWish> wishes(PodAffinity near, PodAffinity apart, ObjectMeta pod) {
    var wishes = new ArrayList<AffinityWish>();
    near.required()
        .forEach(
            it ->
                wishes.add(new AffinityWish(AffinityWish.Sort.NEAR, AffinityTerm.of(it, pod), 0)));
    apart
        .required()
        .forEach(
            it ->
                wishes.add(new AffinityWish(AffinityWish.Sort.APART, AffinityTerm.of(it, pod), 0)));
    near.preferred()
        .forEach(
            it ->
                wishes.add(
                    new AffinityWish(
                        AffinityWish.Sort.RATHER_NEAR,
                        AffinityTerm.of(it.term(), pod),
                        it.weight())));
    apart
        .preferred()
        .forEach(
            it ->
                wishes.add(
                    new AffinityWish(
                        AffinityWish.Sort.RATHER_APART,
                        AffinityTerm.of(it.term(), pod),
                        it.weight())));
    return wishes;
  }

  /** Returns the terms of this sort. */
  List<AffinityTerm> terms(AffinityWish.Sort sort) {
    return wishes.stream().filter(it -> it.sort() == sort).map(AffinityWish::term).toList();
  }
}
