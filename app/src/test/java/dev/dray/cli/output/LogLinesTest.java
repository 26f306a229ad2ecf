package dev.dray.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

class LogLinesTest {
  private static LogRecord record(Level level, String message) {
    var record = new LogRecord(level, message);
    record.setInstant(Instant.parse("2026-11-15T12:00:00Z"));
    record.setLoggerName("dev.dray.informer.Informer");
    return record;
  }

  @Test
  void a_record_is_a_line_of_keys_and_values() {
    assertThat(LogLines.KEYS_AND_VALUES.format(record(Level.WARNING, "pods cannot be\n\"listed\"")))
        .isEqualTo(
            "time=2026-11-15T12:00:00.000Z level=warn logger=informer.Informer"
                + " msg=\"pods cannot be\\n\\\"listed\\\"\"\n");
    assertThat(LogLines.KEYS_AND_VALUES.format(record(Level.FINE, "short")))
        .endsWith("level=debug logger=informer.Informer msg=short\n");
  }

  @Test
  void or_an_object_of_json() {
    assertThat(LogLines.JSON.format(record(Level.INFO, "Working")))
        .isEqualTo(
            "{\"time\":\"2026-11-15T12:00:00.000Z\",\"level\":\"info\","
                + "\"logger\":\"informer.Informer\",\"msg\":\"Working\"}\n");
  }

  @Test
  void what_was_thrown_stays_on_the_line() {
    var record = record(Level.SEVERE, "A task failed");
    record.setThrown(new IllegalStateException("because"));

    var line = LogLines.KEYS_AND_VALUES.format(record);

    assertThat(line).contains(" level=error ").contains("IllegalStateException: because");
    assertThat(line.lines()).hasSize(1);
  }
}
