package io.tidemark.architecture;

import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import io.tidemark.cli.Feature;
import io.tidemark.features.Features;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The module table of ARCHITECTURE.md: permitted dependencies. */
class ModuleArrowsTest {
  private static final String SPI = "io.openmessaging.benchmark.driver";
  private static final String CAPABILITIES =
      "io.tidemark.[driver|driver.headers|driver.outcome|driver.requests|driver.session|driver.settings|driver.telemetry|driver.topics]";
  private static final String TESTKIT = "io.tidemark.driver.testkit..";
  private static final String BASE = "io.tidemark.base..";
  private static final String MODEL = "io.tidemark.model..";
  private static final String MEASURE = "io.tidemark.measure..";
  private static final String WORKER = "io.tidemark.worker..";
  private static final String HTTP = "io.tidemark.http..";
  private static final String VERDICT = "io.tidemark.verdict..";
  private static final String COORDINATOR = "io.tidemark.coordinator..";
  private static final String REPORT = "io.tidemark.report..";
  private static final String CHARTS = "io.tidemark.charts..";
  private static final String PROXY = "io.tidemark.proxy..";
  private static final String BROKERS = "io.tidemark.brokers..";
  private static final String RUNS = "io.tidemark.runs..";
  private static final String CLI = "io.tidemark.cli..";
  private static final String FEATURES = "io.tidemark.features..";
  private static final String LAUNCHER = "io.tidemark.launcher..";

  /** Package of a module, and the packages that it may use. */
  private static final Map<String, List<String>> ALLOWED =
      Map.ofEntries(
          Map.entry(SPI, List.of()),
          Map.entry(CAPABILITIES, List.of(SPI)),
          Map.entry("io.tidemark.driver.inmemory..", List.of(SPI, CAPABILITIES)),
          Map.entry("io.tidemark.driver.kafka..", List.of(SPI, CAPABILITIES)),
          Map.entry("io.tidemark.driver.ibmmq..", List.of(SPI, CAPABILITIES)),
          Map.entry("io.tidemark.driver.mqtt..", List.of(SPI, CAPABILITIES)),
          Map.entry(
              "io.tidemark.driver.rabbitmq..",
              List.of(SPI, CAPABILITIES, "io.tidemark.driver.rabbitmq..")),
          Map.entry(PROXY, List.of()),
          Map.entry(LAUNCHER, List.of()),
          Map.entry(TESTKIT, List.of(SPI, CAPABILITIES, PROXY)),
          Map.entry(BASE, List.of(CAPABILITIES)),
          Map.entry(MODEL, List.of(BASE, CAPABILITIES)),
          Map.entry(
              MEASURE,
              List.of(
                  BASE,
                  "io.tidemark.driver.outcome",
                  "io.tidemark.model.body",
                  "io.tidemark.model.load",
                  "io.tidemark.model.outcome",
                  "io.tidemark.model.snapshot",
                  "io.tidemark.model.worker")),
          Map.entry(WORKER, List.of(SPI, CAPABILITIES, BASE, MEASURE, MODEL)),
          Map.entry(HTTP, List.of(CAPABILITIES, BASE, MODEL)),
          Map.entry(VERDICT, List.of(MODEL)),
          Map.entry(COORDINATOR, List.of(BASE, MODEL, MEASURE, VERDICT)),
          Map.entry(REPORT, List.of(CAPABILITIES, MODEL, VERDICT)),
          Map.entry(CHARTS, List.of(CAPABILITIES, MODEL, REPORT)),
          Map.entry(BROKERS, List.of(BASE, CAPABILITIES, PROXY)),
          Map.entry(
              RUNS, List.of(BASE, CAPABILITIES, MODEL, WORKER, HTTP, COORDINATOR, REPORT, BROKERS)),
          Map.entry(
              CLI,
              List.of(
                  RUNS,
                  BASE,
                  MODEL,
                  MEASURE,
                  WORKER,
                  HTTP,
                  VERDICT,
                  COORDINATOR,
                  REPORT,
                  CHARTS,
                  BROKERS,
                  SPI,
                  CAPABILITIES,
                  TESTKIT)),
          Map.entry(
              FEATURES,
              List.of(
                  CLI,
                  RUNS,
                  BASE,
                  MODEL,
                  WORKER,
                  HTTP,
                  VERDICT,
                  COORDINATOR,
                  REPORT,
                  CHARTS,
                  BROKERS,
                  CAPABILITIES)));

  private static final JavaClasses OURS = OwnClasses.ALL;

  @TestFactory
  Stream<DynamicTest> everyModuleUsesOnlyWhatTheTableAllows() {
    return ALLOWED.entrySet().stream()
        .map(
            entry ->
                DynamicTest.dynamicTest(
                    entry.getKey(), () -> assertOnlyUses(entry.getKey(), entry.getValue())));
  }

  private static void assertOnlyUses(String module, List<String> allowed) {
    List<String> permitted = new ArrayList<>(allowed);
    permitted.add(module);
    classes()
        .that()
        .resideInAPackage(module)
        .should()
        .onlyDependOnClassesThat(
            notOurs().or(JavaClass.Predicates.resideInAnyPackage(permitted.toArray(String[]::new))))
        .allowEmptyShould(true)
        .check(OURS);
  }

  /** What the list of features says, and nothing else. */
  @TestFactory
  Stream<DynamicTest> aFeatureUsesOnlyTheFeaturesThatItNeeds() {
    return Features.ALL.stream()
        .map(
            feature ->
                DynamicTest.dynamicTest(
                    feature.name(),
                    () ->
                        classes()
                            .that()
                            .resideInAPackage(packageOf(feature.name()))
                            .should()
                            .onlyDependOnClassesThat(
                                JavaClass.Predicates.resideOutsideOfPackage(FEATURES)
                                    .or(
                                        JavaClass.Predicates.resideInAnyPackage(
                                            Stream.concat(
                                                    Stream.of(feature.name()),
                                                    feature.needs().stream())
                                                .map(ModuleArrowsTest::packageOf)
                                                .toArray(String[]::new))))
                            .check(OURS)));
  }

  @Test
  void everyFeatureIsInTheList() {
    Assertions.assertThat(
            OURS.stream()
                .map(JavaClass::getPackageName)
                .filter(name -> name.startsWith("io.tidemark.features."))
                .map(name -> name.split("\\.")[3])
                .distinct())
        .containsExactlyInAnyOrderElementsOf(Features.ALL.stream().map(Feature::name).toList());
  }

  private static String packageOf(String feature) {
    return "io.tidemark.features." + feature + "..";
  }

  private static DescribedPredicate<JavaClass> notOurs() {
    return DescribedPredicate.not(
        JavaClass.Predicates.resideInAnyPackage("io.tidemark..", "io.openmessaging.."));
  }

  @Test
  void everyClassBelongsToAModuleOfTheTable() {
    List<String> strays =
        OURS.stream()
            .filter(c -> ALLOWED.keySet().stream().noneMatch(p -> resides(c, p)))
            .filter(c -> !c.getPackageName().equals("io.tidemark.architecture"))
            .map(JavaClass::getName)
            .toList();
    Assertions.assertThat(strays).isEmpty();
  }

  private static boolean resides(JavaClass javaClass, String packageIdentifier) {
    return JavaClass.Predicates.resideInAPackage(packageIdentifier).test(javaClass);
  }

  /** IBM's client may be absent, and is not ours to ship. */
  @Test
  void onlyOnePackageKnowsIbmsClasses() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.tidemark.driver.ibmmq.mq")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("com.ibm..")
        .check(OURS);
  }

  @Test
  void onlyTheCommandLineTheExecutableJarAndTheJunitKitPrintOrExit() {
    noClasses()
        .that()
        .resideOutsideOfPackages(CLI, LAUNCHER)
        .and()
        .doNotHaveSimpleName("BenchmarkDriverConformanceKit")
        .and()
        .doNotHaveSimpleName("PrintedText")
        .should()
        .callMethod(System.class, "exit", int.class)
        .orShould()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .check(OURS);
  }

  @Test
  void measuredCodeReadsTimeOnlyFromTheClock() {
    noClasses()
        .that()
        .resideInAnyPackage(
            BASE,
            MODEL,
            MEASURE,
            WORKER,
            HTTP,
            VERDICT,
            COORDINATOR,
            REPORT,
            CHARTS,
            BROKERS,
            RUNS,
            CLI,
            FEATURES)
        .and()
        .doNotHaveSimpleName("SystemClock")
        .should()
        .accessTargetWhere(
            target(owner(equivalentTo(System.class)))
                .and(target(nameMatching("nanoTime|currentTimeMillis"))))
        .check(OURS);
  }

  /** Other bodies have no limit of size. */
  @Test
  void responsesOverHttpAreReadWithALimit() {
    noClasses()
        .should()
        .accessTargetWhere(target(owner(equivalentTo(HttpResponse.BodyHandlers.class))))
        .check(OURS);
  }

  /** Its output is read while it runs, and it ends at its deadline. */
  @Test
  void onlyTheRunnerOfCommandsTheTestkitAndTheExecutableJarStartProcesses() {
    noClasses()
        .that()
        .resideOutsideOfPackages("io.tidemark.base", TESTKIT, LAUNCHER)
        .should()
        .callConstructor(ProcessBuilder.class, String[].class)
        .orShould()
        .callConstructor(ProcessBuilder.class, List.class)
        .check(OURS);
  }
}
