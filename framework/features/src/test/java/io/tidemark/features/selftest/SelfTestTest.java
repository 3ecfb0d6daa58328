package io.tidemark.features.selftest;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.base.SystemClock;
import io.tidemark.features.selftest.SelfTest.Measured;
import io.tidemark.features.selftest.WaitingThread.Lateness;
import io.tidemark.model.result.DeliveryReport;
import io.tidemark.model.result.DeliveryReport.SubscriptionDelivery;
import io.tidemark.model.result.Latencies;
import io.tidemark.model.result.LatencySummary;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.snapshot.LatencyHistogram;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.report.document.TerminalRenderer;
import io.tidemark.report.text.TerminalStyle;
import io.tidemark.runs.Interruption;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A tool, or a broker, that is wrong on purpose is found; the runs on the broker are real. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("slow")
class SelfTestTest {
  private static final Lateness NOT_LATE = new Lateness(0, 0, 0, 0);
  private static final Experiment ERRORS = Experiment.all().get(1);
  private static final Experiment STALLS = Experiment.all().get(2);

  private SelfTestRuns runs;
  private RunResult right;

  @BeforeAll
  void measure() throws IOException {
    runs = SelfTestRuns.open(new Interruption(SystemClock.get(), Duration.ofSeconds(10)));
    right = runs.run(ERRORS).run();
  }

  @AfterAll
  void close() throws IOException {
    runs.close();
  }

  private static List<String> wrong(Experiment experiment, RunResult run) {
    return experiment.checks().of(run, NOT_LATE).stream()
        .filter(check -> !check.right())
        .map(Check::figure)
        .toList();
  }

  @Test
  void theErrorsOfTheBrokerAreCountedExactly() {
    assertThat(wrong(ERRORS, right)).isEmpty();
    assertThat(right.delivery().lost()).contains(20L);
    assertThat(right.delivery().duplicated()).contains(28L);
  }

  /** The checks do not depend on what the broker's file says, but on what they know. */
  @ParameterizedTest
  @CsvSource({"1000, 900, lost", "730, 700, duplicated"})
  void aBrokerThatDiffersFromWhatIsKnownIsFound(String known, String real, String figure)
      throws IOException {
    Experiment other =
        new Experiment(
            ERRORS.question(),
            ERRORS.workload(),
            ERRORS.known().replace(known, real),
            ERRORS.checks());
    assertThat(wrong(ERRORS, runs.run(other).run())).contains(figure);
  }

  @Test
  void aLossAndARepetitionThatTheToolDoesNotCountAreFound() {
    assertThat(wrong(ERRORS, counted(each -> each.withLost(Optional.of(19L))))).contains("lost");
    assertThat(wrong(ERRORS, counted(each -> each.withLost(Optional.empty())))).contains("lost");
    assertThat(wrong(ERRORS, counted(each -> each.withDuplicated(Optional.of(29L)))))
        .contains("duplicated");
  }

  private RunResult counted(UnaryOperator<SubscriptionDelivery> wrong) {
    DeliveryReport delivery = right.delivery();
    return right.withParts(
        right
            .parts()
            .with(
                DeliveryReport.PART,
                delivery.withSubscriptions(delivery.subscriptions().stream().map(wrong).toList())));
  }

  /** Of 10,000 messages at 1,000/s, those due in a stall have what is left of it as latency. */
  @Test
  void messagesThatWereDueInAStallAreMissedIfOnlyTheFirstOneCounts() {
    Histogram due = LatencyHistogram.create();
    Histogram sent = LatencyHistogram.create();
    for (int message = 0; message < 10_000; message++) {
      int intoMillis = message % 2_000;
      due.recordValue(Math.max(0, intoMillis - 1_600) == 0 ? 0 : (2_000 - intoMillis) * 1_000_000L);
      sent.recordValue(intoMillis == 1_600 ? 400_000_000L : 0);
    }
    assertThat(wrong(STALLS, latencies(due))).containsExactly("received");
    assertThat(wrong(STALLS, latencies(sent)))
        .contains("end-to-end latency p90", "end-to-end latency p99", "publish response time p99");
  }

  private RunResult latencies(Histogram histogram) {
    LatencySummary summary = LatencySummary.of(histogram).orElseThrow();
    return right.withTotals(
        right
            .totals()
            .withLatencies(
                Latencies.ofSummaries(
                    Map.of(Measure.END_TO_END, summary, Measure.PUBLISH_RESPONSE, summary))));
  }

  /** With the figures of one run everywhere nothing else is right. */
  @Test
  void aWrongToolEndsTheTestWithoutARate() throws IOException {
    SelfTest test = SelfTest.of(100_000, any -> new Measured(right, NOT_LATE), question -> {});
    assertThat(test.right()).isFalse();
    assertThat(test.rightRatePerSecond()).isZero();
    assertThat(new TerminalRenderer(TerminalStyle.PLAIN).render(test.document()))
        .contains("does not measure rightly", "WRONG");
  }
}
