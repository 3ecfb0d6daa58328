package io.tidemark.study;

import io.tidemark.model.question.Question;
import io.tidemark.model.workload.Workload;
import io.tidemark.model.workloadfile.WorkloadQuestion;
import io.tidemark.model.yaml.Overrides;
import io.tidemark.model.yaml.SourceLocation;
import io.tidemark.model.yaml.YamlNode;
import io.tidemark.model.yaml.YamlNode.Entry;
import io.tidemark.model.yaml.YamlNode.YamlList;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import io.tidemark.model.yaml.YamlNode.YamlScalar;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The question of a study file, which replaces that of each workload, so that the status of each
 * run follows it.
 *
 * @param mark where it is written
 */
record StudyQuestion(Question question, SourceLocation mark) {

  /** With those metrics that the workload measures; unchanged if it measures none. */
  Workload askedOf(Workload workload) {
    return WorkloadQuestion.measured(question, workload).map(workload::asking).orElse(workload);
  }

  /** The same as a key of the workload's file. */
  Overrides keyOf(Workload workload) {
    return WorkloadQuestion.measured(question, workload)
        .map(asked -> new Overrides(List.of(new Overrides.Value("question", mark, node(asked)))))
        .orElse(Overrides.NONE);
  }

  private YamlMap node(Question asked) {
    List<YamlNode> metrics =
        asked.metrics().stream()
            .<YamlNode>map(metric -> new YamlScalar(mark, metric, true))
            .toList();
    Map<String, Entry> entries = new LinkedHashMap<>();
    entries.put("metrics", new Entry(mark, new YamlList(mark, metrics)));
    entries.put(
        "atLeast", new Entry(mark, new YamlScalar(mark, Double.toString(asked.atLeast()), false)));
    return new YamlMap(mark, entries);
  }
}
