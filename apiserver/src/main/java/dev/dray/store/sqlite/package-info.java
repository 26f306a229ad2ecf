/**
 * A store in one SQLite file, for one process.
 *
 * <p>Transactions enter and are acknowledged when they are on disk; entries and changes leave. One
 * thread writes, and commits whatever waits together; a few threads read. Every change is a row of
 * a log, so that the past can be listed and followed until it is compacted. It refuses a file that
 * another process has open, that is damaged, or that a newer version wrote. Native code runs on
 * threads of its own, never on those of callers, which may be virtual.
 */
@NullMarked
package dev.dray.store.sqlite;

import org.jspecify.annotations.NullMarked;
