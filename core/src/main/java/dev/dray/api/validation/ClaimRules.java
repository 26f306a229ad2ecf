package dev.dray.api.validation;

import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceClaimSpec;
import dev.dray.api.resource.ResourceClaimTemplate;
import dev.dray.api.resource.claim.DeviceClaim;
import dev.dray.api.resource.claim.DeviceConstraint;
import dev.dray.api.resource.claim.DeviceRequest;
import dev.dray.api.validation.meta.MetadataRules;
import dev.dray.api.validation.meta.NameRules;
import dev.dray.api.validation.meta.RuleChecks;
import dev.dray.api.validation.meta.Stored;
import dev.dray.selector.DeviceExpressions;

/** The rules for claims, and for the templates they are created from. */
record ClaimRules(Gates gates, DeviceExpressions expressions) {
  private static final int LIST_MAX = 32;
  private static final FieldPath SPEC = FieldPath.of("spec");
  private static final String ONE_CONSTRAINT =
      "exactly one of \"matchAttribute\" or \"distinctAttribute\" is required, but multiple fields"
          + " are set";

  Violations create(ResourceClaim claim) {
    return MetadataRules.create(claim.metadata(), claim.kind())
        .and(spec(claim.spec(), Stored.NEW, SPEC));
  }

  /** Checks an update. The spec cannot change, so its content is not checked again. */
  Violations update(ResourceClaim claim, ResourceClaim old) {
    return MetadataRules.update(claim.metadata(), old.metadata(), claim.kind())
        .and(RuleChecks.immutable(claim.spec(), old.spec(), SPEC, "null"));
  }

  Violations create(ResourceClaimTemplate template) {
    return MetadataRules.create(template.metadata(), template.kind())
        .and(templateSpec(template, Stored.NEW));
  }

  /**
   * Checks an update. Unlike a claim, a template is checked again, except by the rules that
   * upstream generates.
   */
  Violations update(ResourceClaimTemplate template, ResourceClaimTemplate old) {
    boolean unchanged = template.spec().equals(old.spec());
    return MetadataRules.update(template.metadata(), old.metadata(), template.kind())
        .and(templateSpec(template, unchanged ? Stored.UNCHANGED : Stored.NEW))
        .and(RuleChecks.immutable(template.spec(), old.spec(), SPEC, "null"));
  }

  private Violations templateSpec(ResourceClaimTemplate template, Stored stored) {
    return MetadataRules.template(template.spec().metadata(), SPEC.child("metadata"))
        .and(spec(template.spec().spec(), stored, SPEC.child("spec")));
  }

  private Violations spec(ResourceClaimSpec spec, Stored stored, FieldPath at) {
    return devices(spec.devices(), stored, at.child("devices"));
  }

  private Violations devices(DeviceClaim claim, Stored stored, FieldPath at) {
    var names = RequestNames.of(claim);
    var derived = new DerivedAttributeRules(claim, expressions, stored);
    var requests = new RequestRules(new SelectorRules(expressions), derived, stored);
    return RuleChecks.set(
            claim.requests(),
            LIST_MAX,
            at.child("requests"),
            requests::request,
            DeviceRequest::name)
        .and(
            RuleChecks.list(
                claim.constraints(),
                LIST_MAX,
                at.child("constraints"),
                (constraint, place) -> constraint(constraint, names, stored, place)))
        .and(
            RuleChecks.list(
                claim.config(),
                LIST_MAX,
                at.child("config"),
                (config, place) ->
                    names
                        .references(config.requests(), place.child("requests"))
                        .and(ConfigurationRules.opaque(config.opaque(), Stored.NEW, place))))
        .and(derived.total(at));
  }

  private Violations constraint(
      DeviceConstraint constraint, RequestNames names, Stored stored, FieldPath at) {
    var match = constraint.matchAttribute();
    var distinct = constraint.distinctAttribute();
    var found =
        names
            .references(constraint.requests(), at.child("requests"))
            .and(
                match
                    .map(name -> NameRules.fullyQualifiedName(name, at.child("matchAttribute")))
                    .orElse(Violations.NONE))
            .and(
                distinct
                    .map(name -> NameRules.fullyQualifiedName(name, at.child("distinctAttribute")))
                    .orElse(Violations.NONE));
    if (match.isEmpty() && distinct.isEmpty()) {
      return found.and(noConstraint(at));
    }
    return match.isPresent() && distinct.isPresent() && stored == Stored.NEW
        ? found.and(
            Violation.invalidShown(at, "{matchAttribute, distinctAttribute}", ONE_CONSTRAINT)
                .by("union")
                .hint("write two constraints"))
        : found;
  }

  // Upstream has the same words for too few as for too many.
  private Violation noConstraint(FieldPath at) {
    return gates.enabled(Gate.DRA_CONSUMABLE_CAPACITY)
        ? Violation.required(at, ONE_CONSTRAINT).by("union").hint("neither of them is set")
        : Violation.required(at.child("matchAttribute"), "");
  }
}
