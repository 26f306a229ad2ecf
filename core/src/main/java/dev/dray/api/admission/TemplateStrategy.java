package dev.dray.api.admission;

import dev.dray.api.gate.Gates;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.resource.ResourceClaimSpec;
import dev.dray.api.resource.ResourceClaimTemplate;
import java.time.Instant;

/** The admission of claim templates, which do without a generation. */
record TemplateStrategy(Gates gates) implements AdmissionStrategy<ResourceClaimTemplate> {
  private static final FieldPath CLAIM_SPEC = SPEC.child("spec");

  @Override
  public Admitted<ResourceClaimTemplate> create(ResourceClaimTemplate written) {
    return ClaimSpecFields.ALL
        .onCreate(written.spec().spec(), CLAIM_SPEC, gates)
        .map(spec -> withClaimSpec(written, spec));
  }

  @Override
  public Admitted<ResourceClaimTemplate> update(
      ResourceClaimTemplate written, ResourceClaimTemplate stored, Instant now) {
    return ClaimSpecFields.ALL
        .onUpdate(written.spec().spec(), stored.spec().spec(), CLAIM_SPEC, gates)
        .map(spec -> withClaimSpec(written, spec));
  }

  private static ResourceClaimTemplate withClaimSpec(
      ResourceClaimTemplate template, ResourceClaimSpec spec) {
    return template.withSpec(template.spec().withSpec(spec));
  }
}
