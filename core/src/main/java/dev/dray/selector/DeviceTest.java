package dev.dray.selector;

/** A compiled expression, evaluated for one device at a time. */
@FunctionalInterface
public interface DeviceTest {
  Match test(CelDevice device);
}
