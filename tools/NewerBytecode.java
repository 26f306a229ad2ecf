import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;

/**
 * Copies a jar with its classes in today's format.
 *
 * <p>The JVM keeps no classes in its AOT cache whose format is older than Java 6, and picocli's is
 * that of Java 5: they would be parsed and verified anew at every start.
 */
final class NewerBytecode {
  private final JarFile from;
  private final ClassFile classes;

  private NewerBytecode(JarFile from) {
    this.from = from;
    // Frames, which the old format does not have, need to know which class extends which.
    var hierarchy =
        ClassHierarchyResolver.ofResourceParsing(type -> open(type.descriptorString()))
            .orElse(ClassHierarchyResolver.defaultResolver())
            .cached();
    this.classes =
        ClassFile.of(
            ClassFile.StackMapsOption.GENERATE_STACK_MAPS,
            ClassFile.ClassHierarchyResolverOption.of(hierarchy));
  }

  public static void main(String[] args) throws IOException {
    try (var from = new JarFile(args[0]);
        var to = new JarOutputStream(Files.newOutputStream(Path.of(args[1])))) {
      new NewerBytecode(from).copy(to);
    }
  }

  private void copy(JarOutputStream to) throws IOException {
    for (var entry : from.stream().toList()) {
      // The description of the module and the signature do not fit the new classes.
      if (entry.isDirectory() || entry.getName().endsWith("module-info.class")) {
        continue;
      }
      to.putNextEntry(new JarEntry(entry.getName()));
      try (var in = from.getInputStream(entry)) {
        to.write(entry.getName().endsWith(".class") ? newer(in.readAllBytes()) : in.readAllBytes());
      }
      to.closeEntry();
    }
  }

  private byte[] newer(byte[] bytes) {
    var parsed = classes.parse(bytes);
    return classes.build(
        parsed.thisClass().asSymbol(),
        builder -> {
          parsed.forEach(builder::with);
          builder.withVersion(ClassFile.JAVA_25_VERSION, 0);
        });
  }

  private InputStream open(String descriptor) {
    try {
      var entry = from.getJarEntry(descriptor.substring(1, descriptor.length() - 1) + ".class");
      return entry == null ? null : from.getInputStream(entry);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
