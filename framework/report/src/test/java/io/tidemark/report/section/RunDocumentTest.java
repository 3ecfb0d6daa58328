package io.tidemark.report.section;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.load.Serialization;
import io.tidemark.model.result.Exclusions;
import io.tidemark.model.result.FigureError;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.FigureValidity;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Throughput;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.Verdict.Finding;
import io.tidemark.model.result.Verdict.ObjectiveResult;
import io.tidemark.model.result.Verdict.Severity;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.report.Golden;
import io.tidemark.report.SampleFailover;
import io.tidemark.report.SampleRuns;
import io.tidemark.report.SearchRuns;
import io.tidemark.report.document.TerminalRenderer;
import io.tidemark.report.file.InvalidMarker;
import io.tidemark.report.text.TerminalStyle;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunDocumentTest {
  private static final TerminalStyle UNICODE = new TerminalStyle(true, false);

  @Test
  void drawsAValidRun() {
    Golden.assertSealed("summary.txt", render(SampleRuns.sample(), UNICODE));
  }

  @Test
  void drawsWhatOnlySomeRunsHave() {
    Map.of(
            "failover", SampleFailover.run(),
            "request-reply", SampleRuns.requestReply(),
            "search", SearchRuns.trials())
        .forEach((what, run) -> Golden.assertSealed("summary-" + what + ".txt", unwritten(run)));
  }

  @Test
  void withoutAMissingMessageThereIsNoOldestOne() {
    assertThat(unwritten(SampleFailover.complete()))
        .containsPattern("oldest missing message \\(RPO\\) +none is missing");
  }

  private static String unwritten(RunResult run) {
    return new TerminalRenderer(UNICODE).render(RunDocument.of(run, List.of()));
  }

  @Test
  void theTimeToMakeABodyIsALineOfItsOwn() {
    Serialization avro = new Serialization(Serialization.Format.AVRO, 2.8, 1_000, false);
    assertThat(render(SampleRuns.withSerialization(SampleRuns.sample(), avro), UNICODE))
        .contains("\nbodies   Avro, 2.80 µs for each body, which no latency includes\n");
    assertThat(render(SampleRuns.sample(), UNICODE)).doesNotContain("\nbodies");
  }

  @Test
  void drawsAnInvalidRunInAscii() {
    String text = render(SampleRuns.invalid(), TerminalStyle.PLAIN);
    Golden.assertSealed("summary-invalid.txt", text);
    assertThat(text).matches("\\p{ASCII}*");
  }

  @Test
  void theFirstThreeOfManyFindingsOfAKindAreShown() {
    List<Finding> findings = new ArrayList<>();
    for (int i = 0; i < 1_500; i++) {
      findings.add(new Finding(Severity.ABORTS, "worker-lost", "worker " + i + " is silent"));
    }
    for (int i = 0; i < 3; i++) {
      findings.add(new Finding(Severity.REMARK, "clean-up", "worker " + i));
    }
    RunResult run = SampleRuns.sample();
    Verdict verdict = new Verdict(Status.ABORTED, findings, List.of(), run.verdict().figures());
    assertThat(render(run.withVerdict(verdict), UNICODE))
        .contains(
            """
              ABORTED  worker 0 is silent  [worker-lost]
              ABORTED  worker 1 is silent  [worker-lost]
              ABORTED  worker 2 is silent  [worker-lost]
              ABORTED  1,497 more in verdict.findings of result.json  [worker-lost]
              remark  worker 0  [clean-up]
              remark  worker 1  [clean-up]
              remark  worker 2  [clean-up]
            """);
  }

  @Test
  void drawsARowForEachPhaseOfARamp() {
    Golden.assertSealed("summary-ramp.txt", render(SampleRuns.ramp(), UNICODE));
  }

  @Test
  void saysWhichObjectiveWasMissed() {
    Verdict failed =
        new Verdict(
            Status.FAILED,
            List.of(),
            List.of(new ObjectiveResult("publishLatency.p99", "<= 2ms", "5.95 ms", false)));
    assertThat(render(SampleRuns.withVerdict(SampleRuns.sample(), failed), UNICODE))
        .contains("FAILED: publishLatency.p99 <= 2ms is 5.95 ms [objective-missed]\n")
        .containsPattern("FAIL +publishLatency.p99 +<= 2ms +5.95 ms");
  }

  @Test
  void saysWhatTheSystemUnderTestDidNotKeepUpWith() {
    Verdict failed =
        new Verdict(
            Status.FAILED,
            List.of(new Finding(Severity.FAILS, "rate-not-met", "the broker answered half")),
            List.of(new ObjectiveResult("lost", "== 0", "12", false)));
    assertThat(render(SampleRuns.withVerdict(SampleRuns.sample(), failed), UNICODE))
        .contains(
            "FAILED: the broker answered half [rate-not-met]; lost == 0 is 12 [objective-missed]\n")
        .contains("FAILED  the broker answered half  [rate-not-met]");
    assertThat(InvalidMarker.text(failed)).isEmpty();
  }

  @Test
  void damagedFiguresAreMarkedWithTheirPossibleError() {
    Verdict damaged =
        new Verdict(
            Status.INVALID,
            List.of(new Finding(Severity.INVALIDATES, "gc-pause", "a pause took 250 ms")),
            List.of(),
            Map.of(
                FigureGroup.PUBLISH_LATENCY,
                FigureValidity.of(false, List.of("gc-pause"), FigureError.ofNanos(250_000_000)),
                FigureGroup.RATES,
                FigureValidity.of(false, List.of("gc-pause"), FigureError.ofPercent(3)),
                FigureGroup.DELIVERY,
                FigureValidity.GOOD));

    String text = render(SampleRuns.withVerdict(SampleRuns.sample(), damaged), UNICODE);

    assertThat(text)
        .containsPattern("published +[0-9,]+! ")
        .contains("! damaged rates: error at most 3.00 %: gc-pause")
        .containsPattern("publish latency .*!\n")
        .contains("! damaged publish latency: error at most 250 ms: gc-pause")
        .doesNotContain("damaged delivery");
    assertThat(text.lines().filter(line -> line.strip().startsWith("end-to-end ")))
        .isNotEmpty()
        .noneMatch(line -> line.contains("!"));
    assertThat(render(SampleRuns.withVerdict(SampleRuns.ramp(), damaged), UNICODE))
        .as("rates of phases, and end-to-end latencies, which are good")
        .containsPattern("(?m)^ +step-2k +[0-9,]+ +[0-9,]+! +[0-9,]+! +[0-9,]+! .*[0-9] [mµ]s ");
    assertThat(InvalidMarker.text(damaged).orElse(""))
        .contains("INVALID: these figures of this run (rates, publish latency) must not be used.");
  }

  @Test
  void warningsHeadTheSummary() {
    Verdict warned =
        new Verdict(
            Status.VALID,
            List.of(new Finding(Severity.WARNS, "messages-lost", "7 messages were lost")),
            List.of());
    assertThat(render(SampleRuns.withVerdict(SampleRuns.sample(), warned), UNICODE))
        .contains("\nVALID\nWARNING: 7 messages were lost [messages-lost]\n")
        .contains("WARNING  7 messages were lost  [messages-lost]");
  }

  @Test
  void saysHowManyMessagesThePercentilesExclude() {
    RunResult run = SampleRuns.sample();
    PhaseResult test = run.phases().get(1);
    PhaseResult some =
        test.withCounters(
            Counters.ZERO
                .with(Counter.SENT, 10_000)
                .with(Counter.ACKNOWLEDGED, 9_900)
                .with(Counter.FAILED, 40)
                .with(Counter.RECEIVED, 9_700));
    RunResult lacking = SampleRuns.withPhases(run, List.of(some));
    assertThat(render(lacking, UNICODE))
        .contains("publish latencies exclude 100 of 10,000 sends: 40 failed, 60 never answered")
        .contains("end-to-end latencies exclude 300 deliveries that were not received");
    assertThat(lacking.totals().excluded()).contains(new Exclusions(40, 60, 300));
    assertThat(render(run, UNICODE)).doesNotContain("exclude");
  }

  @Test
  void coloursOnlyWhenAsked() {
    TerminalStyle coloured = new TerminalStyle(true, true);
    assertThat(coloured.printable(render(SampleRuns.invalid(), coloured)))
        .contains("\u001b[31mINVALID");
    assertThat(render(SampleRuns.invalid(), UNICODE)).doesNotContain("\u001b");
  }

  @Test
  void saysThatNothingWasMeasuredWhenTheRunEndedBefore() {
    RunResult run = SampleRuns.sample();
    RunResult broken = SampleRuns.withPhases(run, List.of(run.phases().get(0)));
    assertThat(render(broken, UNICODE))
        .contains("nothing was measured: the run ended before its measured part")
        .doesNotContain("closed loop");
  }

  @Test
  void saysNoneWhereNothingWasMeasured() {
    RunResult run = SampleRuns.sample();
    RunResult silent = SampleRuns.withPhases(run, List.of(run.phases().get(2)));
    assertThat(render(silent, UNICODE)).containsPattern("publish latency +none\n");
  }

  @Test
  void callsARunAClosedLoopOnlyIfNoPhaseHadASchedule() {
    RunResult run = SampleRuns.sample();
    PhaseResult fill = run.phases().get(1);
    PhaseResult drain =
        fill.with()
            .name("drain")
            .startEpochNanos(fill.startEpochNanos() + fill.lengthNanos())
            .intendedRatePerSecond(Optional.empty())
            .build();
    assertThat(render(SampleRuns.withPhases(run, List.of(fill, drain)), UNICODE))
        .doesNotContain("closed loop");
    assertThat(render(SampleRuns.withPhases(run, List.of(drain)), UNICODE))
        .contains("closed loop: limited by the window");
  }

  @Test
  void whatAWarmUpStillOwedIsNoShareOfTheIntended() {
    RunResult run = SampleRuns.sample();
    PhaseResult test = run.phases().get(1);
    long length = test.lengthNanos();
    Throughput catchingUp = new Throughput(happened(11_000, 10_967, 0, 10_967, length), length);
    long acknowledged = test.counters().get(Counter.ACKNOWLEDGED) * 95 / 100;
    PhaseResult owed =
        turn(test, "test", test.intendedRatePerSecond(), catchingUp, acknowledged, 0);
    assertThat(render(SampleRuns.withPhases(run, List.of(owed)), UNICODE))
        .containsPattern("published +10,967 +0\\.110 +95.00 % of intended, by intention");
    long all = Math.round(test.intendedRatePerSecond().orElseThrow() * length / 1e9);
    for (long published : List.of(all, all - 1)) {
      PhaseResult met = turn(test, "test", test.intendedRatePerSecond(), catchingUp, published, 0);
      assertThat(render(SampleRuns.withPhases(run, List.of(met)), UNICODE))
          .containsPattern("published +10,967 +0\\.110 +(100.00|99.99) % of intended *\n");
    }
  }

  @Test
  void fillAndDrainHaveTheRatesOfTheirOwnPhases() {
    RunResult run = fillThenDrain(SampleRuns.sample());
    PhaseResult total = run.totals();
    assertThat(total.perSecond(Counter.SENT)).isEqualTo(3_600);
    assertThat(total.perSecond(Counter.ACKNOWLEDGED)).isEqualTo(3_500);
    assertThat(total.perSecond(Counter.ACKNOWLEDGED_BYTES)).isEqualTo(35_000);
    assertThat(total.perSecond(Counter.FAILED)).isEqualTo(100);
    assertThat(total.perSecond(Counter.RECEIVED)).isEqualTo(13_000);
    assertThat(total.perSecond(Counter.RECEIVED_BYTES)).isEqualTo(130_000);
    assertThat(render(run, UNICODE)).containsPattern("published +3,500");
  }

  private static RunResult fillThenDrain(RunResult run) {
    PhaseResult test = run.phases().get(1);
    long length = test.lengthNanos();
    Throughput filling = new Throughput(happened(3_600, 3_500, 100, 0, length), length);
    Throughput draining = new Throughput(happened(0, 0, 0, 13_000, length / 2), length, length / 2);
    RunResult turns =
        SampleRuns.withPhases(
            run,
            List.of(
                turn(test, "fill", Optional.empty(), filling, 70_000, 0),
                turn(test, "drain", Optional.empty(), draining, 0, 70_000)));
    Map<String, Object> workload = new LinkedHashMap<>(run.workload());
    workload.put("pattern", "fill-then-drain");
    return SampleRuns.withWorkload(turns, workload);
  }

  /** Counters of messages of 10 bytes. */
  private static Counters happened(
      long sentPerSecond, long acked, long failed, long received, long nanos) {
    long seconds = nanos / 1_000_000_000;
    return Counters.ZERO
        .with(Counter.SENT, sentPerSecond * seconds)
        .with(Counter.ACKNOWLEDGED, acked * seconds)
        .with(Counter.ACKNOWLEDGED_BYTES, acked * seconds * 10)
        .with(Counter.FAILED, failed * seconds)
        .with(Counter.RECEIVED, received * seconds)
        .with(Counter.RECEIVED_BYTES, received * seconds * 10);
  }

  private static PhaseResult turn(
      PhaseResult like,
      String name,
      Optional<Double> intended,
      Throughput byTime,
      long acknowledged,
      long received) {
    return like.with()
        .name(name)
        .intendedRatePerSecond(intended)
        .byTime(byTime)
        .counters(
            Counters.ZERO
                .with(Counter.SENT, acknowledged)
                .with(Counter.ACKNOWLEDGED, acknowledged)
                .with(Counter.RECEIVED, received))
        .build();
  }

  private static String render(RunResult run, TerminalStyle style) {
    return new TerminalRenderer(style)
        .render(RunDocument.of(run, List.of(Path.of("results/run"), Path.of("results/omb.json"))));
  }
}
