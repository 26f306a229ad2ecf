package dev.dray.scheduler;

import dev.dray.api.meta.DeviceId;
import dev.dray.api.resource.Kind;
import dev.dray.api.resource.ResourceSlicePatch;
import dev.dray.client.EventLoop;
import dev.dray.client.KnownObject;
import dev.dray.client.Resources;
import dev.dray.events.Events;
import dev.dray.informer.Informer;
import dev.dray.inventory.patch.Notice;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Reports faults of patches as events on them, for as long as they last. Lives on an event loop.
 *
 * <p>Events expire after an hour and faults do not, so all current faults are reported again in
 * rounds; the same message increments the count of its event. However many patches are at fault,
 * the number of events per second is limited.
 */
final class PatchEvents {
  private static final Duration ROUNDS = Duration.ofMinutes(20);
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final int AT_ONCE = 20;

  private final EventLoop loop;
  private final Events events;
  private final Informer<ResourceSlicePatch> patches;
  private final Supplier<List<Notice>> standing;
  private final Set<Fault> told = new HashSet<>();
  private final Map<Fault, Notice> waiting = new LinkedHashMap<>();
  private boolean pausing;
  private boolean stopped;

  /** A fault of a patch in its current generation. */
  private record Fault(String uid, long generation, Notice.Reason reason, String message) {
    static Fault of(KnownObject<ResourceSlicePatch> patch, Notice notice) {
      var metadata = patch.metadata();
      return new Fault(metadata.uid(), metadata.generation(), notice.reason(), notice.message());
    }
  }

  /**
   * @param standing returns all current notices, with all devices that they concern
   */
  PatchEvents(
      EventLoop loop,
      Events events,
      Informer<ResourceSlicePatch> patches,
      Supplier<List<Notice>> standing) {
    this.loop = loop;
    this.events = events;
    this.patches = patches;
    this.standing = standing;
  }

  void start() {
    loop.after(ROUNDS, this::goRound);
  }

  void stop() {
    stopped = true;
  }

  private void goRound() {
    if (!stopped) {
      told.clear();
      tellNew();
      loop.after(ROUNDS, this::goRound);
    }
  }

  /**
   * Reports new faults among these. A fault already reported for other devices is reported for
   * these in the next round, as nodes come and go all the time.
   */
  void tell(List<Notice> noticed) {
    if (noticed.stream()
        .anyMatch(it -> fault(it).filter(fault -> !told.contains(fault)).isPresent())) {
      tellNew();
    }
  }

  /** Reports all faults that were not reported for the present generation of their patch. */
  void tellNew() {
    for (var notice : standing.get()) {
      fault(notice).filter(told::add).ifPresent(fault -> waiting.put(fault, notice));
    }
    if (!pausing) {
      send();
    }
  }

  private Optional<Fault> fault(Notice notice) {
    return patch(notice).map(it -> Fault.of(it, notice));
  }

  private Optional<KnownObject<ResourceSlicePatch>> patch(Notice notice) {
    return notice.reason().about() == Kind.RESOURCE_SLICE_PATCH
        ? patches.find(notice.name())
        : Optional.empty();
  }

  private void send() {
    pausing = false;
    if (stopped) {
      return;
    }
    var next = waiting.keySet().stream().limit(AT_ONCE).toList();
    for (var fault : next) {
      var notice = waiting.remove(fault);
      if (notice != null) {
        send(notice);
      }
    }
    if (!next.isEmpty()) {
      pausing = true;
      loop.after(PAUSE, this::send);
    }
  }

  private void send(Notice notice) {
    patch(notice)
        .ifPresent(
            patch ->
                events.tell(
                    Resources.PATCHES,
                    patch.metadata(),
                    Events.Type.WARNING,
                    notice.reason().word(),
                    text(notice)));
  }

  /** Names the devices first, as the message may be so long that it is cut. */
  private static String text(Notice notice) {
    int devices = notice.devices();
    var named = notice.first().stream().map(DeviceId::toString).collect(Collectors.joining(", "));
    return "not applied to %d %s (%s%s): %s"
        .formatted(
            devices,
            devices == 1 ? "device" : "devices",
            named,
            devices > notice.first().size() ? ", …" : "",
            notice.message());
  }
}
