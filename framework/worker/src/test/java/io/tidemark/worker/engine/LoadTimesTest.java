package io.tidemark.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.model.snapshot.LoadThreads;
import io.tidemark.worker.engine.ScriptedLoad.Fate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where the time of load threads goes, against what a script injects. */
class LoadTimesTest {
  private static final long SECOND = 1_000_000_000L;
  private static final double EXACT = 1e-9;

  private Simulation simulation;
  private Engine engine;

  @Test
  void asynchronousSendsTakeNoTime() {
    LoadThreads first = seconds((producer, k) -> Fate.of(2_000_000), 100).get(0);

    assertThat(first.threadNanos()).isEqualTo(SECOND);
    assertThat(first.producerNanos()).isEqualTo(SECOND);
    assertThat(first.sendShare()).isZero();
    assertThat(first.capShare()).isZero();
    assertThat(first.debt()).isZero();
  }

  @Test
  void aSendThatBlocksIsCountedInTheIntervalsInWhichItBlocks() {
    List<LoadThreads> seconds =
        seconds((producer, k) -> k == 50 ? Fate.of(0).blocking(5 * SECOND / 2) : Fate.of(0), 100);

    assertThat(seconds.get(0).sendShare()).as("from 0.5 s on").isCloseTo(0.5, within(EXACT));
    assertThat(seconds.get(1).sendShare()).isCloseTo(1, within(EXACT));
    assertThat(seconds.get(1).debt()).as("0.5 s to 2 s, less one").isBetween(148L, 151L);
    assertThat(seconds.get(1).oldestInFlightNanos()).isEqualTo(3 * SECOND / 2);
    assertThat(seconds.get(2).sendShare()).isCloseTo(1, within(EXACT));
    assertThat(seconds.get(3).sendShare()).as("it caught up at once").isZero();
  }

  @Test
  void sendsThatBlockForAMomentEachAddUp() {
    List<LoadThreads> seconds = seconds((producer, k) -> Fate.of(0).blocking(4_000_000), 100);

    assertThat(seconds.get(0).sendShare()).isCloseTo(0.4, within(0.005));
    assertThat(seconds.get(1).sendShare()).isCloseTo(0.4, within(0.005));
  }

  @Test
  void waitingForTheInFlightCapIsNotSending() {
    List<LoadThreads> seconds = seconds((producer, k) -> Fate.of(k < 50 ? 1_000_000 : -1), 30);

    assertThat(seconds.get(0).sendShare()).isZero();
    assertThat(seconds.get(0).capShare())
        .as("30 sends from 0.5 s on")
        .isCloseTo(0.2, within(0.011));
    assertThat(seconds.get(1).capShare()).isCloseTo(1, within(EXACT));
    assertThat(seconds.get(1).debt()).isBetween(119L, 121L);
    assertThat(seconds.get(1).oldestInFlightNanos()).isCloseTo(3 * SECOND / 2, within(10_000_000L));
  }

  @Test
  void whatTheKernelCountsIsUnknownWithoutThreads() {
    LoadThreads first = seconds((producer, k) -> Fate.of(0), 100).get(0);

    assertThat(first.cpuShare()).isNaN();
    assertThat(first.runQueueShare()).isNaN();
  }

  @Test
  void noTimeIsCountedAfterTheLoad() {
    seconds((producer, k) -> Fate.of(0), 100);
    engine.stopLoad(Duration.ofMillis(1));
    simulation.runUntil(simulation.startEpochNanos + 9 * SECOND);

    assertThat(engine.cut().threads().threadNanos()).as("until the stop").isEqualTo(SECOND);
    simulation.runUntil(simulation.startEpochNanos + 10 * SECOND);
    assertThat(engine.cut().threads().threadNanos()).isZero();
  }

  /** The cuts at the end of each of four seconds of a load of 100 messages a second. */
  private List<LoadThreads> seconds(ScriptedLoad script, int maxInFlight) {
    simulation = new Simulation(script, 1, new long[] {0}, 0);
    engine = simulation.workers.get(0).engine;
    simulation.beginPhase(0, simulation.startEpochNanos);
    simulation.startLoad(100, 0, maxInFlight);
    long untilStart = simulation.startEpochNanos - simulation.truth.epochNanos();
    List<LoadThreads> cuts = new ArrayList<>();
    for (int second = 1; second <= 4; second++) {
      // Within the time of a send that blocks, too.
      simulation.later(untilStart + second * SECOND, () -> cuts.add(engine.cut().threads()));
    }
    simulation.runUntil(simulation.startEpochNanos + 5 * SECOND);
    return cuts;
  }
}
