package dev.dray.cli.output;

import dev.dray.inventory.patch.Notice;
import java.io.PrintWriter;

/** The notices to authors of slices and patches, printed. */
public record AuthorNotes(PrintWriter err) {
  public static AuthorNotes to(PrintWriter err) {
    return new AuthorNotes(err);
  }

  public void print(Notice notice) {
    var concerned =
        notice
            .device()
            .map(
                device ->
                    notice.devices() == 1
                        ? " (device %s)".formatted(device)
                        : " (%d devices, first %s)".formatted(notice.devices(), device))
            .orElse("");
    err.printf(
        "note: %s %s: %s%s%n",
        notice.reason().about().kindName(), notice.name(), notice.message(), concerned);
  }
}
