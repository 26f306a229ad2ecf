package dev.dray.security.authorization;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.security.Cluster;
import dev.dray.security.User;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

public class RoleAuthorizerTest {
  private final Cluster cluster = new Cluster();

  public static User user(String name, String... groups) {
    return new User(name, "", List.of(groups), Map.of());
  }

  /** Such as {@code get pods/status in ns named x of apps}, or {@code get /path}. */
  public static Action action(String text) {
    var words = text.split(" ", -1);
    if (words[1].startsWith("/")) {
      return new Action.OnPath(words[0], words[1]);
    }
    var resource = words[1].split("/", 2);
    var namespace = "";
    var name = "";
    var group = "";
    var selector = "";
    for (int i = 2; i < words.length; i += 2) {
      switch (words[i]) {
        case "in" -> namespace = words[i + 1];
        case "named" -> name = words[i + 1];
        case "of" -> group = words[i + 1];
        case "where" -> selector = words[i + 1];
        default -> throw new IllegalArgumentException(text);
      }
    }
    return new Action.OnResource(
        words[0],
        group,
        "v1",
        resource[0],
        resource.length > 1 ? resource[1] : "",
        namespace,
        name,
        selector);
  }

  private RoleAuthorizer authorizer() {
    return new RoleAuthorizer(cluster, cluster);
  }

  private boolean may(User user, String action) {
    return authorizer().decide(user, action(action)) instanceof Decision.Allowed;
  }

  private String reason(User user, String action) {
    return authorizer().decide(user, action(action)).reason();
  }

  private void rule(String rule) {
    cluster.addRole("{kind: ClusterRole, metadata: {name: r}, rules: [" + rule + "]}");
    cluster.addRole(
        "{kind: ClusterRoleBinding, metadata: {name: b}, roleRef: {kind: ClusterRole, name: r},"
            + " subjects: [{kind: User, name: jane}]}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          get pods                      | true
          list pods in ns               | true
          get pods in ns named x        | true
          watch pods                    | false
          get pods of apps              | true
          get pods of batch             | false
          get pods/status               | true
          get pods/log                  | false
          get nodes/scale               | true
          get nodes                     | false
          get nodes/scales              | false
          get /pods                     | false
          """)
  void verbs_groups_and_resources_must_all_match(String action, boolean allowed) {
    rule("{verbs: [get, list], apiGroups: ['', apps], resources: [pods, pods/status, '*/scale']}");

    assertThat(may(user("jane"), action)).isEqualTo(allowed);
    assertThat(may(user("joe"), action)).isFalse();
  }

  @Test
  void a_star_matches_all_of_its_sort() {
    rule("{verbs: ['*'], apiGroups: ['*'], resources: ['*']}");

    assertThat(may(user("jane"), "frob things/parts in ns named x of y")).isTrue();
    assertThat(may(user("jane"), "get /metrics")).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "get pods named a, true",
    "get pods named b, false",
    "list pods, false",
    "get pods/status named a, false"
  })
  void a_rule_with_names_is_for_those(String action, boolean allowed) {
    rule("{verbs: ['*'], apiGroups: [''], resources: [pods], resourceNames: [a, c]}");

    assertThat(may(user("jane"), action)).isEqualTo(allowed);
  }

  @ParameterizedTest
  @CsvSource({
    "get /version, true",
    "get /version/, false",
    "get /api, false",
    "get /api/, true",
    "get /api/v1, true",
    "post /api/v1, false",
    "get pods, false"
  })
  void paths_match_as_a_whole_or_by_how_they_begin(String action, boolean allowed) {
    rule("{verbs: [get], nonResourceURLs: [/version, '/api/*']}");

    assertThat(may(user("jane"), action)).isEqualTo(allowed);
  }

  @Test
  void a_binding_in_a_namespace_counts_there() {
    cluster.addRole(
        "{kind: ClusterRole, metadata: {name: r}, rules: [{verbs: [get], apiGroups: [''],"
            + " resources: [pods, nodes]}]}");
    cluster.addRole(
        "{kind: RoleBinding, metadata: {name: b, namespace: ns}, roleRef: {kind: ClusterRole, name:"
            + " r}, subjects: [{kind: Group, name: devs}]}");

    assertThat(may(user("x", "devs"), "get pods in ns")).isTrue();
    assertThat(may(user("x", "devs"), "get pods in other")).isFalse();
    assertThat(may(user("x", "devs"), "get pods")).isFalse();
    assertThat(may(user("devs"), "get pods in ns")).isFalse();
    assertThat(reason(user("x", "devs"), "get pods in ns"))
        .isEqualTo("RBAC: allowed by RoleBinding \"b/ns\" of ClusterRole \"r\" to Group \"devs\"");
  }

  @Test
  void service_accounts_are_users_of_the_binding_s_namespace_unless_they_name_another() {
    cluster.addRole(
        "{kind: Role, metadata: {name: r, namespace: ns}, rules: [{verbs: [get], apiGroups: [''],"
            + " resources: [pods]}]}");
    cluster.addRole(
        "{kind: RoleBinding, metadata: {name: b, namespace: ns}, roleRef: {kind: Role, name: r},"
            + " subjects: [{kind: ServiceAccount, name: a}, {kind: ServiceAccount, name: b,"
            + " namespace: far}]}");
    cluster.addRole(
        "{kind: ClusterRoleBinding, metadata: {name: c}, roleRef: {kind: ClusterRole, name: none},"
            + " subjects: [{kind: ServiceAccount, name: a}]}");

    assertThat(may(user("system:serviceaccount:ns:a"), "get pods in ns")).isTrue();
    assertThat(may(user("system:serviceaccount:far:b"), "get pods in ns")).isTrue();
    assertThat(may(user("system:serviceaccount:ns:b"), "get pods in ns")).isFalse();
    assertThat(may(user("system:serviceaccount:far:b"), "get pods in far")).isFalse();
    assertThat(reason(user("system:serviceaccount:far:b"), "get pods in ns"))
        .endsWith("to ServiceAccount \"b/far\"");
  }

  @Test
  void masters_may_do_everything() {
    assertThat(may(user("x", User.MASTERS), "delete nodes named all")).isTrue();
    assertThat(may(user("x", User.MASTERS), "get /metrics")).isTrue();
    assertThat(may(User.SERVER, "create pods in ns")).isTrue();
  }

  @Test
  void a_denial_is_in_upstream_s_words() {
    var joe = user("joe");

    assertThat(reason(joe, "list pods in y"))
        .isEqualTo(
            "User \"joe\" cannot list resource \"pods\" in API group \"\" in the namespace \"y\"");
    assertThat(reason(joe, "update resourceclaims/status of resource.k8s.io"))
        .isEqualTo(
            "User \"joe\" cannot update resource \"resourceclaims/status\" in API group"
                + " \"resource.k8s.io\" at the cluster scope");
    assertThat(reason(joe, "get /metrics")).isEqualTo("User \"joe\" cannot get path \"/metrics\"");
    assertThat(reason(user("<b>"), "get /a&b"))
        .isEqualTo("User \"&lt;b&gt;\" cannot get path \"/a&amp;b\"");
  }

  @Test
  void a_binding_to_a_role_that_is_missing_is_said_in_the_denial() {
    cluster.addRole(
        "{kind: ClusterRoleBinding, metadata: {name: b}, roleRef: {kind: ClusterRole, name: lost},"
            + " subjects: [{kind: User, name: joe}]}");

    assertThat(reason(user("joe"), "get pods"))
        .endsWith(
            "at the cluster scope: RBAC: clusterrole.rbac.authorization.k8s.io \"lost\" not found");
  }

  @Test
  void changes_are_seen_by_the_next_who_asks() {
    var authorizer = authorizer();
    var action = action("get pods");
    assertThat(authorizer.decide(user("jane"), action)).isInstanceOf(Decision.Denied.class);

    rule("{verbs: [get], apiGroups: [''], resources: [pods]}");
    assertThat(authorizer.decide(user("jane"), action)).isInstanceOf(Decision.Allowed.class);

    cluster.remove("clusterrolebindings", "b");
    assertThat(authorizer.decide(user("jane"), action)).isInstanceOf(Decision.Denied.class);
  }

  @Test
  void rules_are_gathered_by_label_through_roles_that_gather_and_in_circles() {
    cluster.addRole(
        "{kind: ClusterRole, metadata: {name: top, labels: {to: low}}, aggregationRule:"
            + " {clusterRoleSelectors: [{matchLabels: {to: top}}]}, rules: [{verbs: ['*'],"
            + " apiGroups: ['*'], resources: ['*']}]}");
    cluster.addRole(
        "{kind: ClusterRole, metadata: {name: low, labels: {to: top}}, aggregationRule:"
            + " {clusterRoleSelectors: [{matchExpressions: [{key: to, operator: In, values:"
            + " [low]}]}]}}");
    cluster.addRole(
        "{kind: ClusterRole, metadata: {name: leaf, labels: {to: low}}, rules: [{verbs: [get],"
            + " apiGroups: [''], resources: [pods]}]}");
    cluster.addRole(
        "{kind: ClusterRole, metadata: {name: other}, rules: [{verbs: [get], apiGroups: [''],"
            + " resources: [nodes]}]}");
    cluster.addRole(
        "{kind: ClusterRoleBinding, metadata: {name: b}, roleRef: {kind: ClusterRole, name: top},"
            + " subjects: [{kind: User, name: jane}]}");

    assertThat(may(user("jane"), "get pods")).isTrue();
    assertThat(may(user("jane"), "get nodes")).isFalse();
    assertThat(new AggregatedRoles(cluster.all("clusterroles")).outdated())
        .map(it -> it.text("metadata", "name"))
        .containsExactly("low", "top");
    assertThat(
            new AggregatedRoles(
                    new AggregatedRoles(cluster.all("clusterroles"))
                        .outdated().stream().map(it -> it.without("aggregationRule")).toList())
                .rules("top"))
        .containsExactly(
            new PolicyRule(List.of("get"), List.of(""), List.of("pods"), List.of(), List.of()));
  }
}
