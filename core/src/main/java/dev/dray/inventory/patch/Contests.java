package dev.dray.inventory.patch;

import dev.dray.api.meta.DeviceId;
import dev.dray.api.resource.ResourceSlicePatch;
import dev.dray.inventory.patch.Amendment.Said;
import dev.dray.inventory.patch.Contest.Entry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** A finder of patches that contradict each other, fed device by device; for one thread. */
public final class Contests {
  private final Map<Key, Group> groups = new LinkedHashMap<>();
  private final Map<Decided, Integer> decided = new HashMap<>();

  private record Key(Entry entry, String winner, String loser) {}

  private record Decided(String patch, Class<? extends Entry> part, String name) {}

  private static final class Group {
    final ResourceSlicePatch winner;
    final ResourceSlicePatch loser;
    final List<DeviceId> first = new ArrayList<>();
    int devices;

    Group(ResourceSlicePatch winner, ResourceSlicePatch loser) {
      this.winner = winner;
      this.loser = loser;
    }
  }

  public void add(DeviceId device, Amendment amendment) {
    amendment
        .attributes()
        .forEach(
            (name, said) ->
                add(device, said, (one, other) -> new Entry.Attribute(name, one, other)));
    amendment
        .capacity()
        .forEach(
            (name, said) ->
                add(device, said, (one, other) -> new Entry.Capacity(name, one, other)));
  }

  private <V> void add(DeviceId device, List<Said<V>> said, BiFunction<V, V, Entry> entry) {
    var winner = said.getFirst();
    var own = entry.apply(winner.value(), winner.value());
    decided.merge(decided(winner.patch(), own), 1, Integer::sum);
    for (var loser : said.subList(1, said.size())) {
      if (!loser.value().equals(winner.value())) {
        var between = entry.apply(winner.value(), loser.value());
        var group =
            groups.computeIfAbsent(
                new Key(between, name(winner.patch()), name(loser.patch())),
                _ -> new Group(winner.patch(), loser.patch()));
        group.devices++;
        if (group.first.size() < Notice.NAMED) {
          group.first.add(device);
        }
      }
    }
  }

  private static Decided decided(ResourceSlicePatch patch, Entry entry) {
    return new Decided(name(patch), entry.getClass(), entry.name());
  }

  private static String name(ResourceSlicePatch patch) {
    return patch.metadata().name();
  }

  public List<Contest> found() {
    var found = new ArrayList<Contest>();
    groups.forEach(
        (key, group) ->
            found.add(
                new Contest(
                    key.entry(),
                    group.winner,
                    group.loser,
                    group.first,
                    group.devices,
                    decided.getOrDefault(decided(group.loser, key.entry()), 0))));
    return List.copyOf(found);
  }
}
