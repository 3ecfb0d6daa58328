package io.tidemark.architecture;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.Source;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Packages and classes have an order: what a class uses does not use it. */
class CyclesTest {
  private static final JavaClasses OURS = OwnClasses.ALL;

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
        .check(OURS);
  }

  @TestFactory
  Stream<DynamicTest> classesOfAPackageDoNotUseEachOther() {
    return packages().keySet().stream()
        .map(name -> DynamicTest.dynamicTest(name, () -> assertNoCycleOfClasses(name)));
  }

  /** A class and its nested classes are one. */
  private static void assertNoCycleOfClasses(String packageName) {
    slices()
        .assignedFrom(new By("classes of " + packageName, CyclesTest::topLevel))
        .should()
        .beFreeOfCycles()
        .check(OURS.that(JavaClass.Predicates.resideInAPackage(packageName)));
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
}
