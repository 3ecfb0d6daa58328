package io.tidemark.report.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.result.FigureError;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.FigureValidity;
import io.tidemark.model.result.RunIdentity;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.Verdict.Finding;
import io.tidemark.model.result.Verdict.Severity;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.report.SampleFailover;
import io.tidemark.report.SampleRuns;
import io.tidemark.report.SampleStudy;
import io.tidemark.report.SearchRuns;
import io.tidemark.report.answer.AnswerPicture.Curves;
import io.tidemark.report.answer.AnswerPicture.Dots;
import io.tidemark.report.answer.AnswerPicture.Panel;
import io.tidemark.report.answer.AnswerPicture.Row;
import io.tidemark.report.answer.ReportAnswer.Limit;
import io.tidemark.report.answer.ReportAnswer.Statement;
import io.tidemark.report.answer.ReportAnswer.Tone;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.runs.ComparedMetric;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.store.RunDirectory;
import io.tidemark.report.text.TerminalStyle;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnswerTest {
  private static final Map<String, String> NONE = Map.of();
  private static final ComparedMetric RATE = ComparedMetric.PUBLISH_RATE;
  private static final ComparedMetric MEDIAN = ComparedMetric.PUBLISH_P50;

  @TempDir Path folder;

  private ReportAnswer answer(RunResult... runs) throws ResultsException {
    return answer(folder, runs);
  }

  /** Of runs whose results are written to a folder. */
  static ReportAnswer answer(Path folder, RunResult... runs) throws ResultsException {
    for (RunResult run : runs) {
      RunDirectory.write(folder, run, Map.of());
    }
    return Answers.of(ReportedRuns.read(List.of(folder)));
  }

  private ReportedRuns read(RunResult run) throws ResultsException {
    Path own = folder.resolve("own" + run.identity().runId());
    RunDirectory.write(own, run, Map.of());
    return ReportedRuns.read(List.of(own));
  }

  private static List<String> sentences(ReportAnswer answer) {
    return answer.statements().stream().map(Statement::sentence).toList();
  }

  @Test
  void aLatencyThatIsManyTimesAsLongIsAFactor() {
    ReportAnswer answer =
        Answers.of(
            new SampleStudy()
                .question(0.1, "publishLatency.p50")
                .runs("regular", NONE, MEDIAN, 1_600, 1_580, 1_630)
                .runs("slow", NONE, MEDIAN, 20_200, 20_000, 20_400)
                .study());
    assertThat(answer.question())
        .isEqualTo(
            "Does the median publish latency of slow differ from that of regular by 10 % or more?");
    assertThat(answer.headline().sentence())
        .startsWith(
            "slow: Median publish latency 20.2 ms instead of 1.60 ms, 12.6 times as long (95 %:"
                + " 12.")
        .endsWith("), n = 3.");
    assertThat(answer.headline().tone()).isEqualTo(Tone.BAD);
    assertThat(answer.statements()).isEmpty();
    Panel panel = ((Dots) answer.picture().orElseThrow()).panels().get(0);
    assertThat(panel.title()).isEqualTo("Median publish latency");
    assertThat(panel.rows()).extracting(Row::label).containsExactly("regular", "slow");
    assertThat(panel.rows()).extracting(Row::baseline).containsExactly(true, false);
    assertThat(panel.rows().get(1).runs()).containsExactly(20_200.0, 20_000.0, 20_400.0);
    assertThat(panel.rows().get(1).interval().orElseThrow().lowest()).isBetween(18_000.0, 20_200.0);
  }

  @Test
  void severalSystemsHaveOneSentenceForAllAndOneForEach() {
    ReportAnswer answer =
        Answers.of(
            new SampleStudy()
                .question(0.05, "publishRate")
                .runs("rf1", NONE, RATE, 288_000, 288_900, 287_700)
                .runs("async", NONE, RATE, 180_000, 180_400, 179_500)
                .runs("same", NONE, RATE, 288_100, 288_800, 287_600)
                .study());
    assertThat(answer.headline().sentence())
        .isEqualTo("Publish rate compared with rf1: async 38 % lower; same equal within 5 %.");
    assertThat(sentences(answer))
        .satisfiesExactly(
            lower ->
                assertThat(lower)
                    .startsWith(
                        "async: publish rate 180,000/s instead of 288,000/s, 38 % lower (95 %: 37"
                            + " to "),
            equal ->
                assertThat(equal)
                    .startsWith(
                        "same: publish rate equal within 5 %: 288,000/s and 288,000/s (95 %: "));
    assertThat(answer.statements())
        .extracting(Statement::tone)
        .containsExactly(Tone.BAD, Tone.NEUTRAL);
  }

  @Test
  void whatFewRunsWouldHaveShownIsSaid() {
    ReportAnswer answer =
        Answers.of(
            new SampleStudy()
                .question(0.05, "publishRate")
                .runs("a", NONE, RATE, 100, 150, 90)
                .runs("b", NONE, RATE, 120, 80, 160)
                .study());
    assertThat(answer.headline().sentence())
        .startsWith("b: No difference shown in publish rate: 115/s instead of 111/s (95 %: ")
        .contains("); these runs would show only a factor of ")
        .endsWith(" or more, n = 3.");
    assertThat(answer.headline().tone()).isEqualTo(Tone.NEUTRAL);
  }

  @Test
  void allChangesOfASentenceHaveOneScale() {
    ReportAnswer answer =
        Answers.of(
            new SampleStudy()
                .question(0.05, "publishRate")
                .runs("a", NONE, RATE, 100, 101, 99)
                .runs("b", NONE, RATE, 250, 251, 249)
                .runs("c", NONE, RATE, 60, 61, 59)
                .study());
    assertThat(answer.headline().sentence())
        .isEqualTo("Publish rate compared with a: b 2.5 times as high; c 0.6 times as high.");
    assertThat(sentences(answer))
        .anyMatch(
            text -> text.contains("c: publish rate 60.0/s instead of 100/s, 40 % lower (95 %: "))
        .noneMatch(text -> text.contains(" times") && text.contains(" % lower"));
  }

  @Test
  void metricsInWhichNoSystemDiffersAreNamedInTheHeadline() {
    SampleStudy study = new SampleStudy().question(0.05, "publishRate", "publishLatency.p50");
    double[] noise = {1, 3, 0.5};
    for (int block = 1; block <= 3; block++) {
      double at = noise[block - 1];
      study.run("a", NONE, block, Map.of(RATE, 99.0 + block, MEDIAN, 10 * at), Optional.empty());
      study.run("b", NONE, block, Map.of(RATE, 199.0 + block, MEDIAN, 9 / at), Optional.empty());
      study.run("c", NONE, block, Map.of(RATE, 149.0 + block, MEDIAN, 11.0), Optional.empty());
    }
    ReportAnswer answer = Answers.of(study.study());
    assertThat(answer.headline().sentence())
        .startsWith("Publish rate compared with a: b ")
        .endsWith(". No difference shown in median publish latency.");
    assertThat(answer.statements())
        .as("good in one metric, open in the other")
        .extracting(Statement::tone)
        .containsOnly(Tone.NEUTRAL);
  }

  @Test
  void whereNoMetricDiffersTheHeadlineIsShort() {
    SampleStudy study = new SampleStudy().question(0.05, "publishRate", "publishLatency.p50");
    double[] noise = {1, 3, 0.5};
    for (int block = 1; block <= 3; block++) {
      double at = noise[block - 1];
      study.run("a", NONE, block, Map.of(RATE, 9 / at, MEDIAN, 10 * at), Optional.empty());
      study.run("b", NONE, block, Map.of(RATE, 9 * at, MEDIAN, 9 / at), Optional.empty());
    }
    ReportAnswer answer = Answers.of(study.study());
    assertThat(answer.headline().sentence())
        .isEqualTo("No difference from a shown in publish rate and median publish latency.");
    assertThat(sentences(answer)).hasSize(1);
  }

  @Test
  void headlinesBeginWithACapital() throws ResultsException {
    for (RunResult run : List.of(SearchRuns.trials(), SampleFailover.run(), SampleRuns.ramp())) {
      String text = Answers.of(read(run)).headline().text();
      assertThat(text.substring(0, 1)).isEqualTo(text.substring(0, 1).toUpperCase(Locale.ROOT));
    }
  }

  @Test
  void singleRunsAreNoStatistics() {
    ReportAnswer answer =
        Answers.of(
            new SampleStudy()
                .question(0.05, "publishRate")
                .runs("a", NONE, RATE, 100)
                .runs("b", NONE, RATE, 250)
                .study());
    assertThat(answer.headline().sentence())
        .isEqualTo("b: Publish rate 250/s instead of 100/s, 2.5 times as high, n = 1.");
    assertThat(answer.trust().sentence())
        .isEqualTo("Rough figures only: single runs are compared, without statistics.");
    assertThat(answer.limits())
        .contains(
            new Limit(false, "A single run of each system: how much runs vary is not known", ""));
  }

  @Test
  void oneSystemIsAnsweredWithItsFigureAndInterval() {
    ReportAnswer answer =
        Answers.of(
            new SampleStudy()
                .question(0.05, "consumeRate")
                .runs("a", NONE, ComparedMetric.CONSUME_RATE, 99, 100, 101)
                .study());
    assertThat(answer.question()).isEqualTo("What is the consume rate of a?");
    assertThat(answer.headline().sentence())
        .isEqualTo("a: Consume rate 100/s (95 %: 97.5/s to 103/s), n = 3.");
  }

  @Test
  void aSystemWithoutTheFigureOfTheQuestionIsNamed() {
    SampleStudy study = new SampleStudy().question(0.05, "publishLatency.p50");
    for (int block = 1; block <= 2; block++) {
      study.run("a", NONE, block, Map.of(RATE, 100.0, MEDIAN, 10.0), Optional.empty());
      study.run("b", NONE, block, Map.of(RATE, 100.0), Optional.empty());
    }
    assertThat(Answers.of(study.study()).headline().sentence())
        .isEqualTo("b: No run has a usable figure that the question asks for.");
  }

  @Test
  void withoutAUsableRunThereIsNoAnswer() {
    SampleStudy study = new SampleStudy();
    study.run("a", NONE, 1, Map.of(RATE, 100.0), Optional.of("INVALID: schedule missed"));
    ReportAnswer answer = Answers.of(study.study());
    assertThat(answer.headline().sentence())
        .isEqualTo(
            "No answer: the run has no figures that may be used (INVALID: schedule missed).");
    assertThat(answer.picture()).isEmpty();
    assertThat(answer.trust().sentence())
        .isEqualTo(
            "Do not use these figures: no run has a usable figure that answers the question.");
  }

  @Test
  void aSearchIsAnsweredWithTheRateAndDrawnAsLatencyByRate() throws ResultsException {
    ReportAnswer answer = answer(SearchRuns.trials());
    assertThat(answer.question())
        .isEqualTo("What is the highest rate that kafka-strimzi-local sustains?");
    assertThat(answer.headline().sentence())
        .startsWith(
            "kafka-strimzi-local: At least 8,000 msg/s sustained; the limit was not found, because"
                + " maxTrials was reached after 3 trials; at 10,000 msg/s: end-to-end latency"
                + " median ");
    assertThat(answer.limits())
        .contains(
            new Limit(
                true,
                "The highest rate is not determined: maxTrials was reached after 3 trials",
                "search"));
    assertThat(answer.trust().sentence())
        .isEqualTo("Rough figures only: a search ended before it found the limit.");
    Curves picture = (Curves) answer.picture().orElseThrow();
    assertThat(picture.series().get(0).points())
        .extracting(AnswerPicture.Point::bad)
        .containsExactly(false, false, true);
    assertThat(picture.marks())
        .extracting(AnswerPicture.Mark::text)
        .containsExactly("found: 8,000 msg/s");
  }

  @Test
  void aSearchWithInaccurateLatenciesIsDrawnByTrial() throws ResultsException {
    RunResult run = SearchRuns.trials();
    Map<FigureGroup, FigureValidity> figures = new EnumMap<>(FigureGroup.class);
    for (FigureGroup group : FigureGroup.values()) {
      figures.put(group, FigureValidity.GOOD);
    }
    figures.put(
        FigureGroup.END_TO_END_LATENCY,
        FigureValidity.of(false, List.of("cpu-starved"), FigureError.ofNanos(500_000_000)));
    Verdict verdict = new Verdict(Status.INVALID, List.of(), List.of(), figures);
    Curves picture = (Curves) answer(run.withVerdict(verdict)).picture().orElseThrow();
    assertThat(picture.title()).isEqualTo("Rate of each trial");
    assertThat(picture.series().get(0).points())
        .extracting(AnswerPicture.Point::x)
        .containsExactly(1.0, 2.0, 3.0);
    assertThat(picture.series().get(0).points())
        .extracting(AnswerPicture.Point::bad)
        .contains(true, false);
    assertThat(picture.series().get(1).label()).isEqualTo("highest sustained");
    assertThat(picture.series().get(1).dashed()).isTrue();
  }

  @Test
  void oneRunIsAnsweredWithItsRateLatencyAndVerdict() throws ResultsException {
    ReportAnswer answer = answer(SampleRuns.sample());
    assertThat(answer.question()).startsWith("Does ").contains(" keep up with 10,000 msg/s of ");
    assertThat(answer.headline().sentence())
        .contains(": Publish rate 10,000/s of 10,000/s intended; consume rate ")
        .contains("; median end-to-end latency ")
        .contains(", p99 ");
    assertThat(answer.statements().get(0).subject()).isIn("VALID", "FAILED", "INVALID");
    Curves picture = (Curves) answer.picture().orElseThrow();
    assertThat(picture.title()).isEqualTo("End-to-end latency over time");
    assertThat(picture.series())
        .extracting(AnswerPicture.Series::label)
        .containsExactly("median", "p99");
  }

  /** Both of its workers have it. */
  @Test
  void aRunWithTheSameWarningTwiceIsOneRun() throws ResultsException {
    Finding warning = new Finding(Severity.WARNS, "cpu-starved", "it had too little CPU");
    Verdict twice = new Verdict(Status.VALID, List.of(warning, warning), List.of());
    RunResult warned = SampleRuns.withVerdict(SampleRuns.sample(), twice);
    assertThat(answer(warned, SampleRuns.ramp()).limits())
        .extracting(Limit::text)
        .contains("Warning in 1 of 2 runs: it had too little CPU");
  }

  private static RunResult asking(RunResult run, double atLeast, String... metrics) {
    Map<String, Object> workload = new LinkedHashMap<>(run.workload());
    Object written = metrics.length == 1 ? metrics[0] : List.of(metrics); // As files have it.
    workload.put("question", Map.of("metrics", written, "atLeast", atLeast));
    return SampleRuns.withWorkload(run, workload);
  }

  @Test
  void oneRunStatesTheFiguresThatItsWorkloadAsksFor() throws ResultsException {
    assertThat(
            answer(asking(SampleRuns.sample(), 0.1, "publishLatency.p99.9")).headline().sentence())
        .contains(": P99.9 publish latency ")
        .contains("; publish rate 10,000/s of 10,000/s intended; consume rate ");
  }

  private String picture(String metric) throws ResultsException {
    RunDirectory.write(folder.resolve(metric), asking(SampleRuns.sample(), 0.1, metric), Map.of());
    ReportedRuns run = ReportedRuns.read(List.of(folder.resolve(metric)));
    return ((Curves) Answers.of(run).picture().orElseThrow()).title();
  }

  @Test
  void thePictureOfOneRunIsOfWhatItsWorkloadAsksFor() throws ResultsException {
    assertThat(picture("consumeRate")).isEqualTo("Rates over time");
    assertThat(picture("publishLatency.p99")).isEqualTo("Publish latency over time");
    assertThat(picture("endToEnd.p99")).isEqualTo("End-to-end latency over time");
  }

  @Test
  void runsOutsideAStudyAnswerTheQuestionOfTheirWorkload() throws ResultsException {
    RunResult run = asking(SampleRuns.sample(), 0.25, "consumeRate");
    for (String side : List.of("a", "b")) {
      RunDirectory.write(folder.resolve(side), run, Map.of());
      RunDirectory.write(folder.resolve(side), run, Map.of());
    }
    ReportedRuns runs = ReportedRuns.read(List.of(folder.resolve("a"), folder.resolve("b")));

    ReportAnswer answer = Answers.of(runs);

    assertThat(answer.question())
        .isEqualTo("Does the consume rate of b differ from that of a by 25 % or more?");
    assertThat(answer.headline().sentence()).startsWith("b: Consume rate equal within 25 %: ");
    assertThat(((Dots) answer.picture().orElseThrow()).panels())
        .extracting(Panel::title)
        .containsExactly("Consume rate");
  }

  @Test
  void workloadsWithDifferentQuestionsHaveTheirOwnAnswers() throws ResultsException {
    RunResult first = asking(SampleRuns.sample(), 0.1, "consumeRate");
    RunResult other = asking(SampleRuns.sample(), 0.1, "publishLatency.p50");
    RunIdentity named =
        new RunIdentity(
            "b", "the other", "other", first.identity().driverName(), 1, 1, 1_000_000_000_000L);
    for (String side : List.of("a", "b")) {
      RunDirectory.write(folder.resolve(side), first, Map.of());
      RunDirectory.write(folder.resolve(side), SampleRuns.withIdentity(other, named), Map.of());
    }
    ReportedRuns runs = ReportedRuns.read(List.of(folder.resolve("a"), folder.resolve("b")));

    ReportAnswer answer = Answers.of(runs);

    assertThat(sentences(answer))
        .satisfiesExactly(
            one ->
                assertThat(one).startsWith("the other, b: median publish ").doesNotContain("rate"),
            two -> assertThat(two).contains(", b: consume rate ").doesNotContain("latency"));
    assertThat(((Dots) answer.picture().orElseThrow()).panels())
        .allSatisfy(panel -> assertThat(panel.rows()).hasSize(2));
  }

  @Test
  void aRampIsDrawnOverItsRate() throws ResultsException {
    ReportAnswer answer = answer(SampleRuns.ramp());
    assertThat(answer.question()).contains(" behave in the steps of ");
    assertThat(((Curves) answer.picture().orElseThrow()).title())
        .isEqualTo("End-to-end latency by the intended rate");
  }

  @Test
  void metricsAreNamedInWords() {
    assertThat(MetricWords.of("publishLatency.p50")).isEqualTo("median publish latency");
    assertThat(MetricWords.of("endToEnd.p99.9")).isEqualTo("p99.9 end-to-end latency");
    assertThat(MetricWords.of("roundTripRate at 8 requesters"))
        .isEqualTo("round-trip rate at 8 requesters");
    assertThat(MetricWords.of("unknown.p50")).isEqualTo("unknown.p50");
    assertThat(MetricWords.title("publishRate")).isEqualTo("Publish rate");
  }

  @Test
  void theQuestionOfAStudyIsThatOfItsAuthor() {
    assertThat(
            AskedSentence.in(
                "Site A takes 6,000 messages, is killed. How many of RabbitMQ 3.10 are\n missing?"
                    + " Two clusters."))
        .hasValue("How many of RabbitMQ 3.10 are missing?");
    assertThat(AskedSentence.in("It measures something.")).isEmpty();
  }

  @Test
  void aTerminalAndAPullRequestShowTheSame() {
    ReportAnswer answer =
        Answers.of(
            new SampleStudy()
                .question(0.05, "publishRate")
                .runs("a", NONE, RATE, 100)
                .runs("b_c", NONE, RATE, 250)
                .study());
    assertThat(AnswerText.lines(answer, TerminalStyle.PLAIN))
        .allMatch(line -> line.length() <= AnswerText.WIDTH)
        .contains(
            "  b_c: Publish rate 250/s instead of 100/s, 2.5 times as high, n = 1.",
            "  Rough figures only: single runs are compared, without statistics.",
            "Publish rate (from 0; more is better; o run, # geometric mean)",
            "  a                    .............#.................... 100/s",
            "  b_c                  .................................# 250/s");
    assertThat(AnswerText.lines(answer, TerminalStyle.UNICODE))
        .contains("  b_c                  ·································◆ 250/s");
    assertThat(AnswerText.markdown(answer, "study"))
        .startsWith("# study\n\nDoes the publish rate of b\\_c differ")
        .contains("```\nPublish rate (from 0; more is better; ● run, ◆ geometric mean)\n")
        .contains(
            "**b\\_c: Publish rate 250/s instead of 100/s, 2.5 times as high, n = 1.**\n\n"
                + "Rough figures only: ")
        .contains("- A single run of each system: how much runs vary is not known.");
  }

  @Test
  void theSetUpIsPartOfTheAnswer() throws ResultsException {
    ReportAnswer answer = answer(SampleRuns.sample());
    assertThat(String.join("\n", AnswerText.lines(answer, TerminalStyle.PLAIN)))
        .contains(
            "\nSet-up\n  Apache Kafka (client 4.3.1), 3 nodes, replication 3, acks=all; 10,000");
    assertThat(AnswerText.markdown(answer, "run"))
        .contains("\nSet-up: Apache Kafka (client 4.3.1), 3 nodes, replication 3, acks=all; 10,000")
        .contains("; 1 run.\n");
  }

  @Test
  void linesAreHeightsInATerminal() throws ResultsException {
    List<String> lines = AnswerText.lines(answer(SampleRuns.ramp()), TerminalStyle.PLAIN);
    assertThat(lines)
        .allMatch(line -> line.length() <= AnswerText.WIDTH)
        .anyMatch(line -> line.matches("  median +__# +[0-9.]+ ms\\.\\.[0-9.]+ s"));
  }
}
