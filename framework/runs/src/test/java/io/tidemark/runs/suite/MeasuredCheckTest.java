package io.tidemark.runs.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.yaml.Problem;
import io.tidemark.model.yaml.Problems;
import io.tidemark.runs.RunFiles;
import io.tidemark.worker.driver.DriverCatalog;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** With the in-memory driver, which passes no positions of messages. */
class MeasuredCheckTest {
  private static final String WORKLOAD =
      """
      topics: 1
      partitionsPerTopic: 2
      subscriptionsPerTopic: 1
      producersPerTopic: 1
      consumerPerSubscription: 1
      keyDistributor: KEY_ROUND_ROBIN
      testDuration: 20s
      """;
  private static final String DRIVER = "io.tidemark.driver.inmemory.InMemoryBenchmarkDriver";

  @TempDir Path folder;

  /** {@code ERROR path: message}, in their order. */
  private List<String> check(String workload, String driver) throws IOException {
    String size = workload.contains("messageSize") ? "" : "messageSize: 100\n";
    RunFiles files = new RunFiles(folder);
    Problems problems = new Problems();
    new MeasuredCheck(installed(), problems, 2)
        .check(files.workload(WORKLOAD + size + workload), files.driver(DRIVER, driver));
    return problems.all().stream().map(MeasuredCheckTest::text).toList();
  }

  /** Which capabilities producers and consumers have is known of jars only. */
  private DriverCatalog installed() throws IOException {
    Path drivers = folder.resolve("drivers");
    if (!Files.exists(drivers)) {
      Path source = classes();
      Path jar = Files.createDirectories(drivers.resolve("inmemory")).resolve("driver.jar");
      if (Files.isDirectory(source)) {
        try (Stream<Path> files = Files.walk(source);
            ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
          for (Path file : files.filter(Files::isRegularFile).toList()) {
            zip.putNextEntry(new ZipEntry(source.relativize(file).toString()));
            Files.copy(file, zip);
          }
        }
      } else {
        Files.copy(source, jar);
      }
    }
    return DriverCatalog.ofFolders(List.of(drivers));
  }

  private static Path classes() {
    try {
      return Path.of(
          Class.forName(DRIVER).getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (ClassNotFoundException | URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String text(Problem problem) {
    return problem.severity() + " " + problem.path() + ": " + problem.message();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          producerRate: 100; auditOffsets: true; objectives: {keyOrderViolations: 0} | ERROR objectives.keyOrderViolations: is not measured
          producerRate: 100; auditOffsets: true; objectives: {commitsBack: 0} | ERROR objectives.commitsBack: is not measured
          producerRate: 100; objectives: {abortedReads: 0} | ERROR objectives.abortedReads: is not measured with
          producerRate: 100; auditOffsets: true | WARNING auditOffsets: is not measured
          producerRate: 1; question: {metrics: price.perMonth} | WARNING question.metrics: price.perMonth is not measured with
          producerRate: 1; question: {metrics: efficiency.brokerMemoryBytesPerWaitingMessage} | is not measured with idleBaseline: 0s
          producerRate: 0; search: {maxTrials: 5} | WARNING search.maxTrials: cannot reach a precision of 5%, got 5; allowed from
          producerRate: 0; search: {timeLimit: 30s} | WARNING search.timeLimit: cannot reach a precision of 5%, got 30s
          """)
  void saysWhatIsNotMeasured(String keys, String problem) throws IOException {
    List<String> problems = check(keys.replace("; ", "\n"), "");
    assertThat(problems).filteredOn(each -> each.contains(problem)).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          producerRate: 100; objectives: {publishRate: '>= 99%', outOfOrder: 0, consumeErrors: 0, lost: 0}
          producerRate: 0; search: {precision: 0.3, maxTrials: 8}
          producerRate: 0
          """)
  void whatIsMeasuredPasses(String keys) throws IOException {
    assertThat(check(keys.replace("; ", "\n"), "")).isEmpty();
  }

  @Test
  void manyNodesOnFewCoresAreSaid() throws IOException {
    assertThat(check("producerRate: 1\n", "localBrokers: {kind: kafka, nodes: 3}\n"))
        .singleElement()
        .asString()
        .startsWith("WARNING localBrokers.nodes: 3 nodes on 2 cores");
    assertThat(check("producerRate: 1\n", "localBrokers: {kind: kafka, nodes: 1}\n")).isEmpty();
  }
}
