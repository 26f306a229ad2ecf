package dev.dray.client.http;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The address of an API, the trust in its server, and the credentials of the client.
 *
 * @param source the file it was read from
 * @param context the context in the file; empty inside a cluster
 * @param serverName the name that the server's certificate must have instead of the server's
 *     address, if any
 */
public record Kubeconfig(
    String source,
    String context,
    URI server,
    Trust trust,
    Optional<String> serverName,
    Credentials credentials) {
  private static final String SERVICE_HOST = "KUBERNETES_SERVICE_HOST";
  private static final String SERVICE_PORT = "KUBERNETES_SERVICE_PORT";

  /**
   * The places to search for a kubeconfig, as kubectl does.
   *
   * @param file the one file to read; empty for the usual places
   * @param context the context; empty for the current one
   * @param environment the environment variables, such as {@code KUBECONFIG}
   * @param home the folder that may hold {@code .kube/config}
   * @param account the folder with a pod's service account token
   */
  public record Search(
      Optional<Path> file,
      String context,
      Map<String, String> environment,
      Path home,
      Path account) {
    public Search {
      environment = Map.copyOf(environment);
    }

    /** Returns the search on this machine. */
    public static Search here(Optional<Path> file, String context) {
      return new Search(
          file,
          context,
          System.getenv(),
          Path.of(System.getProperty("user.home", ".")),
          Path.of("/var/run/secrets/kubernetes.io/serviceaccount"));
    }
  }

  /**
   * Finds the kubeconfig: the named file, else those of {@code KUBECONFIG}, else {@code
   * ~/.kube/config}, else the service account of a pod.
   *
   * @throws KubeconfigException if there is none, or it cannot be used
   */
  public static Kubeconfig find(Search where) {
    if (where.file().isPresent()) {
      return read(List.of(where.file().get()), where.context());
    }
    var named = named(where.environment().getOrDefault("KUBECONFIG", ""));
    if (!named.isEmpty()) {
      var there = named.stream().filter(Files::exists).toList();
      if (there.isEmpty()) {
        throw new KubeconfigException(
            "KUBECONFIG names %s, which does not exist. Name an existing file, or unset it."
                .formatted(join(named)));
      }
      return read(there, where.context());
    }
    var usual = where.home().resolve(".kube").resolve("config");
    if (Files.exists(usual)) {
      return read(List.of(usual), where.context());
    }
    if (where.environment().containsKey(SERVICE_HOST)) {
      return inCluster(where);
    }
    throw new KubeconfigException(
        "There is no kubeconfig: neither --kubeconfig nor KUBECONFIG is set, %s does not exist, and this is not a pod of a cluster. Maybe add --kubeconfig FILE."
            .formatted(usual));
  }

  /** Reads several files; the first that defines something wins. */
  public static Kubeconfig read(List<Path> files, String context) {
    return KubeconfigFiles.read(files).context(context);
  }

  private static List<Path> named(String variable) {
    var files = new ArrayList<Path>();
    for (var name : variable.split(java.io.File.pathSeparator, -1)) {
      if (!name.isBlank()) {
        files.add(Path.of(name));
      }
    }
    return files;
  }

  private static String join(List<Path> files) {
    return String.join(", ", files.stream().map(Path::toString).toList());
  }

  private static Kubeconfig inCluster(Search where) {
    var host = where.environment().getOrDefault(SERVICE_HOST, "");
    var port = where.environment().getOrDefault(SERVICE_PORT, "443");
    var authority = where.account().resolve("ca.crt");
    var token = where.account().resolve("token");
    if (!Files.isReadable(token)) {
      throw new KubeconfigException(
          "%s is set, so this is a pod, but %s cannot be read. Give the pod a service account (automountServiceAccountToken), or add --kubeconfig FILE."
              .formatted(SERVICE_HOST, token));
    }
    return new Kubeconfig(
        where.account().toString(),
        "",
        URI.create("https://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port),
        new Trust.Authorities(
            PemIdentity.certificates(
                KubeconfigFiles.text(authority, authority.toString()), authority.toString())),
        Optional.empty(),
        new Credentials.TokenFile(token));
  }
}
