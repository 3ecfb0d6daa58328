package io.tidemark.report.answer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.metric.Metrics;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.report.Golden;
import io.tidemark.report.SampleStudy;
import io.tidemark.report.chart.Chart;
import io.tidemark.report.chart.Chart.Tick;
import io.tidemark.report.chart.ChartText.Drawn;
import io.tidemark.report.compare.Comparison.Outcome;
import io.tidemark.report.compare.SweepSteps;
import io.tidemark.report.compare.SweepSteps.SweepLine;
import io.tidemark.report.document.Block.Paragraph;
import io.tidemark.report.document.Block.Statements;
import io.tidemark.report.document.Cell;
import io.tidemark.report.runs.ReportedRuns;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.assertj.core.api.Condition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class SweepAnswerTest {
  private static final String CPUS = "driver.localBrokers.cpus";
  private static final String LINGER = "driver.producerConfig.lingerMs";
  private static final MetricReference RATE = MetricReference.of(Metrics.PUBLISH_RATE);
  private static final MetricReference MEDIAN =
      MetricReference.of(Metrics.of(Measure.PUBLISH_LATENCY, "p50"));

  private static Map<String, String> cpus(String value) {
    return Map.of(CPUS, value);
  }

  private static SampleStudy cpus() {
    return new SampleStudy().matrix(CPUS, "1", "2", "4");
  }

  private static SampleStudy versions() {
    String version = "driver.localBrokers.version";
    return new SampleStudy()
        .matrix(version, "4", "4.10", "3.10", "4.3")
        .question(0.05, "publishRate")
        .runs("a", Map.of(version, "3.10"), RATE, 100, 101, 102)
        .runs("a", Map.of(version, "4"), RATE, 200, 203, 199)
        .runs("a", Map.of(version, "4.3"), RATE, 201, 202, 200)
        .runs("a", Map.of(version, "4.10"), RATE, 150, 151, 152);
  }

  private static SampleStudy ofTwoMetrics() {
    SampleStudy study = cpus().question(0.05, "publishRate", "publishLatency.p50");
    for (String system : List.of("a", "b")) {
      for (int block = 1; block <= 3; block++) {
        double at = system.equals("a") ? 1 : 1.5;
        study.run(system, cpus("1"), block, values(100 + block, 1_000 * at), Optional.empty());
        study.run(system, cpus("4"), block, values(101 + block, 500 * at), Optional.empty());
      }
    }
    return study;
  }

  private static SampleStudy twoValues(String first, String second) {
    String key = "driver.commonConfig.protocol";
    return new SampleStudy()
        .matrix(key, second, first)
        .question(0.05, "publishRate")
        .runs("a", Map.of(key, first), RATE, 100, 101, 102)
        .runs("a", Map.of(key, second), RATE, 200, 203, 199);
  }

  @Test
  void answersAreThoseOfTheGoldenFile() {
    Map<String, SampleStudy> studies = new LinkedHashMap<>();
    studies.put(
        "changes within the noise",
        cpus()
            .question(0.05, "publishRate")
            .runs("a", cpus("1"), RATE, 100, 150)
            .runs("a", cpus("2"), RATE, 120, 70)
            .runs("a", cpus("4"), RATE, 60, 110)
            .runs("b", cpus("1"), RATE, 100, 100)
            .runs("b", cpus("2"), RATE, 150, 80)
            .runs("b", cpus("4"), RATE, 90, 150));
    studies.put(
        "a change that is shown",
        cpus()
            .question(0.05, "publishRate")
            .runs("a", cpus("1"), RATE, 100, 101, 102)
            .runs("a", cpus("2"), RATE, 200, 203, 199)
            .runs("a", cpus("4"), RATE, 201, 202, 200));
    studies.put(
        "single runs of one system",
        cpus()
            .question(0.05, "publishRate")
            .runs("a", cpus("1"), RATE, 73)
            .runs("a", cpus("2"), RATE, 192)
            .runs("a", cpus("4"), RATE, 162)
            .runs("b", cpus("2"), RATE, 100, 101, 102)
            .runs("b", cpus("4"), RATE, 200, 201, 202));
    studies.put("the metric that differs first", ofTwoMetrics());
    studies.put("versions", versions());
    studies.put(
        "versions in names", twoValues("example/broker:4.9.2", "example/broker:4.10.0-rc1"));
    studies.put("words", twoValues("1", "all"));
    Map<String, ReportAnswer> answers = new LinkedHashMap<>();
    studies.forEach((title, study) -> answers.put(title, Answers.of(study.study())));
    Golden.assertSealed("answers-sweeps.txt", AnswerTest.text(answers));
  }

  private static Map<MetricReference, Double> values(double rate, double median) {
    return Map.of(RATE, rate, MEDIAN, median);
  }

  @Test
  void whatThePictureDoesNotShowIsNamed() {
    List<String> metrics = List.of("publishRate", "publishLatency.p50", "consumeRate");
    SampleStudy study =
        cpus().matrix(LINGER, "0", "5").question(0.05, metrics.toArray(String[]::new));
    for (String cpus : List.of("1", "2")) {
      for (String linger : List.of("0", "5")) {
        study.run(
            "a",
            Map.of(CPUS, cpus, LINGER, linger),
            1,
            Map.of(RATE, 100.0, MEDIAN, 10.0, MetricReference.of(Metrics.CONSUME_RATE), 100.0),
            Optional.empty());
      }
    }
    assertThat(Answers.of(study.study()).document().opening())
        .hasOnlyElementsOfTypes(Paragraph.class, Statements.class, Drawn.class)
        .areExactly(4, new Condition<>(Drawn.class::isInstance, "a chart"))
        .contains(
            new Paragraph(
                Cell.of(
                    "Not shown here: Median publish latency by lingerMs; Consume rate by"
                        + " lingerMs")));
  }

  @Test
  void versionsAreAtEqualDistances() {
    Chart picture = Answers.of(versions().study()).charts().get(0);
    assertThat(picture.x().ticks())
        .extracting(Tick::text, Tick::value)
        .containsExactlyInAnyOrder(
            tuple("3.10", 0.0), tuple("4", 1.0), tuple("4.3", 2.0), tuple("4.10", 3.0));
  }

  /** Without a correction more than a quarter of the studies would state a change. */
  @Test
  @Tag("release")
  void equalValuesAreRarelyShownToDiffer() {
    Random random = new Random(33);
    int stated = 0;
    int studies = 40;
    for (int i = 0; i < studies; i++) {
      SampleStudy study = cpus().question(0.001, "publishRate");
      for (String system : List.of("a", "b", "c")) {
        for (String value : List.of("1", "2", "4")) {
          study.runs(system, cpus(value), RATE, random(random), random(random), random(random));
        }
      }
      ReportedRuns runs = study.study();
      stated += SweepSteps.of(runs).stream().anyMatch(SweepAnswerTest::statesAChange) ? 1 : 0;
    }
    assertThat(stated).as("of %d studies", studies).isLessThanOrEqualTo(studies / 8);
  }

  private static double random(Random random) {
    return 100 * Math.exp(0.1 * random.nextGaussian());
  }

  private static boolean statesAChange(SweepLine line) {
    return line.best() > 0
        || line.whole().outcome() == Outcome.HIGHER
        || line.whole().outcome() == Outcome.LOWER;
  }
}
