package dev.dray.verify.skew;

import static java.util.Objects.requireNonNull;

import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * One combination of a KEP's table: what each component has of the feature, which data there are,
 * and what must come of it.
 *
 * @param then the sentence of the page
 * @param write what becomes of {@code uses.yaml} if it is written now
 * @param pods created one after the other, and what each comes to
 */
record Cell(
    Gate gate,
    boolean server,
    boolean scheduler,
    Data data,
    String then,
    Optional<Write> write,
    Map<String, Fate> pods) {

  /** When the objects that use the feature were written; before, everything was on. */
  enum Data {
    WRITTEN_NOW("written now"),
    STORED_BEFORE("stored before"),
    IN_USE_BEFORE("in use before");

    private final String words;

    Data(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }
  }

  /** What a server does with objects that use the feature. */
  enum Write {
    STORED,
    DROPPED,
    REFUSED
  }

  /** What a pod comes to. */
  sealed interface Fate {
    /** It is bound, and its claim has these devices. */
    record Gets(List<String> devices) implements Fate {}

    /** It is told by a condition and an event, in words that match, why it waits. */
    record Waits(Pattern why) implements Fate {}
  }

  Cell {
    requireNonNull(then, "then");
    requireNonNull(write, "write");
  }

  Gates serverGates() {
    return gates(server);
  }

  Gates schedulerGates() {
    return gates(scheduler);
  }

  /** Whatever locks say: an older release is without what a newer one has locked on. */
  private Gates gates(boolean on) {
    return on ? Gates.defaults() : Gates.defaults().without(gate);
  }

  /** The row of the page. */
  String row() {
    return "| %s | %s | %s | %s |".formatted(word(server), word(scheduler), data.words(), then);
  }

  @Override
  public String toString() {
    return "server %s, scheduler %s, %s".formatted(word(server), word(scheduler), data.words());
  }

  private static String word(boolean on) {
    return on ? "on" : "off";
  }

  static Cell read(Gate gate, Map<?, ?> cell) {
    return new Cell(
        gate,
        (Boolean) field(cell, "server"),
        (Boolean) field(cell, "scheduler"),
        named(Data.values(), Data::words, field(cell, "data")),
        (String) field(cell, "then"),
        Optional.ofNullable(cell.get("write"))
            .map(it -> named(Write.values(), write -> write.name().toLowerCase(Locale.ROOT), it)),
        fates((Map<?, ?>) field(cell, "pods")));
  }

  static Object field(Map<?, ?> map, String name) {
    return requireNonNull(map.get(name), name);
  }

  private static <T> T named(T[] values, Function<T, String> name, Object wanted) {
    return Arrays.stream(values)
        .filter(it -> name.apply(it).equals(wanted))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("There is no (%s).".formatted(wanted)));
  }

  private static Map<String, Fate> fates(Map<?, ?> pods) {
    var fates = new LinkedHashMap<String, Fate>();
    pods.forEach((pod, fate) -> fates.put((String) pod, fate(fate)));
    return fates;
  }

  private static Fate fate(Object fate) {
    return fate instanceof Map<?, ?> waits
        ? new Fate.Waits(Pattern.compile((String) field(waits, "waits")))
        : new Fate.Gets(List.of(((String) fate).split(" ")));
  }
}
