package dev.dray.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class CommandFailureTest {
  private final StringWriter err = new StringWriter();

  private int tell(Throwable cause) {
    return CommandFailure.of(cause).tell(new PrintWriter(err));
  }

  @Test
  void a_bug_is_told_on_one_line_without_a_trace() {
    int code = tell(new IllegalStateException("The pool (a)\nis gone."));

    assertThat(code).isEqualTo(2);
    assertThat(err.toString())
        .isEqualTo(
            "error: IllegalStateException: The pool (a) is gone. This is a bug in dray; run it"
                + " with DRAY_DEBUG=1 for the trace, and report it.\n");
  }

  @Test
  void a_lack_of_memory_is_no_bug() {
    tell(new OutOfMemoryError());

    assertThat(err.toString()).startsWith("error: not enough memory").doesNotContain("bug");
  }
}
