package dev.dray.api.validation;

import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import dev.dray.api.resource.claim.DeviceClaim;
import dev.dray.api.resource.claim.DeviceSubRequest;
import dev.dray.api.validation.meta.NameRules;
import dev.dray.api.validation.meta.RuleChecks;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** The requests of a claim by name, with the names of their alternatives; used for lookups only. */
record RequestNames(Map<String, Set<String>> alternatives) {
  private static final int REFERENCES_MAX = 32;
  private static final String REFERENCE =
      "must be the name of a request in the claim or the name of a request and a subrequest"
          + " separated by '/'";

  static RequestNames of(DeviceClaim claim) {
    var alternatives = new HashMap<String, Set<String>>();
    for (var request : claim.requests()) {
      var names = new HashSet<String>();
      request.firstAvailable().stream().map(DeviceSubRequest::name).forEach(names::add);
      alternatives.put(request.name(), names);
    }
    return new RequestNames(alternatives);
  }

  private boolean has(String reference) {
    int slash = reference.indexOf('/');
    var names = alternatives.get(slash < 0 ? reference : reference.substring(0, slash));
    return names != null && (slash < 0 || names.contains(reference.substring(slash + 1)));
  }

  /** Checks a reference to a request, or to one of its alternatives. */
  Violations reference(String reference, FieldPath at) {
    var segments = reference.split("/", -1);
    if (segments.length > 2) {
      return Violations.of(unknown(reference, at));
    }
    var found = Violations.NONE;
    for (var segment : segments) {
      found = found.and(NameRules.dnsLabel(segment, at));
    }
    return has(reference) ? found : found.and(unknown(reference, at));
  }

  private static Violation unknown(String reference, FieldPath at) {
    return Violation.invalid(at, reference, REFERENCE).by("reference");
  }

  /** Checks the references of a constraint or a configuration. */
  Violations references(List<String> references, FieldPath at) {
    return RuleChecks.set(references, REFERENCES_MAX, at, this::reference, Function.identity());
  }
}
