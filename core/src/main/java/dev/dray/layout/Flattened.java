package dev.dray.layout;

import dev.dray.inventory.patch.Notice;
import java.util.List;

/**
 * Everything that is published, flattened.
 *
 * @param pools the pools by driver and name, the newest generation first
 * @param notices notices for the authors of slices and patches
 */
public record Flattened(List<FlatPool> pools, List<Notice> notices) {
  public Flattened {
    pools = List.copyOf(pools);
    notices = List.copyOf(notices);
  }
}
