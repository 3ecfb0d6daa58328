package io.tidemark.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.coordinator.fleet.Assignment;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.worker.ClientsRequest;
import io.tidemark.model.worker.ConsumerRequest;
import io.tidemark.model.worker.ProducerRequest;
import io.tidemark.model.worker.TopicHandle;
import io.tidemark.model.workload.Phase;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Producers and consumers that join and leave with the phases. */
class JoiningClientsTest {
  private final Scenario scenario = new Scenario();

  JoiningClientsTest() {
    scenario.topics = 2;
    scenario.producers = 1;
    scenario.subscriptions = 1;
    scenario.consumers = 1;
    scenario.phases =
        List.of(phase("one", null, null), phase("more", 3, 2), phase("fewer", 1, null));
  }

  private static Phase phase(String name, Integer producers, Integer consumers) {
    return Phase.of(
        name,
        Duration.ofSeconds(10),
        keys ->
            keys.producersPerTopic(Optional.ofNullable(producers))
                .consumersPerSubscription(Optional.ofNullable(consumers)));
  }

  private static ClientsRequest order(int producers, int consumers) {
    return new ClientsRequest(producers, consumers, 0, 0);
  }

  @Test
  void producersOpenBeforeTheirPhaseAndConsumersWithIt() throws Exception {
    scenario.workers("a");

    RunResult result = scenario.run();

    assertThat(scenario.worker(0).orders)
        .containsExactly(order(2, 2), order(6, 2), order(6, 4), order(2, 4));
    assertThat(result.phases())
        .filteredOn(PhaseResult::measured)
        .extracting(phase -> phase.scale().producers().orElseThrow())
        .containsExactly(2, 6, 2);
    assertThat(result.phases())
        .filteredOn(PhaseResult::measured)
        .extracting(phase -> phase.scale().consumers().orElseThrow())
        .containsExactly(2, 4, 4);
  }

  @Test
  void theFirstClientsOfEachTopicAreOnAllWorkers() {
    List<TopicHandle> topics =
        IntStream.range(0, 2).mapToObj(i -> new TopicHandle("t" + i, 1)).toList();

    Assignment assignment = Assignment.of(scenario.workload(), topics, 4, false, "run", 1);

    assertThat(assignment.allProducers())
        .extracting(producer -> producer.topic().name())
        .containsExactly("t0", "t1", "t0", "t1", "t0", "t1");
    assertThat(assignment.producers().subList(0, 2))
        .allSatisfy(
            producers ->
                assertThat(producers).extracting(ProducerRequest::index).anyMatch(i -> i < 2));
    assertThat(assignment.consumers().subList(2, 4))
        .allSatisfy(
            consumers ->
                assertThat(consumers).extracting(ConsumerRequest::index).anyMatch(i -> i < 2));
  }
}
