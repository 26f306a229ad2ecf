package dev.dray.verify.reference;

import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.api.meta.QualifiedName;
import dev.dray.api.resource.device.CapacityRounding;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Which features are on, and where upstream is to be followed against a decision. */
record Rules(Gates gates, Set<Quirk> quirks) {

  boolean on(Gate gate) {
    return gates.enabled(gate);
  }

  boolean has(Quirk quirk) {
    return quirks.contains(quirk);
  }

  boolean bindingConditions() {
    return on(Gate.DRA_DEVICE_BINDING_CONDITIONS) && on(Gate.DRA_RESOURCE_CLAIM_DEVICE_STATUS);
  }

  CapacityRounding rounding() {
    return on(Gate.DRA_FRACTIONAL_CAPACITY_RANGE)
        ? CapacityRounding.FRACTIONS
        : CapacityRounding.WHOLE_UNITS;
  }

  boolean namesAsWritten() {
    return has(Quirk.NAMES_AS_WRITTEN) || has(Quirk.NAMES_AS_WRITTEN_SHORT_FIRST);
  }

  /** The name under which this package keeps what belongs to a device of the driver. */
  String name(String written, String driver) {
    return namesAsWritten() ? written : QualifiedName.shortest(written, driver);
  }

  /** The map under such names: of two spellings the qualified one wins. */
  <V> SortedMap<String, V> named(Map<String, V> written, String driver) {
    var named = new TreeMap<String, V>();
    written.forEach(
        (name, value) -> {
          var key = name(name, driver);
          if (key.length() < name.length() || !named.containsKey(key)) {
            named.put(key, value);
          }
        });
    return named;
  }

  /** What a constraint finds in a map under such names. */
  <V> Optional<V> find(SortedMap<String, V> named, String wanted, String driver) {
    if (namesAsWritten()) {
      return wanted.contains("/")
          ? QualifiedName.of(wanted, driver).in(named)
          : Optional.ofNullable(named.get(wanted));
    }
    return Optional.ofNullable(named.get(name(wanted, driver)));
  }
}
