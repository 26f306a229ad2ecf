package dev.dray.planning;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.DeviceId;
import dev.dray.inventory.patch.Contest;
import dev.dray.inventory.patch.Notice;
import java.util.List;
import java.util.Optional;

/**
 * What would be different if patches or taint rules came, changed or went.
 *
 * @param devices how many devices would look different
 * @param seen how many devices there are
 * @param changes what would be different of them, the change that most devices share first
 * @param contests where one of the patches would override another, or be overridden
 * @param notices what there would be to say of patches that is not true now
 * @param waiting who waits for devices and would fit on other nodes than now
 * @param running claims with devices that they would no longer get, or would get again
 * @param undecided those who wait, and of whom it was not found out in time where they would fit
 * @param warnings what makes the patches other than they are meant, as it seems
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

  /** One thing of a device that would be different; empty where it is not there. */
  public record Entry(String name, Optional<String> before, Optional<String> after) {
    public Entry {
      requireNonNull(name, "name");
      requireNonNull(before, "before");
      requireNonNull(after, "after");
    }
  }

  /**
   * The same change of several devices.
   *
   * @param pools in how many pools they are
   * @param examples the first of the devices
   */
  public record Change(List<Entry> entries, int devices, int pools, List<DeviceId> examples) {
    public Change {
      entries = List.copyOf(entries);
      examples = List.copyOf(examples);
    }
  }

  /**
   * Those who wait and ask for the same.
   *
   * @param names as {@code pod default/a} or {@code claim default/b}
   * @param before on how many nodes they fit now
   * @param after on how many they would
   * @param mistake why no node would be tried at all
   */
  public record Waiting(
      List<String> names, int before, int after, int nodes, Optional<String> mistake) {
    public Waiting {
      names = List.copyOf(names);
      requireNonNull(mistake, "mistake");
    }

    /** Whether there is a node now and would be none. */
    public boolean stops() {
      return before > 0 && after == 0;
    }

    /** Whether there is no node now and would be one. */
    public boolean starts() {
      return before == 0 && after > 0;
    }
  }

  /**
   * A claim that has devices.
   *
   * @param lost devices with what would no longer hold of them
   * @param mended devices with what does not hold now and then would
   */
  public record Running(String claim, List<ReviewedDevice> lost, List<ReviewedDevice> mended) {
    public Running {
      requireNonNull(claim, "claim");
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

  /** Whether somebody who fits now would not, or somebody's device would not be given again. */
  public boolean hurts() {
    return waiting.stream().anyMatch(Waiting::stops)
        || running.stream().anyMatch(it -> !it.lost().isEmpty());
  }
}
