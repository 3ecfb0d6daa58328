package io.tidemark.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.worker.metrics.WorkerMetrics;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Dashboard and alert rules query metrics that a worker has. */
class MonitoringTest {
  private static final Pattern METRIC = Pattern.compile("(?m)^([a-z_]+)[{ ]");

  /** A name that neither is called as a function nor is a label or a variable. */
  private static final Pattern QUERIED =
      Pattern.compile("(?<![\\w$\"=~.-])([a-z]+(?:_[a-z]+)+)(?=\\{|\\[|\\)|$|,)");

  private static Set<String> metrics;
  private static List<JsonNode> resources;

  @BeforeAll
  static void read() {
    try (WorkerMetrics worker = new WorkerMetrics()) {
      metrics = names(METRIC, worker.text());
    }
    resources = Chart.resources(List.of(Chart.valueSet("monitoring")), Map.of());
  }

  private static Set<String> names(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .map((MatchResult found) -> found.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static List<String> texts(JsonNode tree, String key) {
    List<String> texts = new ArrayList<>();
    tree.findValues(key).stream().filter(JsonNode::isTextual).forEach(n -> texts.add(n.asText()));
    return texts;
  }

  private static void assertMetricsIn(List<String> queries) {
    for (String query : queries) {
      Set<String> queried = names(QUERIED, query);
      assertThat(queried).as(query).isNotEmpty();
      assertThat(metrics).as(query).containsAll(queried);
    }
  }

  @Test
  void theDashboardQueriesMetricsOfWorkers() throws IOException {
    String file = Chart.kind("ConfigMap", resources).at("/data/tidemark.json").asText();
    JsonNode dashboard = new ObjectMapper().readTree(file);
    List<String> queries = texts(dashboard, "expr");
    assertThat(queries).hasSizeGreaterThan(10);
    assertMetricsIn(queries);
    assertMetricsIn(
        texts(dashboard.required("templating"), "query").stream()
            .filter(query -> !query.equals("prometheus"))
            .toList());
  }

  @Test
  void alertRulesQueryMetricsOfTheWorkersOfTheirRelease() {
    List<String> queries = texts(Chart.kind("PrometheusRule", resources), "expr");
    assertThat(queries).hasSizeGreaterThanOrEqualTo(4);
    assertMetricsIn(queries);
    assertThat(queries).allMatch(query -> query.contains("pod=~\"tidemark-worker-.+\""));
  }

  @Test
  void aMetricThatIsMissingIsFound() {
    assertThat(names(QUERIED, "sum by (pod) (rate(tidemark_no_such{pod=\"a_b\"}[1m])) > 0"))
        .containsExactly("tidemark_no_such");
    assertThat(metrics).doesNotContain("tidemark_no_such").contains("jvm_memory_used_bytes");
  }

  @Test
  void thePodMonitorScrapesThePortOfTheMetrics() {
    JsonNode port = Chart.kind("PodMonitor", resources).at("/spec/podMetricsEndpoints/0/port");
    JsonNode ports = Chart.container("StatefulSet", resources).required("ports");
    assertThat(ports.get(1).required("name")).isEqualTo(port);
    assertThat(ports.get(1).required("containerPort").asInt()).isEqualTo(8081);
  }
}
