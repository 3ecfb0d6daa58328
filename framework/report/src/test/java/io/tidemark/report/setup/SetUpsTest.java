package io.tidemark.report.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.metric.Metrics;
import io.tidemark.model.result.RunIdentity;
import io.tidemark.model.result.RunResult;
import io.tidemark.report.SampleRuns;
import io.tidemark.report.SampleStudy;
import io.tidemark.report.SearchRuns;
import io.tidemark.report.document.Block.Statement;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.runs.StoredStudy;
import io.tidemark.report.runs.StoredStudy.Environment;
import io.tidemark.report.store.RunDirectory;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SetUpsTest {
  private static final MetricReference RATE = MetricReference.of(Metrics.PUBLISH_RATE);

  @TempDir Path folder;

  private List<Statement> of(RunResult... runs) throws ResultsException {
    for (RunResult run : runs) {
      RunDirectory.write(folder, run, Map.of());
    }
    return SetUps.of(ReportedRuns.read(List.of(folder)));
  }

  private static Environment environment(
      String name, Map<String, String> set, Map<String, String> facts) {
    return new Environment(name, "d.yaml", set, facts, null, List.of(), false);
  }

  private static List<Statement> of(SampleStudy sample, Environment... environments) {
    ReportedRuns runs = sample.study();
    StoredStudy study = runs.study().orElseThrow().withEnvironments(List.of(environments));
    return SetUps.of(new ReportedRuns(runs.runs(), List.of(), Optional.of(study)));
  }

  /** What is said of each system. */
  private static Map<String, String> systems(List<Statement> setUp) {
    return setUp.stream()
        .filter(each -> !each.subject().isEmpty())
        .collect(Collectors.toMap(Statement::subject, Statement::text));
  }

  @Test
  void aRunIsDescribedByBrokerDurabilityLoadAndLength() throws ResultsException {
    List<Statement> setUp = of(SampleRuns.sample());
    assertThat(setUp.get(0).text())
        .isEqualTo(
            "Apache Kafka (client 4.3.1), 3 nodes, replication 3, acks=all; 10,000 msg/s, 1,024 B,"
                + " measured 20 s; objectives: publishLatency.p99 <= 20ms (met); 1 run");
    assertThat(setUp).hasSize(1);
  }

  @Test
  void objectivesOfSeveralWorkloadsHaveTheirNames() throws ResultsException {
    RunIdentity other =
        new RunIdentity("r", "steps", "steps", "kafka-strimzi-local", 1, 1, 1_000_000_000_000L);
    assertThat(
            of(SampleRuns.sample(), SampleRuns.withIdentity(SampleRuns.ramp(), other)).toString())
        .contains(
            "objectives of 1 topic / 3 partitions, 1 KB: publishLatency.p99 <= 20ms",
            "objectives of steps: ");
  }

  @Test
  void theTrialsOfASearchAreItsLoad() throws ResultsException {
    assertThat(of(SearchRuns.trials()).get(0).text())
        .contains(
            "; 3 trials of a search for the rate (sustained: rate met, no growing backlog, nothing"
                + " lost), ")
        .doesNotContain("msg/s");
  }

  @Test
  void theStepsOfARampAreOneRange() throws ResultsException {
    assertThat(of(SampleRuns.ramp()).get(0).text())
        .contains("; 2,000 to 12,000 msg/s in 3 steps, 1,024 B, measured 30 s; ");
  }

  @Test
  void environmentsAreDescribedByWhatDiffers() {
    Map<String, String> slow = new LinkedHashMap<>();
    slow.put("sites", "3");
    slow.put("way", "represented by linger.ms = 40");
    slow.put("disk", "SSD");
    List<Statement> setUp =
        of(
            new SampleStudy().runs("near", Map.of(), RATE, 1, 2).runs("slow", Map.of(), RATE, 3, 4),
            environment(
                "near",
                Map.of("producerConfig.linger.ms", "0"),
                Map.of("sites", "1", "disk", "SSD")),
            environment("slow", Map.of("producerConfig.linger.ms", "40"), slow));
    assertThat(setUp.get(0).text()).isEqualTo("disk: SSD; 2 runs of each system");
    assertThat(systems(setUp).get("near")).contains("1 site").contains("linger.ms = 0");
    assertThat(systems(setUp))
        .contains(entry("slow", "3 sites; way: represented by linger.ms = 40"));
  }

  @Test
  void valuesOfAMatrixAreCommonToAllSystems() {
    List<Statement> setUp =
        of(
            new SampleStudy()
                .matrix("driver.localBrokers.cpus", "1", "2")
                .runs("a", Map.of("driver.localBrokers.cpus", "1"), RATE, 1, 2, 3)
                .runs("a", Map.of("driver.localBrokers.cpus", "2"), RATE, 1, 2),
            environment("a", Map.of(), Map.of("acks", "1", "replicas", "3")));
    assertThat(setUp.get(0).text())
        .contains("acks: 1", "3 replicas")
        .endsWith("; cpus 1, 2; 2 to 3 runs of each combination");
    assertThat(setUp).hasSize(1);
  }

  @Test
  void longDescriptionsEndWithTheNumberOfTheOthers() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("machine", "m".repeat(60));
    facts.put("disk", "d".repeat(60));
    facts.put("network", "n");
    assertThat(
            systems(
                of(
                    new SampleStudy().runs("a", Map.of(), RATE, 1).runs("b", Map.of(), RATE, 1),
                    environment("a", Map.of(), facts),
                    environment("b", Map.of(), Map.of()))))
        .containsExactly(entry("a", "machine: " + "m".repeat(60) + "; and 2 more"));
  }
}
