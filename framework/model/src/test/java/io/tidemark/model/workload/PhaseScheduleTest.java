package io.tidemark.model.workload;

import static io.tidemark.model.workload.WorkloadFile.MINIMAL;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.load.LoadShape.SizeStep;
import io.tidemark.model.load.PayloadSpec.WeightedSize;
import io.tidemark.model.load.Profile;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sizes, pauses, repetitions and numbers of clients in phases. */
class PhaseScheduleTest {
  private static final long SECOND = 1_000_000_000L;
  private static final String PHASED =
      MINIMAL.replace("testDuration: 30s", "warmupDuration: 5s\nphases:");

  @TempDir Path folder;
  private WorkloadFile file;

  @BeforeEach
  void setUp() {
    file = new WorkloadFile(folder);
  }

  private Workload read(String phases) {
    return file.read(PHASED + phases.indent(2));
  }

  private static double valueAt(Optional<Profile> profile, long seconds) {
    return profile.orElseThrow().valueAt(seconds * SECOND);
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
    assertThat(schedule.activeProducers()).isEmpty();
  }

  @Test
  void inAPauseOfAClosedLoopNoProducerIsActive() {
    Workload workload =
        file.read(
            PHASED.replace("producerRate: 1000", "producerRate: max")
                + "  - {duration: 10s}\n  - {name: rest, pause: 3s}\n  - {duration: 5s}\n");
    Optional<Profile> active = LoadSchedule.of(workload).activeProducers();

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

    assertThat(workload.time().phases())
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

    assertThat(schedule.sizes())
        .containsExactly(
            new SizeStep(0, List.of(new WeightedSize(1024, 1))),
            new SizeStep(25 * SECOND, List.of(new WeightedSize(200, 1))));
    assertThat(valueAt(schedule.activeProducers(), 0)).isEqualTo(2);
    assertThat(valueAt(schedule.activeProducers(), 24)).isEqualTo(2);
    assertThat(valueAt(schedule.activeProducers(), 25)).isEqualTo(4);
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
    assertThat(first.destinations().churn()).isEqualTo(new ChurnSpec(2, 0.5));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "- {pause: 1s, duration: 2s}| phases[0].duration: cannot be combined with pause",
        "- {pause: 1s, rate: 5}| phases[0].rate: cannot be combined with pause",
        "- {repeat: 2}| phases[0].phases: the key is missing",
        "- {phases: [{duration: 1s}]}| phases[0].repeat: the key is missing",
        "- {repeat: 2, rate: 5, phases: [{duration: 1s}]}| phases[0].rate: cannot be combined with"
            + " repeat",
        "- {repeat: 2, phases: [{duration: 1s, rat: 5}]}| phases[0].phases[0].rat: unknown key",
        "- {repeat: 900, phases: [{duration: 1s}, {pause: 1s}]}| phases[0].repeat: makes too many"
            + " phases, got 900 times 2",
        "- {duration: 1s, consumerPerSubscription: 0}| phases: the last phase has no consumer",
        "- {duration: 1s, producersPerTopic: 0}| phases[0].producersPerTopic: wrong value, got 0",
      })
  void saysWhatDoesNotGoTogether(String phases, String problem) {
    assertThat(file.problems(PHASED + "  " + phases + "\n"))
        .anySatisfy(line -> assertThat(line).contains(problem.strip()));
  }

  @Test
  void clientsOfPhasesNeedProducersAndConsumersAtTheSameTime() {
    assertThat(
            file.problems(
                PHASED
                    + "  - {duration: 9s, producersPerTopic: 2}\npattern: fill-then-drain\n"
                    + "churn: {producersPerSecond: 1}\n"))
        .hasSize(2)
        .anyMatch(line -> line.contains("phases[0].producersPerTopic: does not go with pattern"))
        .anyMatch(line -> line.contains("churn: does not go with pattern"));
  }
}
