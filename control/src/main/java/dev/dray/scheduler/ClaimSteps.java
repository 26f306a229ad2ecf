package dev.dray.scheduler;

import dev.dray.api.core.Pod;
import dev.dray.api.gate.Gates;
import dev.dray.api.json.Json;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.claim.AllocationResult;
import dev.dray.client.Call;
import dev.dray.client.KnownObject;
import dev.dray.client.Resources;
import dev.dray.framework.claim.DeviceReadiness;
import dev.dray.framework.claim.Reservations;
import dev.dray.scheduler.ObjectUpdate.Next;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The changes a scheduler makes to claims, each as a step from the claim's current state. */
final class ClaimSteps {
  private static final List<String> FINALIZERS = List.of("metadata", "finalizers");
  private static final List<String> ALLOCATION = List.of("status", "allocation");
  private static final List<String> RESERVED = List.of("status", "reservedFor");

  private ClaimSteps() {}

  /** Gives the claim the devices of {@code wanted}, and reserves it for the pod. */
  static ObjectUpdate.Step<ResourceClaim> allocate(
      Pod pod, ResourceClaim wanted, Gates gates, Instant now) {
    var allocation = wanted.status().allocation().orElseThrow();
    return claim -> {
      var found = claim.value().status().allocation();
      if (isOther(claim, wanted)) {
        return deleted(claim);
      }
      if (found.isPresent()) {
        return Reservations.has(claim.value(), pod) && sameDevices(found.get(), allocation)
            ? new Next.Done()
            : new Next.Impossible(
                "claim %s got allocated elsewhere in the meantime".formatted(claim.key()));
      }
      if (!claim.metadata().finalizers().contains(Reservations.FINALIZER)) {
        return new Next.Send(
            Call.update(Resources.CLAIMS, guarded(claim.tree())),
            "add finalizer to claim " + claim.key(),
            false);
      }
      var tree = reserved(claim.tree(), pod).with(ALLOCATION, tree(wanted));
      return new Next.Send(
          Call.updateStatus(Resources.CLAIMS, stamped(tree, gates, now)),
          "add allocation and reservation to claim " + claim.key(),
          true);
    };
  }

  /** Reserves a claim that is allocated already for the pod, too. */
  static ObjectUpdate.Step<ResourceClaim> reserve(
      Pod pod, ResourceClaim wanted, Gates gates, Instant now) {
    var allocation = wanted.status().allocation().orElseThrow();
    return claim -> {
      if (isOther(claim, wanted)) {
        return deleted(claim);
      }
      var found = claim.value().status().allocation();
      if (found.isEmpty()) {
        return new Next.Impossible(
            "claim %s got deallocated elsewhere in the meantime".formatted(claim.key()));
      }
      if (!sameDevices(found.get(), allocation)) {
        return new Next.Impossible(
            "claim %s got allocated elsewhere in the meantime".formatted(claim.key()));
      }
      if (Reservations.has(claim.value(), pod)) {
        return new Next.Done();
      }
      return new Next.Send(
          Call.updateStatus(Resources.CLAIMS, stamped(reserved(claim.tree(), pod), gates, now)),
          "add reservation to claim " + claim.key(),
          true);
    };
  }

  /** Removes the pod's reservation of the claim. */
  static ObjectUpdate.Step<ResourceClaim> unreserve(Pod pod, ResourceClaim wanted) {
    return claim -> {
      boolean other = !claim.metadata().uid().equals(wanted.metadata().uid());
      if (other || !Reservations.has(claim.value(), pod)) {
        return new Next.Done();
      }
      // A patch removes one entry of the list without knowing the whole claim.
      var entry = Json.obj("$patch", "delete", "uid", pod.metadata().uid());
      var patch =
          Json.obj(
              "metadata",
              Json.obj("uid", claim.metadata().uid()),
              "status",
              Json.obj("reservedFor", Json.Arr.of(entry)));
      return new Next.Send(
          Call.patch(
              Call.Verb.STRATEGIC_PATCH,
              Resources.CLAIMS,
              claim.metadata().namespace(),
              claim.metadata().name(),
              "status",
              patch),
          "unreserve claim " + claim.key(),
          true);
    };
  }

  /**
   * Takes back what {@link #allocate} gave the claim: its devices if no other pod uses them, else
   * only the reservation. Devices that others have given it since are left alone.
   */
  static ObjectUpdate.Step<ResourceClaim> giveBack(Pod pod, ResourceClaim wanted) {
    var given = wanted.status().allocation().orElseThrow();
    return claim -> {
      var has = claim.value().status().allocation();
      if (has.isEmpty() || !sameDevices(has.get(), given)) {
        return new Next.Done();
      }
      return isFree(claim.value(), pod)
          ? deallocate(pod, wanted).from(claim)
          : unreserve(pod, wanted).from(claim);
    };
  }

  /** Takes the devices from a claim that only the pod uses, if any does. */
  static ObjectUpdate.Step<ResourceClaim> deallocate(Pod pod, ResourceClaim wanted) {
    return deallocate(wanted, claim -> isFree(claim, pod));
  }

  /** Takes the devices from a claim that nothing uses. */
  static ObjectUpdate.Step<ResourceClaim> release(ResourceClaim wanted) {
    return deallocate(wanted, claim -> claim.status().reservedFor().isEmpty());
  }

  private static ObjectUpdate.Step<ResourceClaim> deallocate(
      ResourceClaim wanted, Predicate<ResourceClaim> isFree) {
    return claim -> {
      boolean other = !claim.metadata().uid().equals(wanted.metadata().uid());
      if (other || claim.value().status().allocation().isEmpty()) {
        return new Next.Done();
      }
      if (!isFree.test(claim.value())) {
        return new Next.Impossible("claim %s is used by others".formatted(claim.key()));
      }
      return new Next.Send(
          Call.updateStatus(Resources.CLAIMS, claim.tree().without("status")),
          "deallocate claim " + claim.key(),
          true);
    };
  }

  /** Returns whether no consumer but the pod uses the claim. */
  static boolean isFree(ResourceClaim claim, Pod pod) {
    return claim.status().reservedFor().stream()
        .allMatch(it -> it.uid().equals(pod.metadata().uid()));
  }

  /** Deletes a claim that stood for extended resources of a pod. */
  static ObjectUpdate.Step<ResourceClaim> delete(ResourceClaim wanted) {
    return claim -> {
      var metadata = claim.metadata();
      if (!metadata.uid().equals(wanted.metadata().uid())) {
        return new Next.Done();
      }
      if (metadata.finalizers().contains(Reservations.FINALIZER)) {
        return new Next.Send(
            Call.update(Resources.CLAIMS, unguarded(claim.tree())),
            "update resourceclaim " + claim.key(),
            metadata.deletionTimestamp().isPresent());
      }
      return metadata.deletionTimestamp().isPresent()
          ? new Next.Done()
          : new Next.Send(
              Call.delete(Resources.CLAIMS, metadata.namespace(), metadata.name(), metadata.uid()),
              "delete resourceclaim " + claim.key(),
              true);
    };
  }

  private static boolean isOther(KnownObject<ResourceClaim> claim, ResourceClaim wanted) {
    return claim.metadata().deletionTimestamp().isPresent()
        || !claim.metadata().uid().equals(wanted.metadata().uid());
  }

  private static Next deleted(KnownObject<ResourceClaim> claim) {
    return new Next.Impossible("claim %s got deleted in the meantime".formatted(claim.key()));
  }

  /** Compares by names: servers may write quantities and times in their own way. */
  private static boolean sameDevices(AllocationResult one, AllocationResult other) {
    return devices(one).equals(devices(other));
  }

  private static List<List<String>> devices(AllocationResult allocation) {
    return allocation.devices().results().stream()
        .map(
            it ->
                List.of(it.request(), it.driver(), it.pool(), it.device(), it.shareId().orElse("")))
        .toList();
  }

  private static Json.Obj guarded(Json.Obj tree) {
    var finalizers = new ArrayList<>(tree.texts("metadata", "finalizers"));
    finalizers.add(Reservations.FINALIZER);
    return tree.with(FINALIZERS, Json.strings(finalizers));
  }

  private static Json.Obj unguarded(Json.Obj tree) {
    var left = new ArrayList<>(tree.texts("metadata", "finalizers"));
    left.remove(Reservations.FINALIZER);
    return left.isEmpty() ? tree.without(FINALIZERS) : tree.with(FINALIZERS, Json.strings(left));
  }

  private static Json tree(ResourceClaim allocated) {
    return Resources.tree(allocated).object("status", "allocation");
  }

  private static Json.Obj reserved(Json.Obj tree, Pod pod) {
    var users = new ArrayList<>(tree.items("status", "reservedFor"));
    users.add(
        Json.obj("resource", "pods", "name", pod.metadata().name(), "uid", pod.metadata().uid()));
    return tree.with(RESERVED, Json.of(users));
  }

  /** Adds the time from which devices have to become ready, where that matters. */
  private static Json.Obj stamped(Json.Obj tree, Gates gates, Instant now) {
    boolean known = !tree.text("status", "allocation", "allocationTimestamp").isEmpty();
    return known || !DeviceReadiness.isEnabled(gates)
        ? tree
        : tree.with(
            List.of("status", "allocation", "allocationTimestamp"),
            Json.of(now.truncatedTo(ChronoUnit.SECONDS).toString()));
  }
}
