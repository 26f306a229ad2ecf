/**
 * A store in one SQLite file, for one process.
 *
 * <p>Transactions enter and are acknowledged when they are on disk; entries and changes leave. One
 * thread writes, and commits all waiting transactions together; a few threads read. Every change is
 * a row of a log, so that the past can be listed and watched until it is compacted. A file is
 * refused if another process has it open, if it is damaged, or if a newer version wrote it. Native
 * code runs on threads of its own, never on those of callers, which may be virtual.
 *
 * <p>Begin with {@link dev.dray.store.sqlite.SqliteStore}; writes are {@code Writer}, reads {@code
 * LogReader}.
 */
@NullMarked
package dev.dray.store.sqlite;

import org.jspecify.annotations.NullMarked;
