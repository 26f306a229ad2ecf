package dev.dray.verify;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Keeps the walls between packages that ARCHITECTURE.md draws. */
class ArchitectureTest {
  private static final String ROOT = "dev.dray.";
  private static final int MOST_TYPES = 40;
  private static final PackageTable TABLE = PackageTable.read();

  @SuppressWarnings("NullAway.Init") // set before all tests
  private static JavaClasses classes;

  @BeforeAll
  static void importClasses() {
    classes =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("/verify/target/"))
            .withImportOption(location -> !location.contains("/bench/target/"))
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages("dev.dray");
  }

  @Test
  void every_package_stands_in_the_table_and_every_row_is_a_package() {
    var packages = new TreeSet<String>();
    classes.forEach(it -> packages.add(packageOf(it)));
    packages.remove("");

    assertThat(packages).isEqualTo(new TreeSet<>(TABLE.rows().keySet()));
  }

  @Test
  void a_package_uses_only_what_its_row_names() {
    assertThat(dependencies().filter(it -> !allowed(it)).map(Dependency::toString).distinct())
        .isEmpty();
  }

  @Test
  void the_table_has_no_cycles() {
    var placed = new ArrayList<String>();
    var waiting = new ArrayList<>(TABLE.rows().keySet());
    while (waiting.removeIf(
        name -> placed.containsAll(TABLE.row(name).packages()) && placed.add(name))) {
      // Each round places the packages that use only placed ones.
    }

    assertThat(waiting).as("packages in a cycle").isEmpty();
  }

  @Test
  void core_does_no_input_or_output_starts_no_threads_and_asks_no_clock() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "dev.dray.api..",
            "dev.dray.cel..",
            "dev.dray.collection..",
            "dev.dray.selector..",
            "dev.dray.inventory..",
            "dev.dray.ledger..",
            "dev.dray.allocation..",
            "dev.dray.claim..",
            "dev.dray.cluster..",
            "dev.dray.workload..",
            "dev.dray.framework..",
            "dev.dray.planning..",
            "dev.dray.layout..",
            "dev.dray.lint..")
        .should()
        .dependOnClassesThat(
            new DescribedPredicate<JavaClass>("do I/O or threading") {
              @Override
              public boolean test(JavaClass it) {
                return outsideOfCore(it.getName());
              }
            })
        .orShould()
        .callMethod(Instant.class, "now")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(System.class, "nanoTime")
        .check(classes);
  }

  private static boolean outsideOfCore(String name) {
    return name.startsWith("java.sql.")
        || name.startsWith("java.net.")
        || name.startsWith("java.nio.file.")
        || name.startsWith("java.nio.channels.")
        || name.startsWith("java.util.concurrent.Exec")
        || name.equals("java.lang.Thread")
        || name.equals("java.lang.ProcessBuilder")
        || name.equals("java.time.Clock")
        || Set.of("java.io.File", "java.io.FileInputStream", "java.io.PrintStream").contains(name);
  }

  @Test
  void every_package_is_null_marked() {
    var unmarked =
        classes.stream()
            .map(JavaClass::getPackage)
            .filter(it -> !it.isAnnotatedWith(NullMarked.class))
            .map(it -> it.getName())
            .distinct();

    assertThat(unmarked).isEmpty();
  }

  @Test
  void a_name_is_the_name_of_one_type() {
    var packages = new TreeMap<String, Set<String>>();
    topLevel()
        .forEach(
            it ->
                packages
                    .computeIfAbsent(it.getSimpleName(), _ -> new TreeSet<>())
                    .add(it.getPackageName()));
    packages.values().removeIf(homes -> homes.size() == 1);

    assertThat(packages).as("names that mean several things").isEmpty();
  }

  @Test
  void a_package_has_no_more_types_than_a_newcomer_can_survey() {
    var sizes = topLevel().collect(groupingBy(JavaClass::getPackageName, counting()));
    sizes.values().removeIf(size -> size <= MOST_TYPES);

    assertThat(sizes).isEmpty();
  }

  private static Stream<JavaClass> topLevel() {
    return classes.stream()
        .filter(it -> it.isTopLevelClass() && !it.getSimpleName().equals("package-info"));
  }

  @Test
  void no_class_is_named_for_nothing() {
    var names =
        classes.stream()
            .map(JavaClass::getSimpleName)
            .filter(name -> name.matches(".*(Impl|Util|Utils|Manager|Helper)"));

    assertThat(names).isEmpty();
  }

  private record Dependency(String from, String to, String description) {
    @Override
    public String toString() {
      return description;
    }
  }

  private static Stream<Dependency> dependencies() {
    return classes.stream()
        .flatMap(it -> it.getDirectDependenciesFromSelf().stream())
        .map(
            it ->
                new Dependency(
                    packageOf(it.getOriginClass()),
                    it.getTargetClass().getBaseComponentType().getPackageName(),
                    it.getDescription()));
  }

  private static boolean allowed(Dependency it) {
    if (it.from().isEmpty() || isOfTheJdk(it.to()) || it.to().startsWith("org.jspecify")) {
      return true;
    }
    var row = TABLE.row(it.from());
    if (it.to().startsWith(ROOT)) {
      var target = it.to().substring(ROOT.length());
      return target.equals(it.from()) || row.packages().contains(target);
    }
    return row.libraries().stream().anyMatch(it.to()::startsWith);
  }

  private static boolean isOfTheJdk(String name) {
    return name.isEmpty() || name.startsWith("java.") || name.startsWith("javax.");
  }

  private static String packageOf(JavaClass it) {
    var name = it.getPackageName();
    return name.startsWith(ROOT) ? name.substring(ROOT.length()) : "";
  }
}
