package dev.dray.cli.output;

import dev.dray.inventory.patch.Notice;

/** The text of the inventory's notices, in one line each. */
public final class NoticeText {
  private NoticeText() {}

  public static String of(Notice notice) {
    return "%s %s: %s: %s"
        .formatted(
            notice.reason().about().kindName(),
            notice.name(),
            notice.reason().word(),
            notice.message());
  }
}
