package io.tidemark.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.metric.Metrics;
import io.tidemark.model.question.Question;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.FigureValidity;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.report.SampleStudy;
import io.tidemark.report.answer.Answers;
import io.tidemark.report.compare.Comparison.Evidence;
import io.tidemark.report.compare.Comparison.Metric;
import io.tidemark.report.compare.Comparison.Outcome;
import io.tidemark.report.runs.ReportedRun;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.statistics.Mean;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StudyComparisonTest {
  private static final Map<String, String> NONE = Map.of();
  private static final String CPUS = "driver.localBrokers.cpus";
  private static final MetricReference RATE = MetricReference.of(Metrics.PUBLISH_RATE);
  private static final MetricReference P99 =
      MetricReference.of(Metrics.of(Measure.PUBLISH_LATENCY, "p99"));

  private static Metric metric(Comparison comparison, int system, MetricReference metric) {
    return comparison.others().get(system).metrics().stream()
        .filter(each -> each.metric().equals(metric))
        .findFirst()
        .orElseThrow();
  }

  private static Evidence evidence(Metric metric) {
    return Objects.requireNonNull(metric.evidence());
  }

  private static Comparison only(SampleStudy study) {
    List<Comparison> all = StudyComparison.ofEnvironments(study.study());
    assertThat(all).hasSize(1);
    return all.get(0);
  }

  /**
   * The change is 40 % in three blocks, which hides a difference of 20 % from a test without
   * blocks.
   */
  @Test
  void aSlowChangeOfTheMachineIsRemoved() {
    Comparison comparison =
        only(
            new SampleStudy()
                .runs("a", NONE, RATE, 100, 120, 141)
                .runs("b", NONE, RATE, 121, 144, 168)
                .runs("c", NONE, RATE, 101, 119, 140));
    Metric changed = metric(comparison, 0, RATE);
    assertThat(changed.outcome()).isEqualTo(Outcome.HIGHER);
    assertThat(changed.change()).isCloseTo(0.2, within(0.01));
    assertThat(evidence(changed).adjusted()).isGreaterThan(evidence(changed).probability());
    assertThat(metric(comparison, 1, RATE).outcome()).isEqualTo(Outcome.EQUAL);
    assertThat(comparison.equalWithin()).isEqualTo(0.05);
  }

  /** Three blocks in which b has a multiple of the rate and the latency of a. */
  private static SampleStudy multiple(SampleStudy study, double ofA, double p99) {
    for (int block = 1; block <= 3; block++) {
      for (String system : List.of("a", "b")) {
        double factor = system.equals("b") ? ofA : 1;
        study.run(
            system,
            NONE,
            block,
            Map.of(RATE, factor * 100 + block, P99, factor * p99 + block),
            Optional.empty());
      }
    }
    return study;
  }

  @Test
  void onlyTheMetricOfTheQuestionIsTested() {
    Comparison comparison = only(multiple(new SampleStudy(), 2, 10));
    assertThat(metric(comparison, 0, RATE).outcome()).isEqualTo(Outcome.HIGHER);
    Metric other = metric(comparison, 0, P99);
    assertThat(other.outcome()).isEqualTo(Outcome.EXPLORATORY);
    assertThat(evidence(other).lowest()).isPositive();
    assertThat(DifferencesSection.result(other, comparison).text())
        .isEqualTo("not tested: the question is about other metrics");
  }

  @Test
  void theQuestionOfTheStudyFileDecides() {
    SampleStudy study =
        multiple(
            new SampleStudy().question(0.1, "publishLatency.p99", Metrics.MISSING.id()),
            1.04,
            10_000);
    Comparison comparison = only(study);
    assertThat(metric(comparison, 0, RATE).outcome()).isEqualTo(Outcome.EXPLORATORY);
    Metric equal = metric(comparison, 0, P99);
    assertThat(equal.outcome()).isEqualTo(Outcome.EQUAL);
    assertThat(DifferencesSection.result(equal, comparison).text()).isEqualTo("equal within 10 %");
    assertThat(Answers.of(study.study(), List.of(comparison)).headline().sentence())
        .startsWith("b: P99 publish latency equal within 10 %: 10.4 ms and 10.0 ms (95 %: ")
        .endsWith("), n = 3.");
  }

  @Test
  void anUnusableRunIsLeftOutOfItsBlockOnly() {
    SampleStudy study =
        new SampleStudy()
            .runs("a", NONE, RATE, 100, 200, 300)
            .runs("b", NONE, RATE, 120, 241, 0)
            .runs("c", NONE, RATE, 101, 199, 302);
    study.run("b", NONE, 3, Map.of(RATE, 1.0), Optional.of("INVALID"));
    Metric changed = metric(only(study), 0, RATE);
    assertThat(changed.runs()).isEqualTo(2);
    assertThat(changed.change()).isCloseTo(0.2, within(0.01));
    assertThat(changed.outcome()).isEqualTo(Outcome.HIGHER);
  }

  @Test
  void aDamagedFigureIsLeftOutAndTheOthersOfItsRunAreNot() {
    Map<FigureGroup, FigureValidity> late =
        Map.of(
            FigureGroup.PUBLISH_LATENCY,
            new FigureValidity(false, List.of("schedule-missed"), Map.of(), null));
    SampleStudy study = new SampleStudy().question(0.05, "publishLatency.p99");
    for (int block = 1; block <= 3; block++) {
      for (String system : List.of("a", "b")) {
        boolean damaged = system.equals("b") && block == 2;
        study.run(
            system,
            NONE,
            block,
            Map.of(RATE, 100.0 + block, P99, damaged ? 1e6 : 10.0 + block),
            Optional.empty(),
            damaged ? late : Map.of());
      }
    }
    Comparison comparison = only(study);
    assertThat(metric(comparison, 0, P99).runs()).isEqualTo(2);
    assertThat(metric(comparison, 0, P99).value()).isLessThan(20);
    assertThat(metric(comparison, 0, RATE).runs()).isEqualTo(3);
    Question latency = new Question(List.of("publishLatency.p99"), 0.05);
    Question rate = new Question(List.of("publishRate"), 0.05);
    assertThat(study.study().runs())
        .filteredOn(run -> !run.answers(latency))
        .singleElement()
        .matches(run -> run.answers(rate));
  }

  @Test
  void systemsAreComparedAtTheSameValueOfAnAxis() {
    SampleStudy study = new SampleStudy().matrix(CPUS, "1", "2");
    for (String cpus : List.of("1", "2")) {
      double factor = Double.parseDouble(cpus);
      study.runs("a", Map.of(CPUS, cpus), RATE, 100 * factor, 101 * factor, 102 * factor);
      study.runs("b", Map.of(CPUS, cpus), RATE, 150 * factor, 152 * factor, 151 * factor);
    }
    List<Comparison> all = StudyComparison.ofEnvironments(study.study());
    assertThat(all).extracting(Comparison::workload).containsExactly("w, cpus 1", "w, cpus 2");
    for (Comparison each : all) {
      assertThat(each.baseline()).isEqualTo("a");
      assertThat(each.others()).extracting(Comparison.Side::label).containsExactly("b");
      assertThat(metric(each, 0, RATE).change()).isCloseTo(0.495, within(0.01));
    }
  }

  @Test
  void theValuesOfAnAxisAreComparedWhereThereIsOneSystem() {
    SampleStudy study = new SampleStudy().matrix(CPUS, "1", "2");
    study.runs("a", Map.of(CPUS, "1"), RATE, 100, 101, 102);
    study.runs("a", Map.of(CPUS, "2"), RATE, 180, 184, 181);
    Comparison comparison = only(study);
    assertThat(comparison.baseline()).isEqualTo("a, cpus 1");
    assertThat(metric(comparison, 0, RATE).outcome()).isEqualTo(Outcome.HIGHER);
  }

  @Test
  void aSystemThatVariesMoreIsComparedWithoutTheOthers() {
    SampleStudy study =
        new SampleStudy()
            .runs("a", NONE, RATE, 100, 101, 100, 101, 100)
            .runs("b", NONE, RATE, 102, 103, 102, 103, 102)
            .runs("wild", NONE, RATE, 50, 300, 20, 500, 90);
    assertThat(metric(only(study), 0, RATE).outcome()).isIn(Outcome.EQUAL, Outcome.HIGHER);
    assertThat(evidence(metric(only(study), 1, RATE)).highest()).isGreaterThan(3);
  }

  @Test
  void aSingleRunHasNoStatistics() {
    Comparison comparison =
        only(new SampleStudy().runs("a", NONE, RATE, 100).runs("b", NONE, RATE, 120));
    assertThat(metric(comparison, 0, RATE).outcome()).isEqualTo(Outcome.SINGLE_RUN);
  }

  @Test
  void aSystemThatDoesNotHaveAMetricChangesNothing() {
    SampleStudy two =
        new SampleStudy().runs("a", NONE, RATE, 100, 120, 141).runs("b", NONE, RATE, 121, 144, 168);
    Metric alone = metric(only(two), 0, RATE);
    SampleStudy three =
        new SampleStudy()
            .runs("z", NONE, MetricReference.of(Metrics.CONSUME_RATE), 1, 2, 3)
            .runs("a", NONE, RATE, 100, 120, 141)
            .runs("b", NONE, RATE, 121, 144, 168);
    Comparison comparison = only(three);
    assertThat(comparison.others().get(1).metrics()).as("the baseline was not measured").isEmpty();
    assertThat(
            new RunsByBlock(three.study().runs())
                .changes(RATE, of(three, "a"), List.of(of(three, "b"))))
        .extracting(changes -> changes.changes().get(0).probability())
        .isEqualTo(evidence(alone).probability());
  }

  private static List<ReportedRun> of(SampleStudy study, String system) {
    return study.study().runs().stream().filter(run -> run.environment().equals(system)).toList();
  }

  @Test
  void twoRunsHaveTheErrorOfAllSystems() {
    SampleStudy study =
        new SampleStudy()
            .runs("a", NONE, RATE, 100, 120)
            .runs("b", NONE, RATE, 121, 144)
            .runs("c", NONE, RATE, 99, 121);
    Mean mean = new RunsByBlock(study.study().runs()).mean(RATE, of(study, "a"));
    assertThat(mean.value()).isCloseTo(109.5, within(0.1));
    assertThat(mean.standardError())
        .as("without the change of the machine between the blocks")
        .isLessThan(Mean.of(100, 120).standardError() / 5);
    assertThat(mean.degreesOfFreedom()).isEqualTo(2);
  }

  @Test
  void severalSystemsAndMetricsShareTheLevel() {
    SampleStudy study = new SampleStudy().question(0.05, "publishRate", "consumeRate");
    double[] noise = {0, 2, 1};
    for (int block = 1; block <= 3; block++) {
      for (String system : List.of("a", "b", "c")) {
        double rate = (system.equals("b") ? 107 : 100) + noise[(block + system.charAt(0)) % 3];
        study.run(
            system,
            NONE,
            block,
            Map.of(RATE, rate, MetricReference.of(Metrics.CONSUME_RATE), rate, P99, rate),
            Optional.empty());
      }
    }
    Comparison comparison = only(study);
    Evidence asked = evidence(metric(comparison, 0, RATE));
    assertThat(asked.basis().level())
        .as("stricter than for one metric, and than for one other system")
        .isBetween(0.05 / 4, 0.05 / 2 * 0.99);
    assertThat(asked.basis().intervalLevel()).isEqualTo(0.05);
    assertThat(asked.adjusted()).isBetween(2 * asked.probability(), 4 * asked.probability());
    Evidence other = evidence(metric(comparison, 0, P99));
    assertThat(other.basis().level()).isEqualTo(0.05);
    assertThat(other.adjusted()).isEqualTo(other.probability());
  }

  @Test
  void aStudyOfWhichNothingIsPlannedComparesItsEnvironments() {
    ReportedRuns study =
        new SampleStudy().runs("a", NONE, RATE, 100, 101).runs("b", NONE, RATE, 150, 151).study();
    ReportedRuns suite = new ReportedRuns(study.runs(), List.of(), Optional.empty());
    assertThat(StudyComparison.ofEnvironments(suite))
        .singleElement()
        .satisfies(
            comparison -> {
              assertThat(comparison.workload()).isEqualTo("w");
              assertThat(comparison.baseline()).isEqualTo("a");
              assertThat(comparison.others())
                  .extracting(Comparison.Side::label)
                  .containsExactly("b");
            });
    List<ReportedRun> both = new ArrayList<>(study.runs());
    for (ReportedRun run : study.runs()) {
      both.add(run.withWorkload("x"));
    }
    assertThat(StudyComparison.ofEnvironments(new ReportedRuns(both, List.of(), Optional.empty())))
        .extracting(Comparison::workload)
        .containsExactly("w", "x");
    List<ReportedRun> alone = study.runs().subList(0, 2);
    assertThat(StudyComparison.ofEnvironments(new ReportedRuns(alone, List.of(), Optional.empty())))
        .isEmpty();
  }

  @Test
  void aConditionOfTheSystemIsVariedAndOthersAreObstacles() {
    ReportedRuns study =
        new SampleStudy().runs("a", NONE, RATE, 1, 2).runs("b", NONE, RATE, 1, 2).study();
    List<ReportedRun> runs = new ArrayList<>();
    for (ReportedRun run : study.runs()) {
      Map<String, String> conditions =
          run.environment().equals("a")
              ? Map.of("replication", "3", "persistence", "disk", "workers", "1")
              : Map.of("replication", "1", "persistence", "disk", "workers", "2");
      runs.add(run.withConditions(conditions));
    }
    Comparison.Side side =
        StudyComparison.ofEnvironments(new ReportedRuns(runs, List.of(), study.study()))
            .get(0)
            .others()
            .get(0);
    assertThat(side.varied()).containsExactly("replication: 3 against 1");
    assertThat(side.obstacles()).containsExactly("workers: 1 against 2");
  }
}
