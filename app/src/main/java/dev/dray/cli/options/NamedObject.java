package dev.dray.cli.options;

import dev.dray.api.core.Pod;
import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.meta.Spelling;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.cluster.Cluster;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** A pod or claim named on the command line: {@code pod NAME} or {@code pod/NAME}. */
public record NamedObject(Kind kind, String name) {

  /** The kind of object. */
  public enum Kind {
    POD,
    CLAIM
  }

  /** Parses one or two words. */
  public static NamedObject of(List<String> words, ClusterOptions options) {
    var parts = words.size() == 1 ? List.of(words.getFirst().split("/", 2)) : words;
    if (parts.size() != 2) {
      throw options.mistake(
          "\"%s\" is not an object: write pod NAME or claim NAME.".formatted(words.getFirst()));
    }
    var kind =
        switch (parts.getFirst().toLowerCase(Locale.ROOT)) {
          case "pod", "pods", "po" -> Kind.POD;
          case "claim", "claims", "resourceclaim", "resourceclaims" -> Kind.CLAIM;
          default ->
              throw options.mistake(
                  "\"%s\" cannot be explained: the kind must be pod or claim."
                      .formatted(parts.getFirst()));
        };
    return new NamedObject(kind, parts.get(1));
  }

  public static Pod pod(Cluster cluster, String name, ClusterOptions options) {
    return find("pod", cluster.pods(), Pod::metadata, name, options);
  }

  public static ResourceClaim claim(Cluster cluster, String name, ClusterOptions options) {
    return find("claim", cluster.claims(), ResourceClaim::metadata, name, options);
  }

  private static <T> T find(
      String what,
      List<T> all,
      Function<T, ObjectMeta> metadata,
      String name,
      ClusterOptions options) {
    var here =
        all.stream()
            .filter(it -> metadata.apply(it).namespace().equals(options.namespace()))
            .toList();
    return here.stream()
        .filter(it -> metadata.apply(it).name().equals(name))
        .findFirst()
        .orElseThrow(
            () -> {
              var names = here.stream().map(it -> metadata.apply(it).name()).toList();
              return options.mistake(
                  "There is no %s \"%s\" in namespace %s of the files.%s"
                      .formatted(
                          what,
                          name,
                          options.namespace(),
                          ofOwner(here, metadata, name)
                              .or(() -> Spelling.nearest(name, names))
                              .map(it -> " Did you mean %s?".formatted(it))
                              .orElseGet(() -> elsewhere(all, metadata, name))));
            });
  }

  /** Returns the first object owned by an object of this name, such as a Deployment. */
  private static <T> Optional<String> ofOwner(
      List<T> here, Function<T, ObjectMeta> metadata, String name) {
    return here.stream()
        .map(metadata)
        .filter(it -> it.ownerReferences().stream().anyMatch(owner -> owner.name().equals(name)))
        .map(ObjectMeta::name)
        .findFirst();
  }

  private static <T> String elsewhere(List<T> all, Function<T, ObjectMeta> metadata, String name) {
    return all.stream()
        .map(metadata)
        .filter(it -> it.name().equals(name))
        .findFirst()
        .map(
            it ->
                " There is one in namespace %s: try -n %s."
                    .formatted(it.namespace(), it.namespace()))
        .orElse("");
  }
}
