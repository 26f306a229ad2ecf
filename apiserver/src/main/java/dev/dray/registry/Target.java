package dev.dray.registry;

import dev.dray.kinds.Resource;

/**
 * The resource that a request addresses.
 *
 * @param version the API version of the request
 * @param namespace empty for cluster-scoped objects, and for all namespaces
 * @param name empty for all objects, and for objects to be created
 * @param subresource empty for the object itself
 */
public record Target(
    Resource resource, String version, String namespace, String name, String subresource) {

  public Target named(String name) {
    return new Target(resource, version, namespace, name, subresource);
  }

  public String key() {
    return resource.key(namespace, name);
  }

  public String apiVersion() {
    return resource.apiVersion(version);
  }
}
