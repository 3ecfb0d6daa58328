package io.tidemark.worker.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.tidemark.model.grammar.Grammar;
import io.tidemark.model.load.EnvelopeSpec;
import io.tidemark.model.load.EnvelopeSpec.Form;
import io.tidemark.model.load.EnvelopeSpec.Position;
import io.tidemark.model.workload.MessageOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A driver that a vendor compiled for OMB with Java 8, without any of our jars. */
class ForeignDriverTest {
  @TempDir Path directory;
  private DriverCatalog catalog;

  @AfterEach
  void restoreTheContextClassLoader() {
    Thread.currentThread().setContextClassLoader(getClass().getClassLoader());
  }

  @BeforeEach
  void dropTheVendorsJarIntoAFolder() throws Exception {
    catalog = DriverJars.foreign(directory);
  }

  private static MessageOptions headers(EnvelopeSpec envelope) {
    return Grammar.defaults(MessageOptions.class).withEnvelope(envelope);
  }

  @Test
  void aRunThatNeedsHeadersIsRefused() throws Exception {
    EnvelopeSpec inHeader = new EnvelopeSpec(Position.HEADER, Form.BINARY);
    assertThat(catalog.headerProblem(DriverJars.FOREIGN, Map.of(), headers(inHeader)))
        .hasValueSatisfying(
            problem ->
                assertThat(problem)
                    .contains("envelope.position: header needs a driver", DriverJars.FOREIGN));
    assertThat(catalog.headerProblem(DriverJars.FOREIGN, Map.of(), headers(EnvelopeSpec.DEFAULT)))
        .isEmpty();
  }

  @Test
  void sharesOnlyTheSpiAndItsLibrariesWithTheFramework() throws Exception {
    try (LoadedDriver loaded = catalog.load(DriverJars.FOREIGN)) {
      ClassLoader loader = loaded.classLoader();
      assertThat(loader.loadClass(BenchmarkDriver.class.getName())).isSameAs(BenchmarkDriver.class);
      assertThat(loader.loadClass("io.tidemark.driver.DescribedDriver").getClassLoader())
          .isSameAs(BenchmarkDriver.class.getClassLoader());
      assertThat(
              List.of(
                  "io.tidemark.driver.inmemory.InMemoryBenchmarkDriver",
                  "io.tidemark.worker.driver.DriverCatalog",
                  "org.HdrHistogram.Histogram",
                  "com.fasterxml.jackson.databind.ObjectMapper",
                  "ch.qos.logback.classic.Logger"))
          .allSatisfy(
              name ->
                  assertThatThrownBy(() -> loader.loadClass(name))
                      .isInstanceOf(ClassNotFoundException.class));
      assertThat(loader.getResource("logback-test.xml")).isNull();
    }
  }

  @Test
  void givesEachRunASeparateClassLoader() throws Exception {
    try (LoadedDriver first = catalog.load(DriverJars.FOREIGN);
        LoadedDriver second = catalog.load(DriverJars.FOREIGN)) {
      assertThat(first.driver().getClass()).isNotSameAs(second.driver().getClass());
    }
  }

  @Test
  void hasNoDescription() throws Exception {
    DriverDescription description = catalog.describe(DriverJars.FOREIGN, Map.of("any", 1));
    assertThat(description.described()).isFalse();
    assertThat(description.settings()).isEmpty();
    assertThat(description.problems()).isEmpty();
  }
}
