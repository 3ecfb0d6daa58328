package io.tidemark.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Sample;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Cuts, stops and samples that come later than they should. */
class LateCutTest {
  private static final long LATE_NANOS = 12_000_000_000L;
  private final Scenario scenario = new Scenario().workers("a");

  @Test
  void aCutThatOutlastsThePhaseIsFollowedByAnotherOneOfThatPhase() throws Exception {
    ScriptedWorker worker = scenario.worker(0);
    worker.debtAtStop = 700;
    AtomicBoolean paused = new AtomicBoolean();
    worker.fault(
        "after-snapshot",
        call -> {
          long now = scenario.time.clock.epochNanos();
          long left =
              worker.phases.stream()
                  .filter(phase -> phase.name().equals("test"))
                  .mapToLong(phase -> phase.startEpochNanos() + 20_000_000_000L - now)
                  .findFirst()
                  .orElse(Long.MAX_VALUE);
          if (left > 200_000_000 && left < 1_800_000_000 && !paused.getAndSet(true)) {
            scenario.time.clock.advance(4_000_000_000L);
          }
        });

    RunResult result = scenario.run();

    PhaseResult test = Scenario.phase(result, "test");
    List<Sample> samples =
        result.samples().stream().filter(sample -> sample.phase().equals("test")).toList();
    Sample last = samples.get(samples.size() - 1);
    assertThat(paused).isTrue();
    assertThat(last.startEpochNanos() + last.lengthNanos())
        .as("the end of the last sample")
        .isGreaterThanOrEqualTo(test.startEpochNanos() + test.lengthNanos());
    assertThat(Scenario.finding(result, "debt-at-end")).startsWith("700 messages were due");
  }

  @Test
  void aStopThatOutlastsTheDrainIsFollowedByACut() throws Exception {
    scenario.drainTimeout = Duration.ofSeconds(4);
    ScriptedWorker worker = scenario.worker(0);
    worker.fault("stop-load", call -> scenario.time.clock.advance(15_000_000_000L));

    scenario.run();

    assertThat(worker.log.lastIndexOf("snapshot")).isGreaterThan(worker.log.indexOf("stop-load"));
  }

  @Test
  void aPhaseThatWorkersLearnOfTooLateIsAnEvent() throws Exception {
    scenario.worker(0).fault("announce-phases", call -> scenario.time.clock.advance(LATE_NANOS));

    RunResult result = scenario.run();

    RunEvent late =
        result.events().stream()
            .filter(event -> event.kind().equals(RunEvent.LATE_PHASE))
            .findFirst()
            .orElseThrow();
    PhaseResult phase = Scenario.phase(result, late.subject());
    assertThat(late.epochNanos()).isBetween(phase.startEpochNanos(), Long.MAX_VALUE);
  }

  @Test
  void aSampleThatCameLateShowsNoTimeBeyondItsPhase() throws Exception {
    scenario.test = Optional.of(Duration.ofSeconds(10));
    scenario.time.at(14.5, () -> scenario.time.clock.advance(2_000_000_000L));

    scenario.run();

    assertThat(scenario.positions)
        .contains("test PT10S of PT10S")
        .noneMatch(position -> position.startsWith("test PT11"));
  }
}
