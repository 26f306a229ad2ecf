package dev.dray.inventory;

import java.util.List;

/**
 * The properties that all devices of a slice have in common.
 *
 * @param slice its name
 * @param perDevice whether each device selects its own nodes
 */
public record SliceTraits(
    String slice, NodeSelection selection, boolean perDevice, List<String> skipNodeOperations) {
  public SliceTraits {
    skipNodeOperations = List.copyOf(skipNodeOperations);
  }
}
