package io.tidemark.coordinator.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.coordinator.run.Scenario;
import io.tidemark.model.load.ConnectionPer;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.worker.TopicHandle;
import io.tidemark.model.worker.WorkerInfo;
import io.tidemark.model.worker.WorkerInfo.ClockDomain;
import io.tidemark.model.workload.Load;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InFlightBudgetTest {
  private final Scenario scenario = new Scenario();

  private int budget(long heapBytes) {
    return budget(heapBytes, Map.of());
  }

  private int budget(long heapBytes, Map<String, String> facts) {
    Map<String, String> environment =
        heapBytes == 0 ? Map.of() : Map.of("jvm.maxHeapBytes", Long.toString(heapBytes));
    List<TopicHandle> topics = List.of(new TopicHandle("t", 1));
    return InFlightBudget.perProducer(
        scenario.workload(),
        Assignment.of(scenario.workload(), topics, 1, false, "run", 1),
        List.of(new WorkerInfo("a", "1", new ClockDomain("", 0), environment)),
        facts);
  }

  @ParameterizedTest
  @CsvSource({"1, 65536", "15, 65536", "16, 62500", "1000, 1000", "100000, 64"})
  void anOpenLoopMayHaveAMillionMessagesInFlight(int producers, int each) {
    scenario.producers = producers;

    assertThat(budget(0)).isEqualTo(each);
  }

  /** Messages have 100 bytes. */
  @ParameterizedTest
  @CsvSource({
    "client.bufferBytes, 33554432, 10000",
    "client.bufferBytes, 500000, 5000",
    "client.bufferBytes, 5000, 1000",
    "client.bufferBytes, many, 1000",
    "client.bufferMessages, 4000, 4000",
    "client.bufferMessages, 50000, 10000",
  })
  void aClosedLoopUsesTheBuffersOfTheClient(String fact, String value, int each) {
    scenario.load = new Load.ClosedLoop();

    assertThat(budget(0, Map.of(fact, value))).isEqualTo(each);
  }

  @ParameterizedTest
  @CsvSource({"1024, 10000", "5000, 6710", "65536, 1000"})
  void theBuffersOfTheClientAreNotFilledWithLargeMessages(int sizeBytes, int each) {
    scenario.load = new Load.ClosedLoop();
    scenario.payload = PayloadSpec.zeros(sizeBytes);

    assertThat(budget(0, Map.of("client.bufferMessages", "10000"))).isEqualTo(each);
  }

  @Test
  void noMoreThanAQuarterOfTheHeapIsInFlight() {
    scenario.producers = 10;

    // 64 MiB for 10 producers and messages of 100 + 400 bytes.
    assertThat(budget(256L << 20)).isEqualTo((64 << 20) / 500 / 10);
  }

  @Test
  void aProducerWithAConnectionForSomeMessagesHasOneInAClosedLoop() {
    scenario.load = new Load.ClosedLoop();
    scenario.connectionPer = Optional.of(new ConnectionPer(5, ""));

    assertThat(budget(0)).isEqualTo(5);
  }

  @Test
  void theWorkloadsOwnNumberWins() {
    scenario.maxInFlight = Optional.of(7);

    assertThat(budget(1 << 20)).isEqualTo(7);
  }
}
