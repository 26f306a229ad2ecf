package dev.dray.cli;

import dev.dray.inventory.patch.Notice;

/** Notices of the inventory in a line. */
final class NoticeText {
  private NoticeText() {}

  static String of(Notice notice) {
    return "%s %s: %s: %s"
        .formatted(
            notice.reason().about().kindName(),
            notice.name(),
            notice.reason().word(),
            notice.message());
  }
}
