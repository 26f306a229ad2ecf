package dev.dray.framework.claim;

import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.meta.OwnerReference;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceClaimTemplate;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Claims and templates by name, in the order in which they came. Mutable. */
public final class ClaimStore implements ClaimLister {
  private final Map<String, ResourceClaim> claims = new LinkedHashMap<>();
  private final Map<String, String> made = new HashMap<>();
  private final Map<String, ResourceClaimTemplate> templates = new HashMap<>();

  public ClaimStore(List<ResourceClaim> claims, List<ResourceClaimTemplate> templates) {
    claims.forEach(this::put);
    templates.forEach(template -> this.templates.put(key(template.metadata()), template));
  }

  public void put(ResourceClaim claim) {
    var key = key(claim.metadata());
    claims.put(key, claim);
    var entry = claim.metadata().annotations().get(GeneratedClaims.ENTRY);
    if (entry != null) {
      controller(claim.metadata()).ifPresent(owner -> made.put(owner.uid() + "/" + entry, key));
    }
  }

  public List<ResourceClaim> claims() {
    return List.copyOf(claims.values());
  }

  @Override
  public Optional<ResourceClaim> claim(String namespace, String name) {
    return Optional.ofNullable(claims.get(key(namespace, name)));
  }

  @Override
  public Optional<ResourceClaim> madeFor(String podUid, String entry) {
    return Optional.ofNullable(made.get(podUid + "/" + entry)).map(claims::get);
  }

  @Override
  public Optional<ResourceClaimTemplate> template(String namespace, String name) {
    return Optional.ofNullable(templates.get(key(namespace, name)));
  }

  public static Optional<OwnerReference> controller(ObjectMeta metadata) {
    return metadata.ownerReferences().stream()
        .filter(owner -> owner.controller().orElse(false))
        .findFirst();
  }

  public static String key(ObjectMeta metadata) {
    return key(metadata.namespace(), metadata.name());
  }

  public static String key(String namespace, String name) {
    return namespace + "/" + name;
  }
}
