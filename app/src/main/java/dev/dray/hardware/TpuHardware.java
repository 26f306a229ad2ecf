package dev.dray.hardware;

import dev.dray.api.meta.Quantity;
import java.util.ArrayList;
import java.util.List;

/**
 * A host of eight TPU v5e chips in two rows of four, allocated as slices of 1x1, 2x2 or 2x4 chips.
 *
 * <p>Each chip is a counter, so that slices do not overlap. The chips of a 2x2 slice are on one
 * NUMA node, which is why it begins at an even column.
 */
record TpuHardware() implements Hardware {
  public static final String DRIVER = "tpu.google.com";

  private static final int ROWS = 2;
  private static final int COLUMNS = 4;
  private static final String SET = "chips";
  private static final Quantity ONE = Quantity.parse("1");

  private static final Traits PRODUCT =
      Traits.named("v5e").string("accelerator", "tpu-v5-lite-podslice").string("generation", "v5e");

  @Override
  public String nodePrefix() {
    return "tpu-v5e";
  }

  @Override
  public String setting() {
    return "tpu-v5e.yaml";
  }

  @Override
  public List<PlannedPool> pools(String node, Serials serials) {
    var slices = new ArrayList<PlannedDevice>();
    for (int row = 0; row < ROWS; row++) {
      for (int column = 0; column < COLUMNS; column++) {
        slices.add(chip(row, column, node, serials));
      }
    }
    for (int column = 0; column < COLUMNS; column += 2) {
      slices.add(slice(new Shape(2, 2), column, numaNode(column)));
    }
    slices.add(slice(new Shape(2, 4), 0, Traits.named("own")));
    var available = chips("host", new Shape(ROWS, COLUMNS), 0, 0);
    return List.of(
        new PlannedPool(DRIVER, node, List.of(new PlannedSet(SET, available)), List.of(slices)));
  }

  /** The number of chips of a slice in each direction. */
  private record Shape(int rows, int columns) {
    int chips() {
      return rows * columns;
    }

    @Override
    public String toString() {
      return rows + "x" + columns;
    }

    Traits traits() {
      return Traits.named("slice-" + this)
          .string("topology", toString())
          .capacity("chips", String.valueOf(chips()))
          .capacity("hbm", "%dGi".formatted(16 * chips()));
    }
  }

  private static PlannedDevice chip(int row, int column, String node, Serials serials) {
    var name = "tpu-1x1-%d-%d".formatted(row, column);
    var one = new Shape(1, 1);
    var own =
        Traits.named("own")
            .number("row", row)
            .number("column", column)
            .string("uuid", serials.uuid(node, name).toString())
            .and(numaNode(column));
    return device(name, one, own, chips(name, one, row, column));
  }

  private static PlannedDevice slice(Shape shape, int column, Traits place) {
    var name = "tpu-%s-%d-%d".formatted(shape, 0, column);
    var own = Traits.named("own").number("row", 0).number("column", column).and(place);
    return device(name, shape, own, chips(name, shape, 0, column));
  }

  private static PlannedDevice device(String name, Shape shape, Traits own, CounterAmounts chips) {
    return new PlannedDevice(
        name,
        List.of(PRODUCT, shape.traits()),
        own,
        List.of(PlannedDraw.own(SET, chips)),
        PlannedDevice.Allocations.ONE);
  }

  private static Traits numaNode(int column) {
    return Traits.named("numa").number("resource.kubernetes.io/numaNode", column / 2);
  }

  private static CounterAmounts chips(String name, Shape shape, int row, int column) {
    var counterAmounts = CounterAmounts.named(name);
    for (int r = row; r < row + shape.rows(); r++) {
      for (int c = column; c < column + shape.columns(); c++) {
        counterAmounts = counterAmounts.counter("chip-%d-%d".formatted(r, c), ONE);
      }
    }
    return counterAmounts;
  }
}
