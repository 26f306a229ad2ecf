package dev.dray.scheduling;

import static java.util.Objects.requireNonNull;

import dev.dray.api.core.Pod;
import dev.dray.api.core.PodAffinity;
import dev.dray.api.meta.FrozenMap;
import dev.dray.api.meta.ObjectMeta;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A pod as other pods see it. */
record Guest(String namespace, Map<String, String> labels, List<Wish> wishes) {
  Guest {
    requireNonNull(namespace, "namespace");
    labels = FrozenMap.copyOf(labels);
    wishes = List.copyOf(wishes);
  }

  static Guest of(Pod pod) {
    var near = pod.spec().podAffinity();
    var apart = pod.spec().podAntiAffinity();
    var wishes =
        near.isEmpty() && apart.isEmpty() ? List.<Wish>of() : wishes(near, apart, pod.metadata());
    return new Guest(pod.metadata().namespace(), pod.metadata().labels(), wishes);
  }

  private static List<Wish> wishes(PodAffinity near, PodAffinity apart, ObjectMeta pod) {
    var wishes = new ArrayList<Wish>();
    near.required().forEach(it -> wishes.add(new Wish(Wish.Sort.NEAR, Term.of(it, pod), 0)));
    apart.required().forEach(it -> wishes.add(new Wish(Wish.Sort.APART, Term.of(it, pod), 0)));
    near.preferred()
        .forEach(
            it ->
                wishes.add(new Wish(Wish.Sort.RATHER_NEAR, Term.of(it.term(), pod), it.weight())));
    apart
        .preferred()
        .forEach(
            it ->
                wishes.add(new Wish(Wish.Sort.RATHER_APART, Term.of(it.term(), pod), it.weight())));
    return wishes;
  }

  /** Those of its wishes that are of this sort. */
  List<Term> terms(Wish.Sort sort) {
    return wishes.stream().filter(it -> it.sort() == sort).map(Wish::term).toList();
  }
}
