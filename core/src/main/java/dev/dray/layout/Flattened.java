package dev.dray.layout;

import dev.dray.inventory.patch.Notice;
import java.util.List;

/**
 * Everything that is published, merged.
 *
 * @param pools by driver and name, the newest generation first
 * @param notices what authors of slices and patches should hear
 */
public record Flattened(List<FlatPool> pools, List<Notice> notices) {
  public Flattened {
    pools = List.copyOf(pools);
    notices = List.copyOf(notices);
  }
}
