package io.tidemark.model.workload;

import static io.tidemark.model.workload.WorkloadFile.MINIMAL;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.load.Curve;
import io.tidemark.model.load.LoadShape.SizeStep;
import io.tidemark.model.load.PayloadSpec.WeightedSize;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Sizes, pauses, repetitions and numbers of clients in phases. */
class PhaseScheduleTest extends WorkloadFileTest {
  private static final long SECOND = 1_000_000_000L;
  private static final String PHASED =
      MINIMAL.replace("testDuration: 30s", "warmupDuration: 5s\nphases:");

  private Workload read(String phases) {
    return file.read(PHASED + phases.indent(2));
  }

  private static double valueAt(Optional<Curve> curve, long seconds) {
    return curve.orElseThrow().valueAt(seconds * SECOND);
  }

  @Test
  void nothingIsSentInAPauseAndTheRateBeforeItHoldsAfterwards() {
    Workload workload = read("- {duration: 10s, rate: 500}\n- {pause: 3s}\n- {duration: 10s}\n");
    LoadSchedule schedule = LoadSchedule.of(workload);

    assertThat(schedule.stretches())
        .extracting(LoadSchedule.Stretch::name)
        .containsExactly("warm-up", "phase-1", "pause-2", "phase-3");
    assertThat(valueAt(schedule.rate(), 14)).isEqualTo(500);
    assertThat(valueAt(schedule.rate(), 15)).isZero();
    assertThat(valueAt(schedule.rate(), 17)).isZero();
    assertThat(valueAt(schedule.rate(), 18)).isEqualTo(500);
    assertThat(schedule.shape().activeProducers()).isEmpty();
  }

  @Test
  void inAPauseOfAClosedLoopNoProducerIsActive() {
    Workload workload =
        file.read(
            PHASED.replace("producerRate: 1000", "producerRate: max")
                + "  - {duration: 10s}\n  - {name: rest, pause: 3s}\n  - {duration: 5s}\n");
    Optional<Curve> active = LoadSchedule.of(workload).shape().activeProducers();

    assertThat(valueAt(active, 0)).isEqualTo(1);
    assertThat(valueAt(active, 14)).isEqualTo(1);
    assertThat(valueAt(active, 15)).isZero();
    assertThat(valueAt(active, 18)).isEqualTo(1);
  }

  @Test
  void repeatedPhasesHaveNumbersInTheirNames() {
    Workload workload =
        read(
            """
            - {name: ramp, duration: 4s}
            - repeat: 2
              phases:
                - {name: peak, duration: 1s, rate: 900}
                - repeat: 2
                  phases: [{pause: 2s}]
            """);

    assertThat(workload.phases())
        .extracting(Phase::name)
        .containsExactly(
            "ramp", "peak-1", "pause-3-1-1", "pause-3-2-1", "peak-2", "pause-3-1-2", "pause-3-2-2");
    assertThat(workload.time().test().orElseThrow()).hasSeconds(14);
  }

  @Test
  void sizesAndClientsHoldUntilTheyChangeAndTheWarmUpHasTheFirstOnes() {
    Workload workload =
        read(
            """
            - {duration: 10s, messageSize: 1KB, producersPerTopic: 2}
            - {duration: 10s, consumerPerSubscription: 3}
            - {duration: 10s, messageSize: 200, producersPerTopic: 4, consumerPerSubscription: 1}
            """);
    LoadSchedule schedule = LoadSchedule.of(workload);

    assertThat(schedule.shape().sizes())
        .containsExactly(
            new SizeStep(0, List.of(new WeightedSize(1024, 1))),
            new SizeStep(25 * SECOND, List.of(new WeightedSize(200, 1))));
    assertThat(valueAt(schedule.shape().activeProducers(), 0)).isEqualTo(2);
    assertThat(valueAt(schedule.shape().activeProducers(), 24)).isEqualTo(2);
    assertThat(valueAt(schedule.shape().activeProducers(), 25)).isEqualTo(4);
    assertThat(workload.totalProducers()).isEqualTo(4);
    assertThat(workload.totalConsumers()).isEqualTo(3);
    PhaseScale warmUp = PhaseScale.in(workload, "warm-up");
    assertThat(warmUp.producers()).contains(2);
    assertThat(warmUp.consumers()).contains(1);
    assertThat(warmUp.messageSizeBytes()).contains(1024);
    PhaseScale second = PhaseScale.in(workload, "phase-2");
    assertThat(second.producers()).contains(2);
    assertThat(second.consumers()).contains(3);
    PhaseScale drain = PhaseScale.in(workload, "drain");
    assertThat(drain.consumers()).as("those of the last phase").contains(1);
  }

  @Test
  void aWorkloadWithoutChangesHasNoScales() {
    Workload workload = read("- {duration: 10s}\n- {pause: 1s}\n");
    assertThat(PhaseScale.in(workload, "phase-1")).isEqualTo(PhaseScale.NONE);
    assertThat(workload.clientsChange()).isFalse();
  }

  @Test
  void theEffectiveWorkloadIsTheSameWorkload() throws Exception {
    Workload first =
        file.read(
            PHASED
                + """
                  - {duration: 10s, messageSize: 1KB, producersPerTopic: 2}
                  - repeat: 2
                    phases: [{pause: 2s}, {duration: 3s, consumerPerSubscription: 2}]
                churn: {producersPerSecond: 2, consumersPerSecond: 0.5}
                """);
    String yaml =
        new com.fasterxml.jackson.databind.ObjectMapper()
            .writeValueAsString(EffectiveWorkload.of(first));
    Workload second = file.read(yaml);
    assertThat(second.time()).isEqualTo(first.time());
    assertThat(second.destinations()).isEqualTo(first.destinations());
    assertThat(second.roles()).isEqualTo(new Roles.PublishSubscribe(new ChurnSpec(2, 0.5)));
  }
}
