package dev.dray.planning;

import dev.dray.api.meta.DeviceId;
import dev.dray.inventory.patch.Contest;
import dev.dray.inventory.patch.Notice;
import java.util.List;
import java.util.Optional;

/**
 * The impact of patches or taint rules that would be created, changed or deleted.
 *
 * @param devices the number of devices that would look different
 * @param seen the number of devices there are
 * @param changes the differences, the change that most devices share first
 * @param contests the entries where one of the patches would override another, or be overridden
 * @param notices the notices about patches that would be new
 * @param waiting the pods and claims that wait for devices and would fit on other nodes than now
 * @param running the claims with devices that they would no longer get, or would get again
 * @param undecided the waiting pods and claims for which the search was not decided in time
 * @param warnings signs that the patches do something else than they are meant to
 */
public record PatchImpact(
    int devices,
    int seen,
    List<Change> changes,
    List<Contest> contests,
    List<Notice> notices,
    List<Waiting> waiting,
    List<Running> running,
    List<String> undecided,
    List<String> warnings) {

  /** One entry of a device that would be different; empty on the side where it is absent. */
  public record Entry(String name, Optional<String> before, Optional<String> after) {}

  /**
   * The same change of several devices.
   *
   * @param pools the number of pools they are in
   * @param examples the first of the devices
   */
  public record Change(List<Entry> entries, int devices, int pools, List<DeviceId> examples) {
    public Change {
      entries = List.copyOf(entries);
      examples = List.copyOf(examples);
    }
  }

  /**
   * The waiting pods and claims that ask for the same.
   *
   * @param names as {@code pod default/a} or {@code claim default/b}
   * @param before the number of nodes they fit on now
   * @param after the number of nodes they would fit on
   * @param mistake the error for which no node would be tried at all
   */
  public record Waiting(
      List<String> names, int before, int after, int nodes, Optional<String> mistake) {
    public Waiting {
      names = List.copyOf(names);
    }

    /** Returns whether there is a node now and would be none. */
    public boolean stops() {
      return before > 0 && after == 0;
    }

    /** Returns whether there is no node now and would be one. */
    public boolean starts() {
      return before == 0 && after > 0;
    }
  }

  /**
   * A claim that has devices.
   *
   * @param lost the devices with what would no longer hold for them
   * @param mended the devices with what does not hold now and then would
   */
  public record Running(String claim, List<ReviewedDevice> lost, List<ReviewedDevice> mended) {
    public Running {
      lost = List.copyOf(lost);
      mended = List.copyOf(mended);
    }
  }

  public PatchImpact {
    changes = List.copyOf(changes);
    contests = List.copyOf(contests);
    notices = List.copyOf(notices);
    waiting = List.copyOf(waiting);
    running = List.copyOf(running);
    undecided = List.copyOf(undecided);
    warnings = List.copyOf(warnings);
  }

  /**
   * Returns whether a pod or claim that fits now would not, or a device would not be allocated
   * again.
   */
  public boolean hurts() {
    return waiting.stream().anyMatch(Waiting::stops)
        || running.stream().anyMatch(it -> !it.lost().isEmpty());
  }
}
