package dev.dray.client.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dray.client.http.Kubeconfig.Search;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.security.interfaces.ECPrivateKey;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KubeconfigTest {
  @TempDir
  @SuppressWarnings("NullAway.Init")
  Path folder;

  private static final String TWO_CONTEXTS =
      """
      apiVersion: v1
      kind: Config
      current-context: one
      clusters:
      - name: first
        cluster: {server: "https://127.0.0.1:6443", insecure-skip-tls-verify: true}
      - name: second
        cluster: {server: "http://127.0.0.1:8080/prefix/", tls-server-name: kubernetes}
      users:
      - name: me
        user: {token: secret}
      contexts:
      - name: one
        context: {cluster: first, user: me}
      - name: two
        context: {cluster: second}
      """;

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private Search usual(Map<String, String> environment) {
    return new Search(Optional.empty(), "", environment, folder, folder.resolve("account"));
  }

  @Test
  void the_current_context_is_read_unless_another_is_named() throws IOException {
    var file = write("config", TWO_CONTEXTS);

    var one = Kubeconfig.read(List.of(file), "");
    var two = Kubeconfig.read(List.of(file), "two");

    assertThat(one.server()).hasToString("https://127.0.0.1:6443");
    assertThat(one.trust()).isEqualTo(new Trust.Anybody());
    assertThat(one.credentials()).isEqualTo(new Credentials.Token("secret"));
    assertThat(two.server()).hasToString("http://127.0.0.1:8080/prefix/");
    assertThat(two.serverName()).contains("kubernetes");
    assertThat(two.credentials()).isEqualTo(new Credentials.None());
  }

  @Test
  void of_several_files_the_first_that_says_something_counts() throws IOException {
    var first = write("first", TWO_CONTEXTS.replace("current-context: one", ""));
    var second =
        write(
            "second",
            TWO_CONTEXTS
                .replace("current-context: one", "current-context: two")
                .replace("secret", "other"));
    var variable =
        first
            + java.io.File.pathSeparator
            + folder.resolve("missing")
            + java.io.File.pathSeparator
            + second;

    var found = Kubeconfig.find(usual(Map.of("KUBECONFIG", variable)));

    assertThat(found.context()).isEqualTo("two");
    assertThat(Kubeconfig.read(List.of(first, second), "one").credentials())
        .isEqualTo(new Credentials.Token("secret"));
  }

  @Test
  void files_are_found_beside_the_kubeconfig_that_names_them() throws IOException {
    write("token.txt", "from a file");
    var file = write("config", TWO_CONTEXTS.replace("token: secret", "tokenFile: token.txt"));

    var found = Kubeconfig.read(List.of(file), "");

    assertThat(found.credentials())
        .isEqualTo(new Credentials.TokenFile(folder.resolve("token.txt").toAbsolutePath()));
  }

  @Test
  void a_pod_uses_its_service_account() throws IOException {
    Files.createDirectories(folder.resolve("account"));
    write("account/token", "of the pod");
    write("account/ca.crt", Certificates.SELF_SIGNED);

    var found = Kubeconfig.find(usual(Map.of("KUBERNETES_SERVICE_HOST", "fd00::1")));

    assertThat(found.server()).hasToString("https://[fd00::1]:443");
    assertThat(found.credentials())
        .isEqualTo(new Credentials.TokenFile(folder.resolve("account/token")));
    assertThat(found.trust()).isInstanceOf(Trust.Authorities.class);
  }

  @Test
  void the_file_at_home_comes_before_the_pod() throws IOException {
    Files.createDirectories(folder.resolve(".kube"));
    write(".kube/config", TWO_CONTEXTS);

    assertThat(Kubeconfig.find(usual(Map.of("KUBERNETES_SERVICE_HOST", "10.0.0.1"))).context())
        .isEqualTo("one");
  }

  @Test
  void keys_are_read_in_all_three_forms() throws Exception {
    var rsa = KeyPairGenerator.getInstance("RSA").generateKeyPair().getPrivate();
    var ec = KeyPairGenerator.getInstance("EC");
    ec.initialize(256);
    var curve = (ECPrivateKey) ec.generateKeyPair().getPrivate();

    assertThat(PemIdentity.privateKey(pem("PRIVATE KEY", rsa.getEncoded()), "key")).isEqualTo(rsa);
    assertThat(PemIdentity.privateKey(pem("PRIVATE KEY", curve.getEncoded()), "key"))
        .isEqualTo(curve);
    assertThat(PemIdentity.privateKey(pem("RSA PRIVATE KEY", inside(rsa.getEncoded(), 22)), "key"))
        .isEqualTo(rsa);
    assertThat(
            ((ECPrivateKey) PemIdentity.privateKey(pem("EC PRIVATE KEY", sec1(curve)), "key"))
                .getS())
        .isEqualTo(curve.getS());
  }

  /** What tools wrote before there was PKCS#8: the number alone. */
  private static byte[] sec1(ECPrivateKey key) {
    var number = key.getS().toByteArray();
    var fixed = new byte[32];
    int length = Math.min(32, number.length);
    System.arraycopy(number, number.length - length, fixed, 32 - length, length);
    var der = new byte[39];
    System.arraycopy(new byte[] {0x30, 37, 2, 1, 1, 4, 32}, 0, der, 0, 7);
    System.arraycopy(fixed, 0, der, 7, 32);
    return der;
  }

  /** The older form is what PKCS#8 has after its head; for RSA that has a tag and a length. */
  private static byte[] inside(byte[] pkcs8, int head) {
    return Arrays.copyOfRange(pkcs8, head + 4, pkcs8.length);
  }

  private static String pem(String label, byte[] der) {
    var body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
    return "-----BEGIN %1$s-----%n%2$s%n-----END %1$s-----%n".formatted(label, body);
  }

  @Test
  void a_mistake_names_the_file_the_entry_and_the_key() throws IOException {
    var file = write("config", TWO_CONTEXTS.replace("token: secret", "exec: {command: aws}"));

    assertThatThrownBy(() -> Kubeconfig.read(List.of(file), ""))
        .isInstanceOf(KubeconfigException.class)
        .hasMessageStartingWith("%s: users[name=me].user.exec: ".formatted(file));
    assertThatThrownBy(() -> Kubeconfig.read(List.of(file), "three"))
        .hasMessageContaining(
            "contexts has no entry with the name \"three\" (there are: one, two)");
    var half = write("half", TWO_CONTEXTS.replace("token: secret", "client-key-data: AAAA"));
    assertThatThrownBy(() -> Kubeconfig.read(List.of(half), ""))
        .hasMessageContaining("users[name=me].user.client-certificate is missing");
    var broken = write("broken", "clusters: [");
    assertThatThrownBy(() -> Kubeconfig.read(List.of(broken), ""))
        .hasMessageStartingWith(broken + ":1:");
    var server = write("server", TWO_CONTEXTS.replace("https://127.0.0.1:6443", "ftp://x"));
    assertThatThrownBy(() -> Kubeconfig.read(List.of(server), ""))
        .hasMessageContaining(
            "clusters[name=first].cluster.server must be a URL such as https://127.0.0.1:6443, got"
                + " \"ftp://x\"");
  }

  @Test
  void where_nothing_is_found_it_says_where_it_looked() {
    assertThatThrownBy(() -> Kubeconfig.find(usual(Map.of())))
        .hasMessageContaining(folder.resolve(".kube").resolve("config").toString())
        .hasMessageContaining("--kubeconfig FILE");
    assertThatThrownBy(() -> Kubeconfig.find(usual(Map.of("KUBECONFIG", "nowhere"))))
        .hasMessageContaining("KUBECONFIG names nowhere");
  }

  @Test
  void what_is_printed_has_no_secret() throws IOException {
    var file = write("config", TWO_CONTEXTS);

    assertThat(Kubeconfig.read(List.of(file), "").toString()).doesNotContain("secret");
  }
}
