package io.tidemark.worker.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.SendBehavior;
import io.tidemark.driver.inmemory.InMemoryBenchmarkDriver;
import io.tidemark.model.worker.ProducerRequest;
import io.tidemark.model.worker.TopicHandle;
import io.tidemark.worker.DriverDouble;
import io.tidemark.worker.clients.DriverClients.ProducerBatches;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ProducerBatchesTest {
  private static final TopicHandle A = new TopicHandle("a", 1);
  private static final TopicHandle B = new TopicHandle("b", 1);
  private static final ProducerRequest A0 = new ProducerRequest(0, A);
  private static final ProducerRequest B1 = new ProducerRequest(1, B);
  private static final ProducerRequest A2 = new ProducerRequest(2, A);
  private static final List<ProducerRequest> ALL = List.of(A0, B1, A2);

  /** A driver like OMB's for RabbitMQ: its own batches, in any order. */
  static class OwnBatches extends DriverDouble {
    @Override
    public CompletableFuture<List<BenchmarkProducer>> createProducers(
        List<ProducerInfo> producers) {
      return super.createProducers(producers);
    }
  }

  /** A driver with its own batches that declares our contract. */
  static final class OwnBatchesOfOurs extends OwnBatches implements SendBehavior {
    @Override
    public boolean sendMayBlock() {
      return false;
    }

    @Override
    public boolean copiesPayload() {
      return false;
    }
  }

  @Test
  void asksForAllAtOnceWhereTheOrderIsKept() {
    assertThat(ProducerBatches.of(new InMemoryBenchmarkDriver(), ALL)).containsExactly(ALL);
    assertThat(ProducerBatches.of(new DriverDouble(), ALL)).containsExactly(ALL);
    assertThat(ProducerBatches.of(new OwnBatchesOfOurs(), ALL)).containsExactly(ALL);
  }

  @Test
  void asksTopicByTopicWhereItMayNotBe() {
    assertThat(ProducerBatches.of(new OwnBatches(), ALL))
        .containsExactly(List.of(A0, A2), List.of(B1));
  }

  @Test
  void asksForNothingWhereNothingIsWanted() {
    assertThat(ProducerBatches.of(new DriverDouble(), List.of())).isEmpty();
  }
}
