package dev.dray.hardware;

/** How slices are written; both ways say the same of every device. */
public enum SliceLayout {
  /** Every device and every counter set says everything about itself. */
  FLAT,
  /** What devices and counter sets have in common is in mixins. */
  MIXINS
}
