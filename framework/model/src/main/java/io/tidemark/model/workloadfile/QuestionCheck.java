package io.tidemark.model.workloadfile;

import io.tidemark.model.metric.MetricNames;
import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.metric.Metrics;
import io.tidemark.model.question.Question;
import io.tidemark.model.workload.Workload;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.SourceLocation;
import io.tidemark.model.yaml.YamlNode;
import io.tidemark.model.yaml.YamlNode.YamlList;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The question of a file: what its keys alone cannot show.
 *
 * @param node the value of the key {@code question}
 */
public record QuestionCheck(YamlNode node, Question question, Problems problems) {
  private static final String METRICS = "question.metrics";

  /** Whether each metric is a known one, once. */
  public void check() {
    List<String> metrics = question.metrics();
    Set<Object> seen = new HashSet<>();
    for (int i = 0; i < metrics.size(); i++) {
      String metric = metrics.get(i);
      if (MetricReference.parse(metric).isEmpty()) {
        problems.error(
            mark(i), METRICS, "unknown metric, got " + metric + MetricNames.suggestion(metric));
      } else if (!Metrics.today(metric).equals(metric)) {
        problems.warn(mark(i), METRICS, metric + " is deprecated; write " + Metrics.today(metric));
      }
      if (MetricReference.parse(metric).isPresent() && !seen.add(MetricReference.parse(metric))) {
        problems.error(node.mark(), METRICS, "a metric is twice in the list; allowed once");
      }
    }
  }

  /** Whether each metric is a known one, once, that runs of a workload have. */
  void of(Workload workload) {
    check();
    MeasuredMetrics measured = MeasuredMetrics.of(workload);
    for (int i = 0; i < question.metrics().size(); i++) {
      Optional<MetricReference> metric = MetricReference.parse(question.metrics().get(i));
      if (metric.isPresent() && !measured.has(metric.get())) {
        problems.error(
            mark(i),
            METRICS,
            "the workload does not measure it, got "
                + metric.get()
                + "; allowed "
                + measured.allowed(metric.get()));
      }
    }
  }

  private SourceLocation mark(int metric) {
    if (node instanceof YamlMap map && map.get("metrics").isPresent()) {
      YamlNode metrics = map.get("metrics").get();
      return metrics instanceof YamlList list ? list.items().get(metric).mark() : metrics.mark();
    }
    return node.mark();
  }
}
