package dev.dray.scheduling;

import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.meta.OwnerReference;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceClaimTemplate;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Claims and templates by name; claims come and change. In the order in which they came. */
final class ClaimStore implements ClaimLookup {
  private final Map<String, ResourceClaim> claims = new LinkedHashMap<>();
  private final Map<String, String> made = new HashMap<>();
  private final Map<String, ResourceClaimTemplate> templates = new HashMap<>();

  ClaimStore(List<ResourceClaim> claims, List<ResourceClaimTemplate> templates) {
    claims.forEach(this::put);
    templates.forEach(template -> this.templates.put(key(template.metadata()), template));
  }

  void put(ResourceClaim claim) {
    var key = key(claim.metadata());
    claims.put(key, claim);
    var entry = claim.metadata().annotations().get(MadeClaims.ENTRY);
    if (entry != null) {
      controller(claim.metadata()).ifPresent(owner -> made.put(owner.uid() + "/" + entry, key));
    }
  }

  List<ResourceClaim> claims() {
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

  static Optional<OwnerReference> controller(ObjectMeta metadata) {
    return metadata.ownerReferences().stream()
        .filter(owner -> owner.controller().orElse(false))
        .findFirst();
  }

  static String key(ObjectMeta metadata) {
    return key(metadata.namespace(), metadata.name());
  }

  static String key(String namespace, String name) {
    return namespace + "/" + name;
  }
}
