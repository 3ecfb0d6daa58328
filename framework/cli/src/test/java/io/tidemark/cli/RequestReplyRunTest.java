package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RequestReplyReport;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.report.document.TerminalRenderer;
import io.tidemark.report.section.RunDocument;
import io.tidemark.report.text.TerminalStyle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requesters on one worker, responders on another, HTTP between them and the coordinator. */
@Tag("slow")
class RequestReplyRunTest {
  private static final Duration SHIFT = Duration.ofSeconds(5);

  @TempDir Path folder;

  private RunResult run(String way, String more) throws Exception {
    Path workload =
        Files.writeString(
            folder.resolve("ask.yaml"),
            """
            pattern: request-reply
            messageSize: 100
            responders: 3
            pairs: 2
            requesterStartDelay: 1ms
            sampleInterval: 200ms
            drainTimeout: 4s
            requestReply: %s
            """
                    .formatted(way)
                + more);
    try (MiniBench bench = new MiniBench().worker(Duration.ZERO).worker(SHIFT)) {
      return bench.run(workload);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"native", "generic"})
  void aSweepOverTwoWorkersAnswersEverythingAndCorrectsTheRespondersClock(String way)
      throws Exception {
    RunResult result = run(way, "requesters: [1, 3]\nwarmupDuration: 200ms\ntestDuration: 600ms\n");

    RequestReplyReport report = result.requestReply().orElseThrow();
    assertThat(report.nativeWay()).isEqualTo(way.equals("native"));
    assertThat(report.requestsSent()).isPositive();
    assertThat(report.counts().get(Counter.ANSWERED)).isEqualTo(report.requestsSent());
    assertThat(report.counts().get(Counter.REQUESTS_RECEIVED)).isEqualTo(report.requestsSent());
    assertThat(report.counts().get(Counter.REPLIES_SENT)).isEqualTo(report.requestsSent());
    assertThat(report.unanswered()).isZero();
    assertThat(report.requestsLost()).isEqualTo(Optional.of(0L));
    assertThat(report.repliesLost()).isEqualTo(Optional.of(0L));
    assertThat(result.delivery().lost()).isEqualTo(Optional.of(0L));

    List<PhaseResult> steps = result.phases().stream().filter(PhaseResult::measured).toList();
    assertThat(steps).extracting(PhaseResult::name).containsExactly("requesters-1", "requesters-3");
    assertThat(steps)
        .extracting(step -> step.scale().requesters().orElseThrow())
        .containsExactly(1, 3);
    for (PhaseResult step : steps) {
      long answered = step.counters().get(Counter.ANSWERED);
      assertThat(step.latency(Measure.ROUND_TRIP).orElseThrow().count()).isEqualTo(answered);
      assertThat(step.latency(Measure.RESPONDER_TIME).orElseThrow().count()).isEqualTo(answered);
      long legs =
          count(step, Measure.REQUEST_LEG)
              + count(step, Measure.REPLY_LEG)
              + step.counters().get(Counter.NEGATIVE_END_TO_END);
      assertThat(legs).isEqualTo(2 * answered);
      assertThat(longest(step, Measure.REQUEST_LEG)).isLessThan(SHIFT.toNanos() / 2);
      assertThat(longest(step, Measure.REPLY_LEG)).isLessThan(SHIFT.toNanos() / 2);
    }
    assertThat(new TerminalRenderer(TerminalStyle.PLAIN).render(RunDocument.of(result, List.of())))
        .contains("requesters-1", "requesters-3", "round trip", "answered in time");
  }

  @Test
  void eachRequestHasAConnectionWhichIsOpenUntilItsReply() throws Exception {
    RunResult result =
        run(
            "native",
            "requesters: 3\nproducerRate: 300\nconnectionPer: request\n"
                + "warmupDuration: 200ms\ntestDuration: 600ms\n");

    RequestReplyReport report = result.requestReply().orElseThrow();
    assertThat(report.requestsSent()).isPositive();
    assertThat(report.counts().get(Counter.ANSWERED)).isEqualTo(report.requestsSent());
    assertThat(result.counts().get(Counter.CLIENTS_OPENED)).isEqualTo(report.requestsSent());
    assertThat(report.counts().get(Counter.DUPLICATE_REPLIES)).isZero();
    PhaseResult test = result.phases().stream().filter(PhaseResult::measured).toList().get(0);
    assertThat(count(test, Measure.CLIENT_OPEN)).isPositive();
  }

  private static long count(PhaseResult step, Measure measure) {
    return step.latency(measure).map(latency -> latency.count()).orElse(0L);
  }

  private static long longest(PhaseResult step, Measure measure) {
    return step.latency(measure).map(latency -> latency.maxNanos()).orElse(0L);
  }
}
