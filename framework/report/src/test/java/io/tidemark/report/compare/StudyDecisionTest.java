package io.tidemark.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.metric.Metrics;
import io.tidemark.report.SampleStudy;
import io.tidemark.report.answer.Answers;
import io.tidemark.report.compare.Comparison.Basis;
import io.tidemark.report.compare.Comparison.Method;
import io.tidemark.report.compare.Comparison.Outcome;
import io.tidemark.report.document.Block.Statement;
import io.tidemark.report.document.MarkdownRenderer;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.runs.StoredStudy;
import io.tidemark.report.runs.StoredStudy.StudyBlocks;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("slow")
class StudyDecisionTest {
  private static final MetricReference RATE = MetricReference.of(Metrics.PUBLISH_RATE);
  private static final StudyBlocks BLOCKS = new StudyBlocks(3, 15, true, null, 0, null);

  private static ReportedRuns runs(boolean untilDecided, double[] one, double[] two) {
    ReportedRuns runs =
        new SampleStudy()
            .question(0.1, "publishRate")
            .runs("one", Map.of(), RATE, one)
            .runs("two", Map.of(), RATE, two)
            .study();
    return untilDecided ? planned(runs, BLOCKS) : runs;
  }

  static ReportedRuns planned(ReportedRuns runs, StudyBlocks blocks) {
    return new ReportedRuns(
        runs.runs(), runs.leftOut(), Optional.of(runs.study().orElseThrow().withBlocks(blocks)));
  }

  private static StudyDecision decision(double[] one, double... two) {
    return StudyDecision.of(runs(true, one, two));
  }

  @Test
  void aLargeDifferenceIsDecidedAtTheFirstLook() {
    StudyDecision decision = decision(new double[] {100, 101, 99}, 200, 203, 198);
    assertThat(decision.isDecided()).isTrue();
    assertThat(decision.likelyBlocks()).isEqualTo(3);
    assertThat(decision.parts().get(0).metric().outcome()).isEqualTo(Outcome.HIGHER);
    assertThat(decision.parts().get(0))
        .asString()
        .startsWith("two: publishRate +100.")
        .endsWith("decided: higher");
  }

  @Test
  void equalSystemsAreDecidedIfTheIntervalIsNarrow() {
    StudyDecision decision = decision(new double[] {100, 101, 99}, 100.1, 101.2, 99.05);
    assertThat(decision.isDecided()).isTrue();
    assertThat(decision.parts().get(0).metric().outcome()).isEqualTo(Outcome.EQUAL);
    assertThat(decision.parts().get(0)).asString().endsWith("decided: equal");
  }

  @Test
  void anEarlyLookIsStricterThanAFixedNumberOfBlocks() {
    double[] one = {100, 104, 97};
    double[] wide = {111.6, 123.3, 107.2};
    Comparison once = StudyComparison.ofEnvironments(runs(false, one, wide)).get(0);
    assertThat(once.others().get(0).metrics().get(0).outcome()).isEqualTo(Outcome.HIGHER);
    StudyDecision decision = decision(one, wide);
    assertThat(decision.isDecided()).isFalse();
    assertThat(decision.likelyBlocks()).isBetween(4, 8);
    Basis basis = decision.parts().get(0).metric().evidence().basis();
    assertThat(basis.method()).isEqualTo(Method.BLOCKS_DUNNETT);
    assertThat(basis.degreesOfFreedom()).isEqualTo(2);
    assertThat(basis.intervalLevel()).isLessThan(0.05);
    assertThat(basis)
        .asString()
        .isEqualTo(
            "blocks, Dunnett; 2 degrees of freedom; corrected for the looks after each block");
  }

  private static ReportedRuns ended(StudyBlocks.End end, double... two) {
    return planned(
        runs(true, new double[] {100, 104, 97}, two), new StudyBlocks(2, 3, true, 60.0, 70, end));
  }

  private static List<String> limits(ReportedRuns runs) {
    return Answers.of(runs).limits().stream().map(Statement::text).toList();
  }

  @Test
  void theAnswerSaysWhyTheStudyIsUndecided() {
    assertThat(limits(ended(StudyBlocks.End.MOST, 101, 112, 95)))
        .first()
        .isEqualTo("The question is not decided after 3 of at most 3 blocks; still open: two");
    ReportedRuns tooLong = ended(StudyBlocks.End.MAX_DURATION, 101, 112, 95);
    assertThat(limits(tooLong))
        .first()
        .isEqualTo(
            "The study ends after 3 of at most 3 blocks, not decided: another block would end later"
                + " than maxDuration allows (1:00 min); still open: two");
    assertThat(MarkdownRenderer.of(Answers.of(tooLong).document()))
        .contains("- The study ends after 3 of at most 3 blocks, not decided: ");
  }

  @Test
  void aDecidedStudyHasNoSuchLimit() {
    assertThat(limits(ended(StudyBlocks.End.DECIDED, 200, 203, 198)))
        .noneMatch(limit -> limit.contains("decided"));
  }

  @Test
  void theMethodSaysThatLooksAreCorrected() {
    StoredStudy fixed = runs(false, new double[] {1, 2}, new double[] {1, 2}).study().orElseThrow();

    assertThat(DifferencesSection.method(fixed.withBlocks(BLOCKS)))
        .contains(
            "after each block from block 3 on, at most 13 times", "corrected for these looks");
    assertThat(DifferencesSection.method(fixed)).contains("Dunnett").doesNotContain("looks");
  }

  @Test
  void aSystemWithASingleRunMayNeedAllBlocks() {
    StudyDecision decision = decision(new double[] {100, 104, 97}, 113);
    assertThat(decision.isDecided()).isFalse();
    assertThat(decision.likelyBlocks()).isEqualTo(15);
  }

  @Test
  void aPartIsATextWithItsInterval() {
    assertThat(decision(new double[] {100, 104, 97}, 113).parts().get(0))
        .hasToString("two: publishRate +12.7 %, not decided");
    assertThat(decision(new double[] {100, 101, 99}, 50, 51, 49.7).parts().get(0))
        .asString()
        .matches("two: publishRate -49\\.8 % \\(95 %: -5\\d.* to -4\\d.* %\\), decided: lower");
  }

  /** Blocks whose logarithms of the ratio of both systems have a mean and a deviation. */
  private static StudyDecision decided(StudyBlocks planned, int blocks, double mean, double sd) {
    double[] one = new double[blocks];
    double[] two = new double[blocks];
    double part = blocks % 2 == 0 ? sd * Math.sqrt((blocks - 1.0) / blocks) : sd;
    for (int i = 0; i < blocks; i++) {
      boolean middle = blocks % 2 == 1 && i == blocks - 1;
      one[i] = 100;
      two[i] = 100 * Math.exp(mean + (middle ? 0 : i % 2 == 0 ? part : -part));
    }
    return StudyDecision.of(planned(runs(false, one, two), planned));
  }

  @ParameterizedTest
  @CsvSource({"2, 2, 9", "3, 3, 10", "5, 5, 9", "4, 3, 9", "4, 6, 9"})
  void theForecastIsTheBlockAtWhichTheSameFiguresAreDecided(int now, int least, int most) {
    StudyBlocks planned = new StudyBlocks(least, most, true, null, 0, null);
    Set<Integer> forecasts = new TreeSet<>();
    for (double mean : new double[] {0, 0.05, 0.15, 0.3}) {
      for (double sd : new double[] {0.05, 0.08, 0.15, 0.25}) {
        int decided = now;
        while (decided < most && !decided(planned, decided, mean, sd).isDecided()) {
          decided = decided < least ? least : decided + 1;
        }
        StudyDecision decision = decided(planned, now, mean, sd);
        if (!decision.isDecided()) {
          assertThat(decision.likelyBlocks()).as(mean + " with " + sd).isEqualTo(decided);
          forecasts.add(decided);
        }
      }
    }
    assertThat(forecasts).hasSizeGreaterThan(1).contains(most);
  }
}
