package io.tidemark.architecture;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.Source;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Packages and classes have an order: what a class uses does not use it. Packages are small. */
class CyclesTest {
  private static final int MOST_FILES_OF_A_PACKAGE = 30;

  /**
   * Its package is the API of drivers: a move of a class would break drivers outside of the tree.
   */
  private static final Set<String> LARGE = Set.of("io.tidemark.driver");

  /** Packages that are still too large; each is removed when it is split. */
  private static final Set<String> STILL_LARGE = Set.of("io.tidemark.cli");

  /** Packages that still use each other; each is removed when its cycle is. */
  private static final Set<String> STILL_IN_CYCLES = Set.of("io.tidemark.cli");

  /** Packages with classes that still use each other; each is removed when its cycles are. */
  private static final Set<String> STILL_WITH_CYCLES_OF_CLASSES =
      Set.of(
          "io.tidemark.base",
          "io.tidemark.brokers.cluster",
          "io.tidemark.cli",
          "io.tidemark.cli.brokers",
          "io.tidemark.driver",
          "io.tidemark.driver.ibmmq.artemis",
          "io.tidemark.driver.ibmmq.config",
          "io.tidemark.driver.inmemory",
          "io.tidemark.driver.kafka",
          "io.tidemark.driver.rabbitmq.quorum.config",
          "io.tidemark.driver.rabbitmq.stream",
          "io.tidemark.driver.testkit",
          "io.tidemark.http.client",
          "io.tidemark.http.omb",
          "io.tidemark.measure",
          "io.tidemark.proxy",
          "io.tidemark.worker.check",
          "io.tidemark.worker.engine.load",
          "io.tidemark.worker.engine.record",
          "io.tidemark.worker.engine.requestreply",
          "io.tidemark.worker.session");

  private static final JavaClasses OURS =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.tidemark", "io.openmessaging.benchmark");

  /** A slice for each value of a function. */
  private record By(String getDescription, Function<JavaClass, String> name)
      implements SliceAssignment {
    @Override
    public SliceIdentifier getIdentifierOf(JavaClass javaClass) {
      return SliceIdentifier.of(name.apply(javaClass));
    }
  }

  @Test
  void packagesDoNotUseEachOther() {
    slices()
        .assignedFrom(new By("packages", JavaClass::getPackageName))
        .should()
        .beFreeOfCycles()
        .check(OURS.that(isIn(STILL_IN_CYCLES, false)));
  }

  @TestFactory
  Stream<DynamicTest> classesOfAPackageDoNotUseEachOther() {
    return packages().keySet().stream()
        .filter(name -> !STILL_WITH_CYCLES_OF_CLASSES.contains(name))
        .map(name -> DynamicTest.dynamicTest(name, () -> assertNoCycleOfClasses(name)));
  }

  /** A class and its nested classes are one. */
  private static void assertNoCycleOfClasses(String packageName) {
    slices()
        .assignedFrom(new By("classes of " + packageName, CyclesTest::topLevel))
        .should()
        .beFreeOfCycles()
        .check(OURS.that(isIn(Set.of(packageName), true)));
  }

  @Test
  void noPackageIsLarge() {
    Set<String> large =
        packages().entrySet().stream()
            .filter(each -> each.getValue().size() > MOST_FILES_OF_A_PACKAGE)
            .map(Map.Entry::getKey)
            .filter(name -> !LARGE.contains(name) && !STILL_LARGE.contains(name))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(large).isEmpty();
  }

  /** Source files by package. */
  private static Map<String, Set<String>> packages() {
    return OURS.stream()
        .filter(each -> !each.getSimpleName().equals("package-info"))
        .collect(
            Collectors.groupingBy(
                JavaClass::getPackageName,
                TreeMap::new,
                Collectors.mapping(CyclesTest::file, Collectors.toSet())));
  }

  private static String file(JavaClass javaClass) {
    return javaClass.getSource().flatMap(Source::getFileName).orElseThrow();
  }

  private static String topLevel(JavaClass javaClass) {
    return javaClass.getName().replaceFirst("\\$.*", "");
  }

  private static DescribedPredicate<JavaClass> isIn(Set<String> packages, boolean wanted) {
    return DescribedPredicate.describe(
        (wanted ? "in " : "not in ") + packages,
        javaClass -> packages.contains(javaClass.getPackageName()) == wanted);
  }
}
