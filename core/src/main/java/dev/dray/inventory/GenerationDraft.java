package dev.dray.inventory;

import dev.dray.inventory.Merger.Merged;
import dev.dray.inventory.Merger.Published;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** A generation that is being changed; for one thread. */
final class GenerationDraft {
  private final Optional<PoolGeneration> before;

  /** The numbers of the slices that stay, by name. */
  private final TreeMap<String, Integer> kept = new TreeMap<>();

  private final TreeMap<String, Published> added = new TreeMap<>();

  GenerationDraft() {
    before = Optional.empty();
  }

  GenerationDraft(PoolGeneration generation) {
    before = Optional.of(generation);
    for (int i = 0; i < generation.slices().size(); i++) {
      kept.put(generation.slices().get(i).name(), i);
    }
  }

  /** Takes the slice out, unless the same slice is put again. */
  void replace(String name, Optional<Published> by) {
    var number = kept.get(name);
    if (number != null && !by.map(it -> it.isSame(old(number))).orElse(false)) {
      kept.remove(name);
    }
  }

  private Published old(int number) {
    return Merger.published(before.orElseThrow(), number);
  }

  void put(Published published) {
    if (!kept.containsKey(published.slice().name())) {
      added.put(published.slice().name(), published);
    }
  }

  boolean isEmpty() {
    return kept.isEmpty() && added.isEmpty();
  }

  /** Returns whether it has the same slices as before. */
  boolean isUnchanged() {
    return added.isEmpty() && before.filter(it -> it.slices().size() == kept.size()).isPresent();
  }

  Merged merge(Merger merger) {
    return isUnchanged() ? merger.refresh(before.orElseThrow()) : merger.merge(slices());
  }

  private List<Published> slices() {
    var all = new TreeMap<>(added);
    kept.forEach((name, number) -> all.put(name, old(number)));
    return new ArrayList<>(all.values());
  }
}
