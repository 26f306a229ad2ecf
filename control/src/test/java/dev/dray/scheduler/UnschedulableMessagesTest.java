package dev.dray.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What of a server's words is for whom. */
class UnschedulableMessagesTest {
  @Test
  void claims_of_other_namespaces_are_not_called_by_their_names() {
    assertThat(
            UnschedulableMessages.within(
                "a", "gpu-0 is held by claim b/secret.plan-1. Another client was faster"))
        .isEqualTo("gpu-0 is held by a claim of another namespace. Another client was faster");
    assertThat(
            UnschedulableMessages.within(
                "a", "30Gi is used by claim b/x and one other, and 20Gi more is requested"))
        .isEqualTo(
            "30Gi is used by a claim of another namespace and one other, and 20Gi more is"
                + " requested");
  }

  @Test
  void those_of_the_same_namespace_are() {
    var words = "allocate claim a/mine: device gpu-0 is held by claim a/other. Choose another one";

    assertThat(UnschedulableMessages.within("a", words)).isEqualTo(words);
  }
}
