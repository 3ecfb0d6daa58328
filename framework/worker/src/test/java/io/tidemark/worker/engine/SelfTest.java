package io.tidemark.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.measure.DeliveryAudit.Outcome;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.worker.engine.ScriptedLoad.Fate;
import io.tidemark.worker.engine.Simulation.SimulatedWorker;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The whole engine against known truth: what it reports must be what the script injected. Time is a
 * manual clock's, so that a stall of 30 s takes none.
 */
@Tag("slow")
class SelfTest {
  private static final long SECOND = 1_000_000_000L;
  private static final int RATE = 300;
  private static final int SECONDS = 40;

  static Stream<Arguments> matrix() {
    List<Arguments> cases = new ArrayList<>();
    for (long stallMillis : new long[] {100, 1_000, 5_000, 30_000}) {
      for (boolean warmUp : new boolean[] {false, true}) {
        for (int workers : new int[] {1, 3}) {
          for (long offsetMillis : new long[] {0, 80, -80}) {
            cases.add(Arguments.of(stallMillis, warmUp, workers, offsetMillis));
          }
        }
      }
    }
    return cases.stream();
  }

  @ParameterizedTest
  @MethodSource("matrix")
  void reportsExactlyWhatWasInjected(
      long stallMillis, boolean warmUp, int workers, long offsetMillis) {
    long offset = offsetMillis * 1_000_000;
    ScriptedLoad script = (producer, k) -> fate(producer, k, stallMillis * 1_000_000);
    Simulation simulation = new Simulation(script, workers, new long[] {0, offset, -offset / 2}, 0);
    KnownTruth truth = new KnownTruth();

    run(simulation, truth, warmUp);
    inject(simulation, truth, script, warmUp);

    truth.assertReportedEqualsInjected();
    assertAudit(truth, script, workers);
  }

  /** Producer 0 stalls once; every fate is a function of the message alone. */
  private static Fate fate(int producer, long k, long stallNanos) {
    Random random = new Random(producer * 1_000_003L + k);
    long ack = k % 5 == 0 ? 0 : 200_000 + random.nextInt(3_000_000);
    long delivery = 1_000 + (long) Math.exp(random.nextDouble() * 16);
    Fate fate = Fate.of(ack, delivery);
    if (k % 97 == 13) {
      fate = Fate.of(ack); // Lost.
    } else if (k % 89 == 17) {
      fate = Fate.of(ack, delivery, delivery + 1_500_000_000L, delivery + 3_000_000L); // Thrice.
    } else if (k % 83 == 19) {
      fate = Fate.of(ack, delivery).corrupted();
    } else if (k % 79 == 23) {
      fate = Fate.of(1 + ack, delivery).failing(); // Received all the same.
    } else if (k % 73 == 29) {
      fate = Fate.of(-1).failing(); // Refused by an exception.
    } else if (k % 71 == 31) {
      fate = Fate.of(-1, delivery); // Never acknowledged.
    }
    return producer == 0 && k == 500 ? fate.blocking(stallNanos) : fate;
  }

  private static void run(Simulation simulation, KnownTruth truth, boolean warmUp) {
    simulation.correctClocks();
    simulation.beginPhase(0, simulation.startEpochNanos - SECOND);
    simulation.startLoad(RATE, (long) RATE * SECONDS, 1_000_000);
    for (int second = 0; second <= SECONDS + 50; second += 10) {
      if (warmUp && second == 0) {
        simulation.beginPhase(1, simulation.startEpochNanos + 5 * SECOND);
      }
      simulation.runUntil(simulation.startEpochNanos + second * SECOND);
      for (SimulatedWorker worker : simulation.workers) {
        truth.report(worker.engine.cut());
      }
    }
  }

  private static void inject(
      Simulation simulation, KnownTruth truth, ScriptedLoad script, boolean warmUp) {
    int producers = simulation.workers.size();
    long measuredFrom = warmUp ? 5 * SECOND : 0;
    for (int producer = 0; producer < producers; producer++) {
      long free = 0;
      for (long k = 0; k * producers + producer < (long) RATE * SECONDS; k++) {
        long n = k * producers + producer;
        long due = (2 * n * SECOND + RATE) / (2 * RATE);
        int phase = warmUp && due >= measuredFrom ? 1 : 0;
        Fate fate = script.fate(producer, k);
        long sent = Math.max(due, free);
        long handed = sent + fate.blockNanos();
        free = handed;
        truth.inject(phase, Measure.SCHEDULE_DELAY, sent - due);
        if (fate.fails()) {
          truth.inject(phase, Measure.FAILED_SEND, handed + Math.max(0, fate.ackNanos()) - due);
        } else if (fate.ackNanos() >= 0) {
          truth.inject(phase, Measure.PUBLISH_LATENCY, handed + fate.ackNanos() - sent);
          truth.inject(phase, Measure.PUBLISH_RESPONSE, handed + fate.ackNanos() - due);
        }
        if (!fate.corrupt()) {
          for (long delivery : fate.deliveriesNanos()) {
            truth.inject(phase, Measure.END_TO_END, handed + delivery - due);
            truth.inject(phase, Measure.END_TO_END_FROM_SEND, handed + delivery - sent);
          }
        }
      }
    }
  }

  private static void assertAudit(KnownTruth truth, ScriptedLoad script, int producers) {
    long acknowledged = 0;
    long lost = 0;
    long duplicated = 0;
    long corrupted = 0;
    long unacknowledgedButReceived = 0;
    long sent = 0;
    for (int producer = 0; producer < producers; producer++) {
      for (long k = 0; k * producers + producer < (long) RATE * SECONDS; k++) {
        Fate fate = script.fate(producer, k);
        boolean acked = !fate.fails() && fate.ackNanos() >= 0;
        boolean received = !fate.corrupt() && !fate.deliveriesNanos().isEmpty();
        sent++;
        acknowledged += acked ? 1 : 0;
        lost += acked && !received ? 1 : 0;
        duplicated += received ? fate.deliveriesNanos().size() - 1 : 0;
        corrupted += fate.corrupt() ? fate.deliveriesNanos().size() : 0;
        unacknowledgedButReceived += !acked && received ? 1 : 0;
      }
    }
    Outcome outcome = truth.audit.outcome(0, IntStream.range(0, producers).toArray());
    assertThat(truth.counters.get(Counter.SENT)).isEqualTo(sent);
    assertThat(outcome.expected()).isEqualTo(acknowledged);
    assertThat(outcome.lost()).isEqualTo(lost);
    assertThat(outcome.duplicated()).isEqualTo(duplicated);
    assertThat(outcome.unacknowledgedButReceived()).isEqualTo(unacknowledgedButReceived);
    assertThat(truth.counters.get(Counter.CORRUPTED)).isEqualTo(corrupted);
    assertThat(truth.counters.get(Counter.FOREIGN)).isZero();
    assertThat(outcome.orderJudged()).as("one consumer, one partition").isEqualTo(producers == 1);
  }

  @Test
  void aDriftingClockIsCorrected() {
    ScriptedLoad script = (producer, k) -> Fate.of(500_000, 2_000_000L + k % 1000 * 1000);
    Simulation simulation = new Simulation(script, 3, new long[] {80_000_000, -80_000_000}, 5e-5);
    KnownTruth truth = new KnownTruth();
    run(simulation, truth, false);
    for (int producer = 0; producer < 3; producer++) {
      for (long k = 0; k < RATE * SECONDS / 3; k++) {
        truth.inject(0, Measure.SCHEDULE_DELAY, 0);
        truth.inject(0, Measure.PUBLISH_LATENCY, 500_000);
        truth.inject(0, Measure.PUBLISH_RESPONSE, 500_000);
        truth.inject(0, Measure.END_TO_END, 2_000_000L + k % 1000 * 1000);
        truth.inject(0, Measure.END_TO_END_FROM_SEND, 2_000_000L + k % 1000 * 1000);
      }
    }
    truth.assertReportedEqualsInjected();
  }

  @Test
  void withoutCorrectionNegativeLatenciesAreCountedAndNotHidden() {
    ScriptedLoad script = (producer, k) -> Fate.of(500_000, 10_000_000L + k % 100 * 1_000_000);
    Simulation simulation = new Simulation(script, 2, new long[] {0, -60_000_000}, 0);
    simulation.beginPhase(0, simulation.startEpochNanos);
    simulation.startLoad(900, 9_000, 1_000_000);
    simulation.runUntil(simulation.startEpochNanos + 20 * SECOND);
    KnownTruth truth = new KnownTruth();
    simulation.workers.forEach(worker -> truth.report(worker.engine.cut()));
    long negative = 0;
    for (int producer = 0; producer < 2; producer++) {
      for (long k = 0; k < 4_500; k++) {
        int receiver = (int) (k % 2);
        long apparent =
            10_000_000L
                + k % 100 * 1_000_000
                + (producer == 0 && receiver == 1 ? -60_000_000 : 0)
                + (producer == 1 && receiver == 0 ? 60_000_000 : 0);
        negative += apparent < 0 ? 1 : 0;
        truth.inject(0, Measure.SCHEDULE_DELAY, 0);
        truth.inject(0, Measure.PUBLISH_LATENCY, 500_000);
        truth.inject(0, Measure.PUBLISH_RESPONSE, 500_000);
        if (apparent >= 0) {
          truth.inject(0, Measure.END_TO_END, apparent);
          truth.inject(0, Measure.END_TO_END_FROM_SEND, apparent);
        }
      }
    }
    truth.assertReportedEqualsInjected();
    assertThat(negative).isPositive();
    assertThat(truth.counters.get(Counter.NEGATIVE_END_TO_END)).isEqualTo(negative);
    assertThat(truth.counters.get(Counter.RECEIVED)).isEqualTo(9_000);
  }

  @Test
  void waitingForTheInFlightCapIsScheduleDelay() {
    ScriptedLoad script = (producer, k) -> Fate.of(10_000_000, 1_000L);
    Simulation simulation = new Simulation(script, 1, new long[] {0}, 0);
    KnownTruth truth = new KnownTruth();
    simulation.startLoad(1_000, 1_000, 5);
    simulation.runUntil(simulation.startEpochNanos + 10 * SECOND);
    truth.report(simulation.workers.get(0).engine.cut());
    long[] sent = new long[1_000];
    for (int k = 0; k < 1_000; k++) {
      long due = k * 1_000_000L;
      sent[k] = Math.max(due, k < 5 ? 0 : sent[k - 5] + 10_000_000);
      truth.inject(0, Measure.SCHEDULE_DELAY, sent[k] - due);
      truth.inject(0, Measure.PUBLISH_LATENCY, 10_000_000);
      truth.inject(0, Measure.PUBLISH_RESPONSE, sent[k] - due + 10_000_000);
      truth.inject(0, Measure.END_TO_END, sent[k] - due + 1_000);
      truth.inject(0, Measure.END_TO_END_FROM_SEND, 1_000);
    }
    truth.assertReportedEqualsInjected();
  }

  @Test
  void sendsThatAreNeverAcknowledgedAreReportedWithTheirAge() {
    ScriptedLoad script = (producer, k) -> Fate.of(k % 10 == 3 ? -1 : 1_000, 1_000L);
    Simulation simulation = new Simulation(script, 1, new long[] {0}, 0);
    simulation.startLoad(1_000, 1_000, 1_000_000);
    simulation.runUntil(simulation.startEpochNanos + 10 * SECOND);
    Unacknowledged missing = simulation.workers.get(0).engine.unacknowledged();
    EngineCut cut = simulation.workers.get(0).engine.cut();
    assertThat(missing.count()).isEqualTo(100);
    List<Long> ages =
        IntStream.range(0, 100).mapToObj(i -> 10 * SECOND - (i * 10 + 3) * 1_000_000L).toList();
    assertThat(missing.agesNanos()).isEqualTo(ages);
    assertThat(cut.load().inFlight()).isEqualTo(100);
    assertThat(cut.load().oldestInFlightAgeNanos()).isEqualTo(10 * SECOND - 3_000_000);
    assertThat(cut.load().finished()).isTrue();
  }

  @Test
  void theCompactFormMeasuresInMicrosecondsOverItsWraps() {
    ScriptedLoad script = (producer, k) -> Fate.of(1_000, 3_000_000L);
    Simulation simulation = new Simulation(script, 2, new long[] {0}, 0, 12);
    KnownTruth truth = new KnownTruth();
    simulation.startLoad(4, 4 * 9_000, 1_000_000);
    for (int second = 0; second <= 9_001; second += 100) {
      simulation.runUntil(simulation.startEpochNanos + second * SECOND);
      simulation.workers.forEach(worker -> truth.report(worker.engine.cut()));
    }
    for (int n = 0; n < 4 * 9_000; n++) {
      truth.inject(0, Measure.SCHEDULE_DELAY, 0);
      truth.inject(0, Measure.PUBLISH_LATENCY, 1_000);
      truth.inject(0, Measure.PUBLISH_RESPONSE, 1_000);
      truth.inject(0, Measure.END_TO_END, 3_000_000);
    }
    truth.assertReportedEqualsInjected();
    Outcome outcome = truth.audit.outcome(0, new int[] {0, 1});
    assertThat(outcome.lost()).isZero();
    assertThat(outcome.expected()).isEqualTo(4 * 9_000);
  }
}
