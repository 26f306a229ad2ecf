package dev.dray.selector;

import dev.dray.selector.EntryName.DomainName;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The common form of rows of a table: everything but the values of their own entries.
 *
 * @param above the layers that win over the entries of the row, strongest first
 * @param own the names to which each row has values of its own
 * @param below the layers over which the entries of the row win, strongest first
 * @param hash of all these, because it is needed often
 */
record RowForm(
    String driver,
    boolean allowMultipleAllocations,
    List<Layer> above,
    EntryShape own,
    List<Layer> below,
    int hash) {

  RowForm {
    above = List.copyOf(above);
    below = List.copyOf(below);
  }

  static RowForm of(
      String driver,
      boolean allowMultipleAllocations,
      List<Layer> above,
      EntryShape own,
      List<Layer> below) {
    return new RowForm(
        driver,
        allowMultipleAllocations,
        above,
        own,
        below,
        Objects.hash(driver, allowMultipleAllocations, above, own, below));
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other
        || (other instanceof RowForm that
            && hash == that.hash
            && allowMultipleAllocations == that.allowMultipleAllocations
            && driver.equals(that.driver)
            && own.equals(that.own)
            && above.equals(that.above)
            && below.equals(that.below));
  }

  /** Entries that many rows share, such as those of a mixin. */
  static final class Layer {
    private final EntryShape shape;
    private final @Nullable Cell[] values;
    private final int hash;

    /**
     * @param values the value of each entry; a missing one takes the entry away from what is below
     */
    Layer(EntryShape shape, @Nullable Cell[] values) {
      this.shape = shape;
      this.values = values.clone();
      this.hash = 31 * shape.hashCode() + Arrays.hashCode(values);
    }

    EntryShape shape() {
      return shape;
    }

    @Nullable Cell value(int slot) {
      return values[slot];
    }

    int size() {
      return values.length;
    }

    boolean mayFail() {
      for (var value : values) {
        if (value != null && value.mayFail()) {
          return true;
        }
      }
      return false;
    }

    @Override
    public int hashCode() {
      return hash;
    }

    /**
     * Compares values by reference: equal amounts may be written differently, and a layer returns
     * them as they were written.
     */
    @Override
    @SuppressWarnings("ReferenceEquality")
    public boolean equals(@Nullable Object other) {
      if (!(other instanceof Layer that) || hash != that.hash || !shape.equals(that.shape)) {
        return false;
      }
      for (int slot = 0; slot < values.length; slot++) {
        if (values[slot] != that.values[slot]) {
          return false;
        }
      }
      return true;
    }
  }

  /** The source of an entry's value in rows of the form. */
  sealed interface Source {
    String written();

    /** A slot among the row's own values. */
    record Own(String written, int slot) implements Source {}

    /** A value that is the same for all rows. */
    record Shared(String written, Cell value) implements Source {}

    /** No such entry in rows of the form. */
    record Missing() implements Source {
      @Override
      public String written() {
        return "";
      }
    }
  }

  Source source(EntryName name) {
    for (var layer : above) {
      int slot = layer.shape().slot(name);
      if (slot >= 0) {
        return shared(layer, slot);
      }
    }
    int slot = own.slot(name);
    return slot >= 0 ? new Source.Own(own.written(slot), slot) : sourceBelow(name);
  }

  private Source sourceBelow(EntryName name) {
    for (var layer : below) {
      int slot = layer.shape().slot(name);
      if (slot >= 0) {
        return shared(layer, slot);
      }
    }
    return new Source.Missing();
  }

  private static Source shared(Layer layer, int slot) {
    var value = layer.value(slot);
    return value == null
        ? new Source.Missing()
        : new Source.Shared(layer.shape().written(slot), value);
  }

  /** Returns every entry that rows of the form have, in the order of names. */
  SortedMap<EntryName, Source> sources() {
    var all = new TreeMap<EntryName, Source>();
    below.reversed().forEach(layer -> put(layer, all));
    for (int slot = 0; slot < own.size(); slot++) {
      all.put(own.name(slot), new Source.Own(own.written(slot), slot));
    }
    above.reversed().forEach(layer -> put(layer, all));
    return all;
  }

  private static void put(Layer layer, Map<EntryName, Source> all) {
    for (int slot = 0; slot < layer.shape().size(); slot++) {
      var name = layer.shape().name(slot);
      if (layer.value(slot) == null) {
        all.remove(name);
      } else {
        all.put(name, shared(layer, slot));
      }
    }
  }

  /**
   * Returns whether a shared entry may fail every evaluation; also true if another entry hides it,
   * which {@link DeviceTable#failing} sorts out.
   */
  boolean mayFail() {
    return above.stream().anyMatch(Layer::mayFail) || below.stream().anyMatch(Layer::mayFail);
  }

  boolean has(DomainName domain) {
    // Only layers above can take entries away.
    return above.isEmpty()
        ? own.has(domain) || below.stream().anyMatch(layer -> layer.shape().has(domain))
        : sources().keySet().stream().anyMatch(name -> name.domainName().equals(domain));
  }
}
