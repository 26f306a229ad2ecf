package dev.dray.security.review;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.security.Cluster;
import dev.dray.security.User;
import dev.dray.security.authorization.RoleAuthorizer;
import dev.dray.security.authorization.RoleAuthorizerTest;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ImpersonationTest {
  private static final User ADMIN = RoleAuthorizerTest.user("admin", User.MASTERS);
  private final Cluster cluster = new Cluster();

  private Impersonation of(User user, Map<String, List<String>> headers) {
    return Impersonation.of(user, headers, new RoleAuthorizer(cluster, cluster));
  }

  private User become(Map<String, List<String>> headers) {
    var impersonation = of(ADMIN, headers);
    assertThat(impersonation).isInstanceOf(Impersonation.As.class);
    return ((Impersonation.As) impersonation).user();
  }

  @Test
  void without_headers_one_stays_who_one_is() {
    assertThat(of(ADMIN, Map.of("Accept", List.of("x")))).isEqualTo(new Impersonation.None());
  }

  @Test
  void a_user_is_taken_on_with_all_that_is_said_of_them() {
    assertThat(
            become(
                Map.of(
                    "Impersonate-User",
                    List.of("jane"),
                    "Impersonate-Group",
                    List.of("devs", "ops"),
                    "Impersonate-Uid",
                    List.of("7"),
                    "Impersonate-Extra-Example.com%2fScopes",
                    List.of("a", "b"))))
        .isEqualTo(
            new User(
                "jane",
                "7",
                List.of("devs", "ops", "system:authenticated"),
                Map.of("example.com/scopes", List.of("a", "b"))));
  }

  @Test
  void groups_follow_from_the_name_where_none_are_said() {
    assertThat(become(Map.of("impersonate-user", List.of("jane"))).groups())
        .containsExactly("system:authenticated");
    assertThat(become(Map.of("impersonate-user", List.of("system:anonymous"))).groups())
        .containsExactly("system:unauthenticated");
    assertThat(become(Map.of("impersonate-user", List.of("system:serviceaccount:ns:sa"))).groups())
        .containsExactly(
            "system:serviceaccounts", "system:serviceaccounts:ns", "system:authenticated");
    assertThat(
            become(
                    Map.of(
                        "impersonate-user",
                        List.of("jane"),
                        "impersonate-group",
                        List.of("system:unauthenticated")))
                .groups())
        .containsExactly("system:unauthenticated");
  }

  @Test
  void groups_without_a_user_make_no_sense() {
    assertThat(of(ADMIN, Map.of("Impersonate-Group", List.of("system:masters"))))
        .isInstanceOf(Impersonation.Malformed.class);
    assertThat(of(ADMIN, Map.of("Impersonate-Extra-x", List.of("y"))))
        .isInstanceOf(Impersonation.Malformed.class);
  }

  @Test
  void each_part_must_be_allowed() {
    cluster.addRole(
        "{kind: ClusterRole, metadata: {name: r}, rules: [{verbs: [impersonate], apiGroups: [''],"
            + " resources: [users], resourceNames: [jane]}, {verbs: [impersonate], apiGroups:"
            + " [authentication.k8s.io], resources: [userextras/scopes], resourceNames: [view]}]}");
    cluster.addRole(
        "{kind: ClusterRoleBinding, metadata: {name: b}, roleRef: {kind: ClusterRole, name: r},"
            + " subjects: [{kind: User, name: joe}]}");
    var joe = RoleAuthorizerTest.user("joe");

    assertThat(
            of(
                joe,
                Map.of(
                    "Impersonate-User",
                    List.of("jane"),
                    "Impersonate-Extra-Scopes",
                    List.of("view"))))
        .isInstanceOf(Impersonation.As.class);
    assertThat(denied(of(joe, Map.of("Impersonate-User", List.of("root")))))
        .isEqualTo(
            "User \"joe\" cannot impersonate resource \"users\" in API group \"\" at the cluster"
                + " scope");
    assertThat(
            denied(
                of(
                    joe,
                    Map.of(
                        "Impersonate-User",
                        List.of("jane"),
                        "Impersonate-Group",
                        List.of("system:masters")))))
        .contains("\"groups\"");
    assertThat(
            denied(
                of(
                    joe,
                    Map.of(
                        "Impersonate-User",
                        List.of("jane"),
                        "Impersonate-Extra-Scopes",
                        List.of("view", "edit")))))
        .contains("\"userextras/scopes\"");
    assertThat(
            denied(
                of(
                    joe,
                    Map.of("Impersonate-User", List.of("jane"), "Impersonate-Uid", List.of("1")))))
        .contains("\"uids\"");
    assertThat(denied(of(joe, Map.of("Impersonate-User", List.of("system:serviceaccount:ns:sa")))))
        .contains("\"serviceaccounts\" in API group \"\" in the namespace \"ns\"");
  }

  private static String denied(Impersonation impersonation) {
    assertThat(impersonation).isInstanceOf(Impersonation.Denied.class);
    return ((Impersonation.Denied) impersonation).message();
  }
}
