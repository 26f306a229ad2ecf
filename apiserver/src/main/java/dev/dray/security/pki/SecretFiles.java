package dev.dray.security.pki;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * The files that only their owner can read, in a folder that only their owner can enter.
 *
 * <p>A file exists as a whole or not at all: it is written beside its place, forced to disk, and
 * moved. Permissions are set when a file is created, so others can never read it.
 */
final class SecretFiles {
  private static final Set<PosixFilePermission> OWNER_FILE =
      PosixFilePermissions.fromString("rw-------");
  private static final Set<PosixFilePermission> OWNER_FOLDER =
      PosixFilePermissions.fromString("rwx------");
  private static final Set<PosixFilePermission> WRITE_OF_OTHERS =
      EnumSet.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);

  /** A lock between threads; file locks are between processes. */
  private static final ReentrantLock HERE = new ReentrantLock();

  private final Path folder;
  private final boolean posix;

  private SecretFiles(Path folder, boolean posix) {
    this.folder = folder;
    this.posix = posix;
  }

  /** Returns the folder, created if it does not exist. */
  static SecretFiles in(Path folder) {
    try {
      boolean made = !Files.exists(folder);
      if (made) {
        Files.createDirectories(absoluteParent(folder));
      }
      boolean posix = knowsPermissions(made ? absoluteParent(folder) : folder);
      if (made) {
        create(folder, posix);
      } else if (posix) {
        check(folder);
      }
      return new SecretFiles(folder, posix);
    } catch (IOException e) {
      throw new IdentityException(
          "The folder (%s) for certificates and keys cannot be created or read: %s. Choose one that the server may write to."
              .formatted(folder, words(e)),
          e);
    }
  }

  private static Path absoluteParent(Path folder) {
    var parent = folder.toAbsolutePath().getParent();
    return parent == null ? folder : parent;
  }

  private static boolean knowsPermissions(Path existing) {
    return Files.getFileAttributeView(existing, PosixFileAttributeView.class) != null;
  }

  private static void create(Path folder, boolean posix) throws IOException {
    try {
      Files.createDirectory(folder, posix ? attributes(OWNER_FOLDER) : new FileAttribute<?>[0]);
    } catch (FileAlreadyExistsException e) {
      // Another server was faster: its folder is as good.
      if (!Files.isDirectory(folder)) {
        throw e;
      }
    }
  }

  private static FileAttribute<?>[] attributes(Set<PosixFilePermission> permissions) {
    return new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)};
  }

  private static void check(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      throw new IdentityException(
          "The folder (%s) for certificates and keys is a file. Name a folder.".formatted(folder));
    }
    var permissions = Files.getPosixFilePermissions(folder);
    if (permissions.equals(OWNER_FOLDER)) {
      return;
    }
    if (permissions.stream().anyMatch(WRITE_OF_OTHERS::contains)) {
      throw new IdentityException(
          "The folder (%s) for certificates and keys can be written by others (%s). Run: chmod 700 %s"
              .formatted(folder, PosixFilePermissions.toString(permissions), folder));
    }
    Files.setPosixFilePermissions(folder, OWNER_FOLDER);
  }

  Path path(String name) {
    return folder.resolve(name);
  }

  boolean has(String name) {
    return Files.exists(path(name), LinkOption.NOFOLLOW_LINKS);
  }

  String read(String name) {
    var file = path(name);
    try {
      if (posix && !Files.getPosixFilePermissions(file).equals(OWNER_FILE)) {
        Files.setPosixFilePermissions(file, OWNER_FILE);
      }
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new IdentityException(
          "The file (%s) cannot be read: %s. It must belong to the user that runs the server."
              .formatted(file, words(e)),
          e);
    }
  }

  void write(String name, String text) {
    write(path(name), text);
  }

  /** Writes a file anywhere, with the same guarantees as those in the folder. */
  void write(Path file, String text) {
    var beside =
        file.resolveSibling("." + file.getFileName() + "." + ProcessHandle.current().pid());
    try {
      Files.deleteIfExists(beside);
      var options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      try (var out =
          FileChannel.open(
              beside, options, posix ? attributes(OWNER_FILE) : new FileAttribute<?>[0])) {
        var bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
          out.write(bytes);
        }
        out.force(false);
      }
      Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new IdentityException(
          "The file (%s) cannot be written: %s. Make room, or let the server write there."
              .formatted(file, words(e)),
          e);
    }
  }

  void delete(String name) {
    try {
      Files.deleteIfExists(path(name));
    } catch (IOException e) {
      throw new IdentityException(
          "The file (%s) cannot be deleted: %s. Delete it by hand.".formatted(path(name), words(e)),
          e);
    }
  }

  /** Runs work while no other server creates files in this folder. */
  <T> T alone(Supplier<T> work) {
    HERE.lock();
    try (var channel =
            FileChannel.open(
                path(".lock"),
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                posix ? attributes(OWNER_FILE) : new FileAttribute<?>[0]);
        var _ = channel.lock()) {
      return work.get();
    } catch (IOException e) {
      throw new IdentityException(
          "The folder (%s) cannot be locked: %s. Let the server write there."
              .formatted(folder, words(e)),
          e);
    } finally {
      HERE.unlock();
    }
  }

  private static String words(IOException e) {
    return e.getClass().getSimpleName() + " " + e.getMessage();
  }
}
