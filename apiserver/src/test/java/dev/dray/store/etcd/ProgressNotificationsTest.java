package dev.dray.store.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProgressNotificationsTest {

  @ParameterizedTest
  @ValueSource(strings = {"3.4.25", "3.4.30", "3.5.8", "3.5.21", "3.6.0", "3.6.0-rc.1", "4.0.0"})
  void etcd_that_answers_in_order_is_asked(String version) {
    assertThat(ProgressNotifications.isTrusted(version)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"3.3.99", "3.4.23", "3.4.24", "3.5.0", "3.5.7", "unknown", ""})
  void etcd_whose_answer_may_overtake_changes_is_not(String version) {
    assertThat(ProgressNotifications.isTrusted(version)).isFalse();
  }
}
