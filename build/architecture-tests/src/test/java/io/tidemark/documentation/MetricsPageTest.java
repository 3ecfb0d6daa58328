package io.tidemark.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.features.cost.CostFigure;
import io.tidemark.model.metric.Metric;
import io.tidemark.model.metric.Metrics;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.worker.driver.Capability;
import io.tidemark.worker.metrics.WorkerMetrics;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Pages that are made from declarations of several modules. */
class MetricsPageTest {
  private static final Pattern HELP =
      Pattern.compile("(?m)^# HELP ((?:benchmark|tidemark)_\\w+) (.*)$");

  @Test
  void thePageOfMetricsIsTheCatalogue() {
    String made =
        Checkout.GENERATED
            + "# Metrics\n"
            + section(
                "Latencies",
                "name | meaning",
                Stream.of(Measure.values()).map(MetricsPageTest::row))
            + section(
                "Rates, counts and times",
                "name | meaning",
                Metrics.all().stream()
                    .filter(each -> each.measure().isEmpty() && CostFigure.of(each.id()).isEmpty())
                    .map(MetricsPageTest::row))
            + section(
                "Efficiency and price",
                "name | unit | meaning",
                Stream.of(CostFigure.values())
                    .map(each -> List.of("`" + each.metric() + "`", each.unit(), each.meaning())))
            + section(
                "Counters",
                "name | meaning",
                Stream.of(Counter.values())
                    .map(each -> List.of("`" + each.key() + "`", each.meaning())))
            + section("Of a worker, at `/metrics`", "name | meaning", ofWorkers());
    assertThat(Checkout.kept("docs/reference/metrics.md", made)).isEqualTo(made);
  }

  private static List<String> row(Measure measure) {
    return List.of("`" + measure.key() + "`", measure.meaning());
  }

  private static List<String> row(Metric metric) {
    return List.of(
        "`" + metric.id() + "`",
        metric.condition().isEmpty() ? metric.words() : metric.condition());
  }

  private static Stream<List<String>> ofWorkers() {
    try (WorkerMetrics metrics = new WorkerMetrics()) {
      return HELP
          .matcher(metrics.text())
          .results()
          .map(each -> List.of("`" + each.group(1) + "`", each.group(2)))
          .sorted((a, b) -> a.get(0).compareTo(b.get(0)))
          .toList()
          .stream();
    }
  }

  @Test
  void thePageOfCapabilitiesIsTheirDeclaration() {
    String made =
        Checkout.GENERATED
            + "# Capabilities of drivers\n"
            + section(
                "Interfaces of `io.tidemark.driver` and its packages",
                "interface | without it",
                Stream.of(Capability.values())
                    .map(each -> List.of("`" + each.type() + "`", each.loss())));
    assertThat(Checkout.kept("docs/reference/capabilities.md", made)).isEqualTo(made);
  }

  private static String section(String heading, String head, Stream<List<String>> rows) {
    return "\n## %s\n\n| %s |\n|%s\n"
            .formatted(heading, head, "---|".repeat(head.split("\\|").length))
        + rows.map(row -> "| " + String.join(" | ", row) + " |\n").collect(Collectors.joining());
  }
}
