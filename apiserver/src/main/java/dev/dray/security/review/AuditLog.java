package dev.dray.security.review;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The audit log: a line of JSON for each request.
 *
 * <p>One thread writes, so a request waits for the disk only if the whole queue is full; then it
 * does wait, because a log with gaps is worthless. Events that cannot be written are counted and
 * reported once, and the server goes on.
 */
public final class AuditLog implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(AuditLog.class.getName());
  private static final int QUEUE = 4096;
  private static final int BATCH = 512;

  /** The level of detail. */
  public enum Level {
    METADATA("Metadata"),
    REQUEST("Request");

    private final String words;

    Level(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }
  }

  /**
   * The rotation of the log file.
   *
   * @param mostBytes the largest size of a file; 0 for no limit
   */
  public record Rotation(long mostBytes, int kept) {
    public static final Rotation NEVER = new Rotation(0, 0);
  }

  private final Path file;
  private final Level level;
  private final Rotation rotation;
  private final BlockingQueue<Optional<AuditEvent>> queue = new ArrayBlockingQueue<>(QUEUE);
  private final AtomicLong lost = new AtomicLong();
  private final Thread writer;
  private OutputStream out;
  private long written;
  private boolean broken;
  private volatile boolean closed;

  private AuditLog(Path file, Level level, Rotation rotation) throws IOException {
    this.file = file;
    this.level = level;
    this.rotation = rotation;
    this.out = opened(file);
    this.written = Files.size(file);
    this.writer = Thread.ofPlatform().name("audit").daemon().unstarted(this::run);
  }

  /**
   * Opens a log that appends to this file.
   *
   * @throws IOException if the file cannot be written
   */
  public static AuditLog to(Path file, Level level, Rotation rotation) throws IOException {
    var log = new AuditLog(file, level, rotation);
    log.writer.start();
    return log;
  }

  private static OutputStream opened(Path file) throws IOException {
    var parent = file.toAbsolutePath().getParent();
    if (parent != null) {
      Files.createDirectories(parent);
    }
    if (!Files.exists(file)) {
      boolean posix =
          parent != null
              && Files.getFileAttributeView(parent, PosixFileAttributeView.class) != null;
      if (posix) {
        Files.createFile(
            file,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      }
    }
    return Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  /** Records a request; waits if the queue is full. */
  public void record(AuditEvent event) {
    if (closed) {
      lost.incrementAndGet();
      return;
    }
    boolean interrupted = false;
    boolean queued = false;
    while (!queued) {
      try {
        queue.put(Optional.of(event));
        queued = true;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns the number of requests that could not be recorded. */
  public long lost() {
    return lost.get();
  }

  private void run() {
    var batch = new ArrayList<Optional<AuditEvent>>(BATCH);
    boolean more = true;
    while (more) {
      batch.clear();
      try {
        batch.add(queue.take());
      } catch (InterruptedException e) {
        // Nobody else knows this thread: only closing ends it.
        continue;
      }
      queue.drainTo(batch, BATCH - 1);
      more = batch.stream().allMatch(Optional::isPresent);
      write(batch.stream().flatMap(Optional::stream).toList());
    }
  }

  private void write(List<AuditEvent> events) {
    var text = new StringBuilder();
    events.forEach(event -> text.append(event.tree(level).toText()).append('\n'));
    var bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    try {
      if (broken) {
        out = opened(file);
        broken = false;
      }
      if (rotation.mostBytes() > 0
          && written > 0
          && written + bytes.length > rotation.mostBytes()) {
        rotate();
      }
      out.write(bytes);
      out.flush();
      written += bytes.length;
    } catch (IOException e) {
      broken = true;
      if (lost.getAndAdd(events.size()) == 0) {
        LOG.log(
            System.Logger.Level.ERROR,
            "The audit log (%s) cannot be written, and requests go unrecorded: %s. Make room, or let the server write there."
                .formatted(file, e));
      }
    }
  }

  /** Rotates the files; the newest rotated one has the number 1. */
  private void rotate() throws IOException {
    out.close();
    Files.deleteIfExists(aside(rotation.kept()));
    for (int i = rotation.kept() - 1; i >= 1; i--) {
      if (Files.exists(aside(i))) {
        Files.move(aside(i), aside(i + 1), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    if (rotation.kept() > 0) {
      Files.move(file, aside(1), StandardCopyOption.REPLACE_EXISTING);
    } else {
      Files.delete(file);
    }
    out = opened(file);
    written = 0;
  }

  private Path aside(int number) {
    return file.resolveSibling(file.getFileName() + "." + number);
  }

  /** Writes what is queued, and ends. */
  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try {
      queue.put(Optional.empty());
      writer.join(TimeUnit.SECONDS.toMillis(30));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    out.close();
  }
}
