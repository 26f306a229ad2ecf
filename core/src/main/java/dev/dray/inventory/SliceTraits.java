package dev.dray.inventory;

import static java.util.Objects.requireNonNull;

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
    requireNonNull(slice, "slice");
    requireNonNull(selection, "selection");
    skipNodeOperations = List.copyOf(skipNodeOperations);
  }
}
