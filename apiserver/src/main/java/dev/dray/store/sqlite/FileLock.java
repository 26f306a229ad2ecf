package dev.dray.store.sqlite;

import dev.dray.store.StoreException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A lock file that keeps a second process away; the operating system releases it when this process
 * dies.
 */
public final class FileLock implements AutoCloseable {
  private final FileChannel channel;

  private FileLock(FileChannel channel) {
    this.channel = channel;
  }

  static FileLock take(Path file) {
    // A separate file: SQLite locks parts of the database, and closing any handle of that file
    // would drop those locks.
    return take(
        file.resolveSibling(file.getFileName() + ".lock"),
        holder ->
            ("The store's file (%s) is in use by process (%s). Two servers cannot share a file:"
                    + " stop the other one, or use another file, or etcd.")
                .formatted(file, holder));
  }

  /**
   * Locks a file that serves only as a lock, creating it if it does not exist.
   *
   * @param inUse makes the message if another process has the lock, given its process id
   * @throws StoreException if another process has the lock, or the file cannot be created
   */
  public static FileLock take(Path file, UnaryOperator<String> inUse) {
    try {
      create(file);
      var channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
      if (lock(channel) == null) {
        var holder = read(channel);
        channel.close();
        throw new StoreException(inUse.apply(holder));
      }
      channel.truncate(0);
      var self = Long.toString(ProcessHandle.current().pid());
      channel.write(ByteBuffer.wrap(self.getBytes(StandardCharsets.UTF_8)), 0);
      return new FileLock(channel);
    } catch (IOException e) {
      throw new StoreException(
          "The file (%s) cannot be locked: %s. Maybe the folder is not writable."
              .formatted(file, e),
          e);
    }
  }

  private static void create(Path file) throws IOException {
    try {
      if (Files.notExists(file)) {
        Database.createPrivate(file);
      }
    } catch (FileAlreadyExistsException _) {
      // Another process created it a moment before.
    }
  }

  private static java.nio.channels.@Nullable FileLock lock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException _) {
      return null; // This process holds it already.
    }
  }

  private static String read(FileChannel channel) throws IOException {
    var bytes = ByteBuffer.allocate(32);
    channel.read(bytes, 0);
    return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new StoreException("The lock of the store cannot be released: %s.".formatted(e), e);
    }
  }
}
