package dev.dray.security.pki;

import dev.dray.security.User;
import dev.dray.security.pki.CertificateMaker.Issuer;
import dev.dray.security.pki.CertificateMaker.Validity;
import dev.dray.security.pki.IdentityFolder.Pair;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * The server's PKI: a CA of its own, the serving certificate, client certificates for the
 * administrator and for components, and the key that signs tokens.
 *
 * <p>All of it is created on the first start and kept in one folder that only its owner can read;
 * later starts load it. Certificates that expire soon, or lack a name the server now has, are
 * renewed for the same key.
 */
public final class ServerIdentity {
  private static final Duration LIFE_OF_AUTHORITY = Duration.ofDays(3650);
  private static final Duration LIFE = Duration.ofDays(365);
  private static final Duration RENEWED_BEFORE_END = Duration.ofDays(60);

  /** The backdating of certificates, because clocks of clients may be behind. */
  private static final Duration BACKDATED = Duration.ofMinutes(5);

  private static final String ADMIN = "kubernetes-admin";
  private static final Pattern UNFIT_FOR_FILES = Pattern.compile("[^A-Za-z0-9._-]");

  private final IdentityFolder folder;
  private final List<String> hosts;
  private final InstantSource clock;
  private final X509Certificate authority;
  private final KeyPair serviceAccountKeys;
  private final ServerTls tls;
  private volatile ClientIdentity admin;

  private ServerIdentity(IdentityFolder folder, List<String> hosts, InstantSource clock) {
    this.folder = folder;
    this.hosts = hosts;
    this.clock = clock;
    this.authority = folder.authority(this::madeAuthority);
    checkAuthority();
    this.tls = new ServerTls(serving(), authority);
    this.serviceAccountKeys = folder.serviceAccountKeys();
    this.admin = made("admin", ADMIN, List.of(User.MASTERS));
  }

  /**
   * Returns the identity in a folder, created if there is none.
   *
   * @param hostsAndAddresses the hosts by which clients reach the server, besides the usual local
   *     ones
   * @throws IdentityException if a file is damaged, does not match the others or cannot be written
   */
  public static ServerIdentity in(
      Path folder, List<String> hostsAndAddresses, InstantSource clock) {
    return in(folder, hostsAndAddresses, clock, clientKeys(folder));
  }

  /**
   * Returns the supplier of client keys. On a first start it begins to generate the administrator's
   * key at once, because nothing else takes as long. Generating a key touches nothing, so nobody
   * waits for it if something else fails meanwhile.
   */
  private static Supplier<KeyPair> clientKeys(Path folder) {
    if (Files.exists(folder.resolve("ca.crt"))) {
      return PrivateKeys::makeForClient;
    }
    var first =
        CompletableFuture.supplyAsync(
            PrivateKeys::makeForClient,
            task -> Thread.ofPlatform().name("dray-admin-key").daemon().start(task));
    var taken = new AtomicBoolean();
    return () -> taken.getAndSet(true) ? PrivateKeys.makeForClient() : first.join();
  }

  /**
   * Returns the identity in a folder, with another supplier of client keys: RSA keys take a while,
   * and tests need many.
   */
  public static ServerIdentity in(
      Path folder,
      List<String> hostsAndAddresses,
      InstantSource clock,
      Supplier<KeyPair> clientKeys) {
    var files = SecretFiles.in(folder);
    var hosts = Hosts.withUsual(hostsAndAddresses);
    return files.alone(
        () -> new ServerIdentity(new IdentityFolder(files, clientKeys), hosts, clock));
  }

  /** Returns the CA certificate, which clients must trust and which signs client certificates. */
  public X509Certificate authority() {
    return authority;
  }

  /** Returns the CA certificate as PEM, for files and config maps. */
  public String authorityText() {
    return KubeconfigWriter.text(authority);
  }

  /** Returns the TLS settings of the server. */
  public ServerTls tls() {
    return tls;
  }

  /** Returns the administrator, who may do everything. */
  public ClientIdentity admin() {
    return admin;
  }

  public ClientIdentity scheduler() {
    return client("system:kube-scheduler", List.of());
  }

  public ClientIdentity controllerManager() {
    return client("system:kube-controller-manager", List.of());
  }

  /** Returns the identity of a node, for a kubelet or a driver in its place. */
  public ClientIdentity node(String name) {
    return client("system:node:" + name, List.of("system:nodes"));
  }

  /** Returns the identity of a user: the existing certificate, else a new one. */
  public ClientIdentity client(String name, List<String> groups) {
    if (name.isEmpty()) {
      throw new IllegalArgumentException("A client needs a name.");
    }
    var stem = "client-" + UNFIT_FOR_FILES.matcher(name).replaceAll("-");
    return folder.files().alone(() -> made(stem, name, groups));
  }

  /** Returns the key pair that signs the tokens of service accounts. */
  public KeyPair serviceAccountKeys() {
    return serviceAccountKeys;
  }

  /** Returns a kubeconfig with everything embedded. */
  public String kubeconfig(ClientIdentity who, String server) {
    return KubeconfigWriter.text(server, authority, who);
  }

  /** Writes a kubeconfig that only its owner can read. */
  public void writeKubeconfig(ClientIdentity who, String server, Path file) {
    folder.files().write(file, kubeconfig(who, server));
  }

  /**
   * Renews the certificates that expire soon; new connections see the new one. A server that runs
   * for long should call this about once a day.
   */
  public void renew() {
    folder
        .files()
        .alone(
            () -> {
              tls.use(serving());
              admin = made("admin", ADMIN, List.of(User.MASTERS));
              return admin;
            });
  }

  private X509Certificate madeAuthority(KeyPair keys) {
    var now = clock.instant();
    return CertificateMaker.authority(
        "dray-ca",
        keys.getPublic(),
        keys.getPrivate(),
        new Validity(now.minus(BACKDATED), now.plus(LIFE_OF_AUTHORITY)));
  }

  private void checkAuthority() {
    var end = authority.getNotAfter().toInstant();
    if (!clock.instant().isBefore(end)) {
      throw new IdentityException(
          "The certificate of the authority (%s) expired at %s. Delete all files in its folder, and start again with a new authority and new kubeconfigs."
              .formatted(folder.certificateFile(IdentityFolder.AUTHORITY), end));
    }
  }

  private Pair serving() {
    return folder.signed(
        IdentityFolder.SERVING,
        authority,
        it -> lasts(it) && Hosts.covers(it, hosts),
        key -> CertificateMaker.serving("dray-apiserver", hosts, key, issuer(), validity()));
  }

  private ClientIdentity made(String stem, String name, List<String> groups) {
    var pair =
        folder.signed(
            stem,
            authority,
            it -> lasts(it) && is(it, name, groups),
            key -> client(name, groups, key));
    return new ClientIdentity(
        name,
        groups,
        pair.certificate(),
        pair.key(),
        folder.certificateFile(stem),
        folder.keyFile(stem));
  }

  private X509Certificate client(String name, List<String> groups, PublicKey key) {
    return CertificateMaker.client(name, groups, key, issuer(), validity());
  }

  private boolean is(X509Certificate certificate, String name, List<String> groups) {
    var subject = CertificateSubject.of(certificate);
    if (!subject.commonName().equals(name)) {
      throw new IdentityException(
          "A certificate of (%s) already has the file name of one for (%s): choose another name."
              .formatted(subject.commonName(), name));
    }
    return subject.organizations().stream()
        .sorted()
        .toList()
        .equals(groups.stream().sorted().toList());
  }

  private Issuer issuer() {
    return new Issuer(authority, folder.authorityKey(authority));
  }

  private Validity validity() {
    var now = clock.instant();
    return new Validity(now.minus(BACKDATED), end(now));
  }

  private Instant end(Instant now) {
    var end = now.plus(LIFE);
    var last = authority.getNotAfter().toInstant();
    return end.isBefore(last) ? end : last;
  }

  /**
   * Returns whether a certificate is in force and lasts for a while, or as long as a new one could.
   */
  private boolean lasts(X509Certificate certificate) {
    var now = clock.instant();
    var end = certificate.getNotAfter().toInstant();
    boolean longEnough = end.minus(RENEWED_BEFORE_END).isAfter(now);
    boolean longestPossible = end.isAfter(now) && !end.isBefore(end(now));
    boolean begun = !certificate.getNotBefore().toInstant().isAfter(now);
    return begun && (longEnough || longestPossible);
  }
}
