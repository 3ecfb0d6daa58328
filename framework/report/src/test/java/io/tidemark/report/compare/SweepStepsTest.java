package io.tidemark.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.metric.Metrics;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.report.SampleStudy;
import io.tidemark.report.compare.Comparison.Evidence;
import io.tidemark.report.compare.Comparison.Method;
import io.tidemark.report.compare.Comparison.Metric;
import io.tidemark.report.compare.Comparison.Outcome;
import io.tidemark.report.compare.SweepSteps.SweepLine;
import io.tidemark.report.compare.SweepSteps.SweepLine.Point;
import io.tidemark.report.runs.MatrixAxis;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.runs.StoredStudy.StudyBlocks;
import io.tidemark.report.statistics.Mean;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SweepStepsTest {
  private static final String CPUS = "driver.localBrokers.cpus";
  private static final MetricReference RATE = MetricReference.of(Metrics.PUBLISH_RATE);
  private static final MetricReference P99 =
      MetricReference.of(Metrics.of(Measure.PUBLISH_LATENCY, "p99"));

  private static SampleStudy study(String... values) {
    return new SampleStudy().matrix(CPUS, values).question(0.05, "publishRate");
  }

  private static Map<String, String> cpus(String value) {
    return Map.of(CPUS, value);
  }

  private static Evidence evidence(Metric metric) {
    return Objects.requireNonNull(metric.evidence());
  }

  /** Two steps with a clear and a small change; the blocks differ by 20 %. */
  private static SampleStudy threeValues() {
    return study("1", "2", "4")
        .runs("a", cpus("1"), RATE, 100, 120, 110)
        .runs("a", cpus("2"), RATE, 200, 241, 221)
        .runs("a", cpus("4"), RATE, 203, 240, 224);
  }

  private static List<Evidence> steps(SweepLine line) {
    List<Evidence> all = new ArrayList<>();
    line.points().stream()
        .flatMap(point -> point.step().stream())
        .forEach(step -> all.add(evidence(step)));
    all.add(evidence(line.whole()));
    return all;
  }

  @Test
  void eachValueHasItsRunsAndTheStepFromTheValueBefore() {
    SweepLine line = SweepSteps.of(threeValues().study()).get(0);
    assertThat(line.system()).isEqualTo("a");
    assertThat(line.points()).extracting(Point::value).containsExactly("1", "2", "4");
    assertThat(line.points().get(1).runs()).containsExactly(200.0, 241.0, 221.0);
    assertThat(line.points().get(0).step()).isEmpty();
    Metric first = line.points().get(1).step().orElseThrow();
    assertThat(first.change()).isCloseTo(1.005, within(0.005));
    assertThat(first.outcome()).isEqualTo(Outcome.HIGHER);
    assertThat(line.points().get(2).step().orElseThrow().outcome()).isEqualTo(Outcome.EQUAL);
    assertThat(line.whole().change()).isCloseTo(1.02, within(0.01));
    assertThat(line.best()).isEqualTo(1);
  }

  @Test
  void allStepsAreTestedTogether() {
    List<Evidence> steps = steps(SweepSteps.of(threeValues().study()).get(0));
    double[] sorted = steps.stream().mapToDouble(Evidence::probability).sorted().toArray();
    assertThat(steps)
        .allSatisfy(
            step -> {
              assertThat(step.basis().method()).isEqualTo(Method.BLOCKS_HOLM);
              assertThat(step.basis().level()).isCloseTo(0.05 / 3, within(1e-12));
              assertThat(step.basis().intervalLevel()).isEqualTo(0.05);
            });
    assertThat(steps)
        .extracting(Evidence::adjusted)
        .as("the least of three probabilities is tripled, the next one doubled")
        .containsExactlyInAnyOrder(
            3 * sorted[0],
            Math.max(3 * sorted[0], 2 * sorted[1]),
            Math.max(Math.max(3 * sorted[0], 2 * sorted[1]), sorted[2]));
    assertThat(steps.get(1).adjusted()).as("of the small change").isEqualTo(sorted[2]);
  }

  @Test
  void aStudyThatLooksAfterEachBlockIsStricter() {
    ReportedRuns runs = threeValues().study();
    ReportedRuns looking =
        StudyDecisionTest.planned(runs, new StudyBlocks(3, 15, true, null, 0, null));
    Evidence once = steps(SweepSteps.of(runs).get(0)).get(1);
    Evidence first = steps(SweepSteps.of(looking).get(0)).get(1);
    double level = first.basis().level() * 3;
    assertThat(level).as("3 of 15 blocks have a fifth of the level").isCloseTo(0.01, within(1e-9));
    assertThat(first.adjusted()).isCloseTo(Math.min(1, once.adjusted() * 5), within(1e-6));
    assertThat(first.basis().intervalLevel()).isCloseTo(0.01, within(1e-9));
    assertThat(first.lowest()).isLessThan(once.lowest());
  }

  @Test
  void aSystemThatVariesMoreIsTestedWithWelch() {
    SampleStudy study =
        study("1", "2", "4")
            .runs("a", cpus("1"), RATE, 100, 101, 100, 101, 100)
            .runs("a", cpus("2"), RATE, 102, 103, 102, 103, 102)
            .runs("a", cpus("4"), RATE, 50, 300, 20, 500, 90);
    assertThat(evidence(SweepSteps.of(study.study()).get(0).whole()).basis().method())
        .isEqualTo(Method.WELCH_HOLM);
  }

  @Test
  void aSingleStepIsTheWholeAndEachSystemHasALine() {
    SampleStudy study =
        study("1", "2")
            .runs("a", cpus("1"), RATE, 100, 101)
            .runs("a", cpus("2"), RATE, 150, 152)
            .runs("b", cpus("1"), RATE, 100, 102)
            .runs("b", cpus("2"), RATE, 310, 312)
            .runs("c", cpus("2"), RATE, 9, 9);
    List<SweepLine> lines = SweepSteps.of(study.study());
    assertThat(lines).extracting(SweepLine::system).containsExactly("a", "b");
    assertThat(lines)
        .extracting(line -> Math.round(line.whole().value()))
        .containsExactly(151L, 311L);
    assertThat(lines)
        .allMatch(line -> line.points().get(1).step().orElseThrow().equals(line.whole()));
    assertThat(lines).extracting(SweepLine::best).containsExactly(1, 1);
  }

  @Test
  void aRunWithoutTheMetricIsNoPoint() {
    SampleStudy study =
        study("1", "2", "4")
            .runs("a", cpus("1"), RATE, 100, 101)
            .runs("a", cpus("2"), P99, 1, 2)
            .runs("a", cpus("4"), RATE, 150, 152)
            .run("a", cpus("4"), 3, Map.of(P99, 1.0), Optional.empty());
    SweepLine line = SweepSteps.of(study.study()).get(0);
    assertThat(line.points()).extracting(Point::value).containsExactly("1", "4");
    assertThat(line.points().get(1).runs()).containsExactly(150.0, 152.0);
  }

  @Test
  void withoutAnAxisOrAStudyThereAreNoLines() {
    assertThat(SweepSteps.of(new SampleStudy().runs("a", Map.of(), RATE, 1, 2).study())).isEmpty();
    assertThat(
            SweepSteps.of(
                new ReportedRuns(threeValues().study().runs(), List.of(), Optional.empty())))
        .isEmpty();
  }

  private static int best(MetricReference metric, Outcome outcome, double... changes) {
    List<Point> points = new ArrayList<>();
    points.add(new Point("0", List.of(1.0), Mean.of(1), Optional.empty()));
    Metric step = null;
    for (double change : changes) {
      step = new Metric(metric, 1, 1, 1, 1 + change, change, outcome, null);
      points.add(new Point("" + points.size(), List.of(1.0), Mean.of(1), Optional.of(step)));
    }
    MatrixAxis axis =
        new SampleStudy().matrix(CPUS, "0", "1").study().study().orElseThrow().axes().get(0);
    return new SweepLine("w", "a", axis, metric, points, Objects.requireNonNull(step), 0.05).best();
  }

  @Test
  void theBestPointIsTheLastOfTheStepsThatAreBetter() {
    assertThat(best(RATE, Outcome.HIGHER, 0.2, 0.1, 0.01)).isEqualTo(3);
    assertThat(best(RATE, Outcome.LOWER, -0.2, -0.1)).isEqualTo(0);
    assertThat(best(P99, Outcome.LOWER, -0.2, -0.1)).isEqualTo(2);
    assertThat(best(P99, Outcome.HIGHER, 0.2)).isEqualTo(0);
    assertThat(best(RATE, Outcome.NOT_SHOWN, 0.2)).isEqualTo(0);
    assertThat(best(RATE, Outcome.EQUAL, 0.04)).isEqualTo(0);
  }

  @Test
  void aStepOfSingleRunsMattersAboveTheLeastDifference() {
    assertThat(best(RATE, Outcome.SINGLE_RUN, 0.06, 0.05, 0.2)).isEqualTo(1);
    assertThat(best(P99, Outcome.SINGLE_RUN, -0.06, -0.051, 0.2)).isEqualTo(2);
  }
}
