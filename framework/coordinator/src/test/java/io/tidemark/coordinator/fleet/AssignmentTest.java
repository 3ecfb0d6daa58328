package io.tidemark.coordinator.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.coordinator.run.Scenario;
import io.tidemark.model.worker.ConsumerRequest;
import io.tidemark.model.worker.ProducerRequest;
import io.tidemark.model.worker.SubscriptionHandle;
import io.tidemark.model.worker.TopicHandle;
import io.tidemark.model.workload.Pattern;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AssignmentTest {
  private final Scenario scenario = new Scenario();

  AssignmentTest() {
    scenario.topics = 4;
    scenario.producers = 3;
    scenario.subscriptions = 2;
    scenario.consumers = 2;
  }

  private Assignment assign(int workers, boolean extra, long seed) {
    return assign(workers, extra, "run", seed);
  }

  private Assignment assign(int workers, boolean extra, String runId, long seed) {
    List<TopicHandle> topics =
        IntStream.range(0, scenario.topics).mapToObj(i -> new TopicHandle("t" + i, 1)).toList();
    return Assignment.of(scenario.workload(), topics, workers, extra, runId, seed);
  }

  @ParameterizedTest
  @CsvSource({
    "1, false, 1", "2, false, 1", "3, false, 1", "4, false, 2", "8, false, 4", "9, false, 4",
    "1, true, 1", "2, true, 1", "3, true, 1", "4, true, 2", "8, true, 3", "9, true, 3"
  })
  void splitsWorkersAsOmbDoes(int workers, boolean extra, int producing) {
    assertThat(Assignment.producerWorkers(workers, extra)).isEqualTo(producing);
  }

  @Test
  void oneWorkerDoesBoth() {
    Assignment assignment = assign(1, false, 1);

    assertThat(assignment.producers().get(0)).hasSize(12);
    assertThat(assignment.consumers().get(0)).hasSize(16);
  }

  @Test
  void dealsEverythingOnceAndEvenly() {
    Assignment assignment = assign(5, false, 1);

    assertThat(assignment.producers()).extracting(List::size).containsExactly(6, 6, 0, 0, 0);
    assertThat(assignment.consumers()).extracting(List::size).containsExactly(0, 0, 6, 5, 5);
    assertThat(assignment.producers().stream().flatMap(List::stream).map(ProducerRequest::index))
        .containsExactlyInAnyOrderElementsOf(IntStream.range(0, 12).boxed().toList());
    assertThat(assignment.consumers().stream().flatMap(List::stream).map(ConsumerRequest::index))
        .containsExactlyInAnyOrderElementsOf(IntStream.range(0, 16).boxed().toList());
    assertThat(assignment.workerOfProducer()).hasSize(12).containsOnly(0, 1);
  }

  @Test
  void aWorkerWithoutShareStillTakesPart() {
    scenario.topics = 1;
    scenario.producers = 1;
    scenario.consumers = 1;
    scenario.subscriptions = 1;

    Assignment assignment = assign(4, false, 1);

    assertThat(assignment.producers()).extracting(List::size).containsExactly(1, 0, 0, 0);
    assertThat(assignment.consumers()).extracting(List::size).containsExactly(0, 0, 1, 0);
  }

  @Test
  void oneSeedOneAssignment() {
    assertThat(assign(5, false, 7)).isEqualTo(assign(5, false, 7));
    assertThat(assign(5, false, 7)).isNotEqualTo(assign(5, false, 8));
  }

  @Test
  void anotherRunWithTheSameSeedHasTheSameClientsAndOtherSubscriptions() {
    Assignment one = assign(5, false, "one", 7);
    Assignment other = assign(5, false, "other", 7);

    assertThat(other.producers()).isEqualTo(one.producers());
    assertThat(other.consumers())
        .extracting(each -> each.stream().map(ConsumerRequest::index).toList())
        .isEqualTo(
            one.consumers().stream()
                .map(each -> each.stream().map(ConsumerRequest::index).toList())
                .toList());
    assertThat(other.subscriptions())
        .extracting(SubscriptionHandle::name)
        .doesNotContainAnyElementsOf(
            one.subscriptions().stream().map(SubscriptionHandle::name).toList());
  }

  @Test
  void namesSubscriptionsAsOmbDoes() {
    Assignment assignment = assign(1, false, 1);

    assertThat(assignment.subscriptions()).hasSize(8);
    assertThat(assignment.subscriptions())
        .extracting(SubscriptionHandle::name)
        .allMatch(name -> name.matches("sub-00[01]-[A-Za-z0-9_-]{7}"))
        .doesNotHaveDuplicates();
    assertThat(assignment.subscriptions())
        .extracting(SubscriptionHandle::index)
        .containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
  }

  @Test
  void knowsWhichProducersFeedASubscription() {
    Assignment assignment = assign(3, false, 1);

    SubscriptionHandle ofSecondTopic = assignment.subscriptions().get(2);

    assertThat(ofSecondTopic.topic().name()).isEqualTo("t1");
    assertThat(assignment.producersByTopic().get(ofSecondTopic.topic())).containsExactly(3, 4, 5);
  }

  @Test
  void consumeOnlyHasNoProducersAndAllWorkersConsume() {
    scenario.pattern = Pattern.CONSUME_ONLY;

    Assignment assignment = assign(4, false, 1);

    assertThat(assignment.totalProducers()).isZero();
    assertThat(assignment.consumers()).extracting(List::size).containsExactly(4, 4, 4, 4);
  }
}
