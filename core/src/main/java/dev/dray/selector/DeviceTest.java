package dev.dray.selector;

/** A compiled expression, asked about one device at a time. */
@FunctionalInterface
public interface DeviceTest {
  Match test(CelDevice device);
}
