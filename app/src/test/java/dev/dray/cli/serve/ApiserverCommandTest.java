package dev.dray.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.cli.Shell;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ApiserverCommandTest {
  private static final int MISTAKE = 2;

  private final Shell shell = Shell.given("");

  @TempDir
  @SuppressWarnings("NullAway.Init") // set before each test
  Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --store etcd=https://a:2379,http://b:2379                     | either all URLs of an etcd
          --store etcd=https://a:2379 --etcd-certfile a.crt             | must be given together
          --store etcd=https://a:2379 --etcd-keyfile a.key              | must be given together
          --store etcd=http://a:2379 --etcd-cafile ca.crt               | begin with https
          --store etcd=http://a:2379 --etcd-certfile a --etcd-keyfile b | begin with https
          --store etcd=a:2379                                           | is not a URL
          --store disk                                                  | must be sqlite, memory or
          --history 0                                                   | a number of minutes
          --history 5h                                                  | a number of minutes
          --history s                                                   | a number of minutes
          """)
  void what_cannot_be_meant_is_told_before_anything_is_started(String flags, String told) {
    int code = shell.run(("apiserver --data-dir " + folder + " " + flags).split(" ", -1));

    assertThat(code).isEqualTo(MISTAKE);
    assertThat(shell.err()).contains(told);
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void files_for_an_etcd_that_are_not_there_are_named() {
    var missing = folder.resolve("ca.crt");

    int code =
        shell.run(
            "apiserver",
            "--data-dir=" + folder.resolve("data"),
            "--store=etcd=https://127.0.0.1:1",
            "--etcd-cafile=" + missing);

    assertThat(code).isEqualTo(MISTAKE);
    assertThat(shell.err()).contains(missing.toString());
  }
}
