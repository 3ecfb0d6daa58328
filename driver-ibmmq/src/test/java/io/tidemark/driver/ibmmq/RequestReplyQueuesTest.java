package io.tidemark.driver.ibmmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.ibmmq.testdouble.MessageDescriptor;
import io.tidemark.driver.ibmmq.testdouble.Opcode;
import io.tidemark.driver.requests.PairsRequest;
import io.tidemark.driver.requests.RequestReplyPair;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Section requestReply: the queues of pairs, found, made, cleared and deleted. */
class RequestReplyQueuesTest extends RoundTripsOnDouble {
  @Test
  void halfMadePairsAreRemoved() throws Exception {
    try (RoundTrips trips = trips("correlation: session")) {
      mq.faults().on(Opcode.MQPUT).onQueue("SYSTEM.ADMIN.COMMAND.QUEUE").after(1).refuse(2051);
      PairsRequest request = new PairsRequest(List.of("RR.HALF"), false, 1, 1, 100, 100);
      assertThatThrownBy(() -> trips.driver.createPairs(request).get(20, TimeUnit.SECONDS))
          .hasMessageContaining("2051 MQRC_PUT_INHIBITED");
      assertThat(mq.hasQueue("RR.HALF")).isFalse();
      assertThat(mq.hasQueue("RR.HALF.REPLY")).isFalse();
    }
  }

  @ParameterizedTest(name = "in use: {0}")
  @ValueSource(booleans = {false, true})
  void whatIsLeftInQueuesIsCleared(boolean inUse) throws Exception {
    String queue = "RR.LEFT";
    mq.define(queue);
    mq.define(queue + ".REPLY");
    try (RoundTrips trips = trips("correlation: session");
        DriverRun other = otherDriver(queue)) {
      if (inUse) {
        DriverRun.get(other.driver().createProducer(queue));
      }
      PairsRequest request = new PairsRequest(List.of(queue), false, 1, 1, 100, 100);
      DriverRun.get(trips.driver.createPairs(request));
      assertThat(mq.queue(queue).depth()).isZero();
      assertThat(mq.journal().flows(Opcode.MQGET, queue).isEmpty()).isEqualTo(!inUse);
    }
  }

  /** Has put one message to the queue. */
  private DriverRun otherDriver(String queue) throws Exception {
    Path file = directory.resolve("other.yaml");
    Files.writeString(file, DriverOnDouble.file(mq, ""));
    DriverRun run = new DriverRun(file);
    try (BenchmarkProducer producer = DriverRun.get(run.driver().createProducer(queue))) {
      DriverRun.get(producer.sendAsync(Optional.empty(), new byte[10]));
    }
    return run;
  }

  @ParameterizedTest(name = "permanent: {0}, replies of persistence {1}")
  @CsvSource({"false, 0", "true, 1"})
  void temporaryQueuesHaveTheModelAndTheNamesOfTheFile(boolean permanent, int persistence)
      throws Exception {
    mq.defineModel("TIDEMARK.MODEL", permanent);
    String model = permanent ? "temporaryModel: TIDEMARK.MODEL, " : "";
    begin("correlation: temporary-queue", "temporaryPrefix: PERF.*, " + model);
    roundTrips(2);
    MessageDescriptor request = mq.journal().puts(pair.requestDestination()).get(0);
    assertThat(request.persistence()).isEqualTo(1);
    assertThat(request.replyToQueue()).startsWith("PERF.");
    assertThat(mq.journal().flows(Opcode.MQOPEN, "TIDEMARK.MODEL").isEmpty()).isEqualTo(!permanent);
    assertThat(mq.journal().puts(request.replyToQueue()))
        .hasSize(2)
        .allMatch(reply -> reply.persistence() == persistence); // No temporary queue takes others.
  }

  @Test
  void existingQueuesOfAPatternAreUsedAndStay() throws Exception {
    for (String name : List.of("REQUEST3", "REPLY3", "REQUEST4", "REPLY4")) {
      mq.define(name);
    }
    String settings = "requestQueues: REQUEST%d, replyQueues: REPLY%d, from: 3, to: 4";
    try (RoundTrips trips = trips("fixedReplyQueue: true, " + settings)) {
      List<RequestReplyPair> pairs = trips.pairs(2);
      assertThat(pairs)
          .extracting(RequestReplyPair::requestDestination)
          .containsExactly("REQUEST3", "REQUEST4");
      roundTrips(trips, pairs.get(1), 3);
      assertThat(putsTo("REPLY4")).hasSize(3);
      assertThatThrownBy(() -> trips.pairs(3)).hasMessageContaining("requestReply.from");
    }
    assertThat(mq.hasQueue("REQUEST3")).isTrue();
  }

  @Test
  void queuesThatPcfMadeAreDeletedAndMissingOnesReported() throws Exception {
    RequestReplyPair made;
    try (RoundTrips trips = trips("correlation: session")) {
      made = trips.pairs(1).get(0);
      assertThat(mq.hasQueue(made.requestDestination())).isTrue();
    }
    assertThat(mq.hasQueue(made.requestDestination())).isFalse();
    assertThat(mq.hasQueue(made.replyDestination())).isFalse();
  }
}
