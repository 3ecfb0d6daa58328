package io.tidemark.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.documentation.Span.Kind;
import io.tidemark.worker.metrics.WorkerMetrics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a run leaves is what {@code run-files.md} names. Fields of {@code result.json} are held
 * against the page by ResultsReferenceTest.
 */
class ResultPagesTest {
  private static final Pattern METRIC = Pattern.compile("(?:benchmark|tidemark)_[a-z0-9_]+");
  @TempDir static Path folder;
  private static Path run;

  @BeforeAll
  static void runOnce() throws IOException {
    Path driver = Checkout.ROOT.resolve("driver-inmemory/inmemory.yaml");
    Path workload =
        Files.writeString(
            folder.resolve("w.yaml"),
            """
            topics: 1
            messageSize: 100
            subscriptionsPerTopic: 1
            producersPerTopic: 1
            consumerPerSubscription: 1
            producerRate: 200
            warmupDuration: 0
            testDuration: 1s
            """);
    Path results = folder.resolve("results");
    Commands.named("benchmark")
        .execute("-d", driver.toString(), "--results-dir", results.toString(), workload.toString());
    try (Stream<Path> entries = Files.list(results)) {
      run = entries.filter(Files::isDirectory).findFirst().orElseThrow();
    }
  }

  private static Set<String> words() {
    return Stream.of("run-files", "results")
        .flatMap(page -> Checkout.page("docs/reference/" + page + ".md").spans().stream())
        .filter(span -> span.kind() == Kind.CODE)
        .map(Span::text)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void everyFileIsOnThePage() throws IOException {
    Set<String> words = words();
    try (Stream<Path> files = Files.list(run)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .hasSizeGreaterThan(8)
          .allSatisfy(name -> assertThat(words).contains(name));
    }
  }

  @Test
  void everyColumnIsOnThePage() throws IOException {
    Set<String> words = words();
    for (Path file : tables()) {
      assertThat(Files.readAllLines(file).get(0).split(","))
          .as(file.getFileName().toString())
          .allSatisfy(column -> assertThat(words).contains(column));
    }
  }

  private static List<Path> tables() throws IOException {
    try (Stream<Path> files = Files.list(run)) {
      List<Path> tables = files.filter(file -> file.toString().endsWith(".csv")).toList();
      assertThat(tables).hasSizeGreaterThanOrEqualTo(2);
      return tables;
    }
  }

  @Test
  void everyMetricOfAWorkerIsOnAPage() {
    Set<String> names;
    try (WorkerMetrics metrics = new WorkerMetrics()) {
      names =
          METRIC
              .matcher(metrics.text())
              .results()
              .map(MatchResult::group)
              .map(name -> name.replaceFirst("_(sum|count)$", ""))
              .collect(Collectors.toCollection(TreeSet::new));
    }
    Set<String> said =
        Checkout.pages().stream()
            .flatMap(page -> page.spans().stream())
            .filter(span -> span.kind() == Kind.CODE)
            .flatMap(span -> METRIC.matcher(span.text()).results().map(MatchResult::group))
            .filter(name -> !name.endsWith("_"))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(said).containsExactlyElementsOf(names);
  }
}
