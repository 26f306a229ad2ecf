package dev.dray.kinds.pod;

import dev.dray.api.json.Json;
import dev.dray.kinds.GroupVersions;
import dev.dray.kinds.Kinds;
import dev.dray.kinds.StatusError;
import dev.dray.kinds.WriteCheck;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The check that gives a new pod the priority of its class, and allows at most one default class.
 */
public record PriorityCheck(Kinds kinds) implements WriteCheck {
  private static final String ANY = "PreemptLowerPriority";

  /** The priority a class gives to a pod. */
  private record Rank(String name, long value, String policy) {}

  @Override
  public Json.Obj admitted(Write write, View view) {
    if (!isNewPod(write)) {
      return write.object();
    }
    var rank = rank(write.object(), view);
    if (rank.isEmpty()) {
      return write.object();
    }
    var pod = write.object();
    if (!rank.get().name().isEmpty()) {
      pod = pod.with(List.of("spec", "priorityClassName"), Json.of(rank.get().name()));
    }
    if (pod.find("spec", "priority").isEmpty()) {
      pod = pod.with(List.of("spec", "priority"), Json.of(rank.get().value()));
    }
    return pod.find("spec", "preemptionPolicy").isPresent()
        ? pod
        : pod.with(List.of("spec", "preemptionPolicy"), Json.of(rank.get().policy()));
  }

  private static boolean isNewPod(Write write) {
    return write.verb() == Verb.CREATE && write.resource().qualifiedName().equals("pods");
  }

  /** Returns the priority of a pod; empty if the class it names does not exist. */
  private Optional<Rank> rank(Json.Obj pod, View view) {
    var name = pod.text("spec", "priorityClassName");
    var resource = kinds.find(GroupVersions.SCHEDULING, "priorityclasses");
    if (name.isEmpty()) {
      return Optional.of(
          resource
              .flatMap(it -> defaultClass(view.list(it, "")))
              .map(PriorityCheck::rank)
              .orElse(new Rank("", 0, ANY)));
    }
    var found = resource.flatMap(it -> view.find(it, "", name)).map(it -> rank(it.object()));
    return found.or(
        () ->
            Optional.ofNullable(PriorityClassRules.SYSTEM.get(name))
                .map(value -> new Rank(name, value, ANY)));
  }

  /** Returns the default class; the lowest, should there be several. */
  private static Optional<Json.Obj> defaultClass(List<View.Stored> classes) {
    return classes.stream()
        .map(View.Stored::object)
        .filter(it -> it.truth("globalDefault"))
        .min(Comparator.comparingLong(it -> it.number("value").orElse(0L)));
  }

  private static Rank rank(Json.Obj priorityClass) {
    var policy = priorityClass.text("preemptionPolicy");
    return new Rank(
        priorityClass.text("metadata", "name"),
        priorityClass.number("value").orElse(0L),
        policy.isEmpty() ? ANY : policy);
  }

  @Override
  public Verdict check(Write write, View view) {
    if (isNewPod(write)) {
      newPod(write, view);
    } else if (write.resource().qualifiedName().equals("priorityclasses.scheduling.k8s.io")
        && write.verb() != Verb.DELETE
        && write.object().truth("globalDefault")) {
      newDefault(write, view);
    }
    return Verdict.FINE;
  }

  private void newPod(Write write, View view) {
    var spec = write.object().object("spec");
    var rank = rank(write.object(), view);
    if (rank.isEmpty()) {
      throw refused(
          write,
          "no PriorityClass with name %s was found".formatted(spec.text("priorityClassName")));
    }
    var priority = spec.number("priority");
    if (priority.isPresent() && priority.get() != rank.get().value()) {
      throw refused(
          write,
          "the integer value of priority (%d) must not be provided in pod spec; priority admission"
                  .formatted(priority.get())
              + " controller computed %d from the given PriorityClass name"
                  .formatted(rank.get().value()));
    }
    var policy = spec.text("preemptionPolicy");
    if (!policy.isEmpty() && !policy.equals(rank.get().policy())) {
      throw refused(
          write,
          "the string value of PreemptionPolicy (%s) must not be provided in pod spec; priority"
                  .formatted(policy)
              + " admission controller computed %s from the given PriorityClass name"
                  .formatted(rank.get().policy()));
    }
  }

  private static void newDefault(Write write, View view) {
    var other =
        defaultClass(view.list(write.resource(), ""))
            .map(it -> it.text("metadata", "name"))
            .filter(name -> !name.equals(write.name()));
    if (other.isPresent()) {
      throw refused(
          write,
          "PriorityClass %s is already marked as default. Only one default can exist"
              .formatted(other.get()));
    }
  }

  private static StatusError refused(Write write, String why) {
    return StatusError.forbidden(write.resource(), write.name(), why);
  }
}
