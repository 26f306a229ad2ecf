package dev.dray.hardware;

/** The layout of slices; both describe the same devices. */
public enum SliceLayout {
  /** Every device and every counter set is complete in itself. */
  FLAT,
  /** The common parts of devices and counter sets are in mixins. */
  MIXINS
}
