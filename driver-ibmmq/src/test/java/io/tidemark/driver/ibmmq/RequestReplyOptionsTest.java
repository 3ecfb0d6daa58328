package io.tidemark.driver.ibmmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.ibm.mq.jms.MQConnectionFactory;
import com.ibm.msg.client.wmq.WMQConstants;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.PairsRequest;
import io.tidemark.driver.RequestReplyPair;
import io.tidemark.driver.ibmmq.testdouble.DoubleSettings;
import io.tidemark.driver.ibmmq.testdouble.Journal;
import io.tidemark.driver.ibmmq.testdouble.MessageDescriptor;
import io.tidemark.driver.ibmmq.testdouble.MqTestDouble;
import io.tidemark.driver.ibmmq.testdouble.Opcode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import javax.jms.Connection;
import javax.jms.JMSException;
import javax.jms.Session;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Section requestReply: ids, message types, commit points and queues as the test double sees them.
 */
class RequestReplyOptionsTest {
  private static final int SYNCPOINT = 0x2;

  @TempDir private Path directory;
  private MqTestDouble mq;

  @BeforeEach
  void start() {
    mq = DriverOnDouble.startDouble(DoubleSettings.named("QM1").withSharingConversations(10));
  }

  @AfterEach
  void stop() {
    mq.close();
  }

  private RoundTrips trips(String requestReply, String more) throws Exception {
    Path file = directory.resolve("driver.yaml");
    String text = "requestReply: {getWait: 50ms, %s}%nsetup: {mode: pcf}%n".formatted(requestReply);
    Files.writeString(file, DriverOnDouble.file(mq, text + more));
    return new RoundTrips(file.toFile());
  }

  private List<Journal.Flow> putsTo(String queue) {
    return mq.journal().flows(Opcode.MQPUT, queue);
  }

  @ParameterizedTest
  @CsvSource({
    "session, false", "session, true", "message-id, false", "message-id, true",
    "pass-through, false", "pass-through, true", "temporary-queue, false", "temporary-queue, true"
  })
  void everyCorrelationBringsEachReplyToItsRequester(String correlation, boolean transacted)
      throws Exception {
    String settings = "correlation: %s, transacted: %s".formatted(correlation, transacted);
    try (RoundTrips trips = trips(settings, "")) {
      RequestReplyPair pair = trips.pairs(1).get(0);
      trips.responder(0, pair);
      trips.responder(1, pair);
      RoundTrips.Client waiting = trips.requester(0, pair, false, RoundTrips.TIMEOUT);
      RoundTrips.Client streaming = trips.requester(1, pair, true, RoundTrips.TIMEOUT);
      for (long number = 0; number < 5; number++) {
        streaming.request(number, 20_480);
        waiting.request(number, 20_480);
      }
      Awaitility.await().until(() -> streaming.replies.size() == 5);
      assertThat(waiting.replies).containsExactlyElementsOf(numbers(5));
      assertThat(streaming.replies).containsExactlyInAnyOrderElementsOf(numbers(5));
      assertThat(trips.failures).isEmpty();
      assertThat(putsTo(pair.requestDestination()))
          .allMatch(f -> ((f.options() & SYNCPOINT) != 0) == transacted);
    }
  }

  @Test
  void aSessionKeepsOneCorrelationIdAndOneConsumer() throws Exception {
    try (RoundTrips trips = trips("correlation: session", "")) {
      RequestReplyPair pair = trips.pairs(1).get(0);
      roundTrips(trips, pair, 5);
      List<MessageDescriptor> requests = mq.journal().puts(pair.requestDestination());
      assertThat(requests.stream().map(MessageDescriptor::correlationId).distinct()).hasSize(1);
      assertThat(requests.get(0).correlationId()).isNotEqualTo("0".repeat(48));
      assertThat(mq.journal().puts(pair.replyDestination()))
          .extracting(MessageDescriptor::correlationId)
          .containsOnly(requests.get(0).correlationId());
      assertThat(opensForInput(pair.replyDestination())).isEqualTo(1);
    }
  }

  @Test
  void aMessageIdComesBackAsCorrelationIdToAConsumerPerReply() throws Exception {
    try (RoundTrips trips = trips("correlation: message-id", "")) {
      RequestReplyPair pair = trips.pairs(1).get(0);
      roundTrips(trips, pair, 5);
      assertThat(mq.journal().puts(pair.requestDestination()))
          .extracting(MessageDescriptor::correlationId)
          .containsOnly("0".repeat(48));
      assertThat(
              mq.journal().puts(pair.replyDestination()).stream()
                  .map(MessageDescriptor::correlationId)
                  .distinct())
          .hasSize(5)
          .allMatch(id -> id.startsWith("414d5120514d31")); // "AMQ QM1"
      assertThat(opensForInput(pair.replyDestination())).isEqualTo(5);
    }
  }

  @Test
  void aCorrelationIdIsPassedThrough() throws Exception {
    try (RoundTrips trips = trips("correlation: pass-through", "")) {
      RequestReplyPair pair = trips.pairs(1).get(0);
      roundTrips(trips, pair, 5);
      List<String> asked =
          mq.journal().puts(pair.requestDestination()).stream()
              .map(MessageDescriptor::correlationId)
              .toList();
      assertThat(asked).doesNotHaveDuplicates().hasSize(5);
      assertThat(mq.journal().puts(pair.replyDestination()))
          .extracting(MessageDescriptor::correlationId)
          .containsExactlyElementsOf(asked);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"session", "message-id", "pass-through", "temporary-queue"})
  void severalInFlightHaveAnIdForEachRequestAndAReplyQueueForEachRequester(String correlation)
      throws Exception {
    try (RoundTrips trips = trips("correlation: " + correlation, "")) {
      RequestReplyPair pair = trips.pairs(1).get(0);
      RoundTrips.Client one = trips.requester(0, pair, true, RoundTrips.TIMEOUT);
      RoundTrips.Client two = trips.requester(1, pair, true, RoundTrips.TIMEOUT);
      for (long number = 0; number < 4; number++) {
        one.request(number, 100);
        two.request(number, 100);
      }
      List<MessageDescriptor> requests = mq.journal().puts(pair.requestDestination());
      assertThat(requests.stream().map(MessageDescriptor::replyToQueue).distinct())
          .hasSize(2)
          .allMatch(queue -> queue.startsWith("AMQ."));
      trips.responder(0, pair);
      Awaitility.await().until(() -> one.replies.size() == 4 && two.replies.size() == 4);
      List<String> ids =
          requests.stream()
              .map(MessageDescriptor::replyToQueue)
              .distinct()
              .flatMap(queue -> mq.journal().puts(queue).stream())
              .map(MessageDescriptor::correlationId)
              .toList();
      assertThat(ids).hasSize(8).doesNotHaveDuplicates();
      assertThat(trips.failures).isEmpty();
      assertThat(trips.driver.replyMechanism()).contains("temporary reply queue per requester");
    }
  }

  @Test
  void severalInFlightCannotShareAFixedReplyQueue() throws Exception {
    try (RoundTrips trips = trips("correlation: session, fixedReplyQueue: true", "")) {
      RequestReplyPair pair = trips.pairs(1).get(0);
      assertThatThrownBy(() -> trips.requester(0, pair, true, RoundTrips.TIMEOUT))
          .hasMessageContaining("requestReply.fixedReplyQueue: false, or one request in flight");
    }
  }

  @Test
  void aRequestThatFailsWheneverItComesIsDroppedAndTold() throws Exception {
    try (RoundTrips trips = trips("correlation: session, transacted: true", "")) {
      RequestReplyPair pair = trips.pairs(1).get(0);
      trips.responderThrows.set(5);
      trips.responder(0, pair);
      RoundTrips.Client client = trips.requester(0, pair, true, RoundTrips.TIMEOUT);
      client.request(0, 100);
      client.request(1, 100);
      Awaitility.await().until(() -> client.replies.contains(1L));
      assertThat(trips.failures)
          .extracting(Throwable::getMessage)
          .anyMatch(
              m ->
                  m.equals(
                      "responder 0 drops a request: it came 6 times and was backed out each time"));
      Awaitility.await().until(() -> mq.queue(pair.requestDestination()).depth() == 0);
      assertThat(client.replies).containsExactly(1L);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aRequestWithoutAPayloadIsDroppedAndTold(boolean transacted) throws Exception {
    try (RoundTrips trips = trips("correlation: session, transacted: " + transacted, "")) {
      RequestReplyPair pair = trips.pairs(1).get(0);
      trips.responder(0, pair);
      RoundTrips.Client client = trips.requester(0, pair, false, RoundTrips.TIMEOUT);
      putMap(pair.requestDestination());
      client.request(0, 100);
      assertThat(client.replies).containsExactly(0L);
      assertThat(trips.failures)
          .singleElement()
          .satisfies(f -> assertThat(f).hasMessageContaining("neither a bytes nor a text message"));
      assertThat(mq.queue(pair.requestDestination()).depth()).isZero();
    }
  }

  /** As somebody else's application would. */
  private void putMap(String queue) throws JMSException {
    MQConnectionFactory factory = new MQConnectionFactory();
    factory.setTransportType(WMQConstants.WMQ_CM_CLIENT);
    factory.setHostName("localhost");
    factory.setPort(mq.port());
    factory.setChannel(DriverOnDouble.CHANNEL);
    try (Connection connection = factory.createConnection()) {
      Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
      session.createProducer(session.createQueue(queue)).send(session.createMapMessage());
    }
  }

  @Test
  void halfMadePairsAreRemoved() throws Exception {
    try (RoundTrips trips = trips("correlation: session", "")) {
      mq.faults().on(Opcode.MQPUT).of("SYSTEM.ADMIN.COMMAND.QUEUE").after(1).refuse(2051);
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
    try (RoundTrips trips = trips("correlation: session", "");
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

  @Test
  void requestsAndRepliesAreMarkedAsSuch() throws Exception {
    try (RoundTrips trips = trips("correlation: session", "")) {
      RequestReplyPair pair = trips.pairs(1).get(0);
      roundTrips(trips, pair, 1);
      MessageDescriptor request = mq.journal().puts(pair.requestDestination()).get(0);
      assertThat(request.messageType()).isEqualTo(1);
      assertThat(request.replyToQueue()).isEqualTo(pair.replyDestination());
      assertThat(mq.journal().puts(pair.replyDestination()).get(0).messageType()).isEqualTo(2);
    }
  }

  @Test
  void aTransactedRoundTripIsPutCommitGetCommitAndOneCommitOfTheResponder() throws Exception {
    try (RoundTrips trips = trips("correlation: session, transacted: true", "")) {
      RequestReplyPair pair = trips.pairs(1).get(0);
      roundTrips(trips, pair, 5);
      // And one of whoever looked for left-overs before.
      Awaitility.await()
          .untilAsserted(
              () -> assertThat(mq.journal().flows(Opcode.MQCMIT)).hasSizeBetween(15, 16));
    }
  }

  @Test
  void repliesToATemporaryQueueAreNotPersistent() throws Exception {
    try (RoundTrips trips = trips("correlation: temporary-queue", "")) {
      RequestReplyPair pair = trips.pairs(1).get(0);
      roundTrips(trips, pair, 3);
      MessageDescriptor request = mq.journal().puts(pair.requestDestination()).get(0);
      assertThat(request.replyToQueue()).startsWith("AMQ.");
      assertThat(request.persistence()).isEqualTo(1);
      assertThat(mq.journal().puts(request.replyToQueue()))
          .hasSize(3)
          .allMatch(reply -> reply.persistence() == 0); // No temporary queue takes others.
    }
  }

  @ParameterizedTest(name = "permanent: {0}, replies of persistence {1}")
  @CsvSource({"false, 0", "true, 1"})
  void temporaryQueuesHaveTheModelAndTheNamesOfTheFile(boolean permanent, int persistence)
      throws Exception {
    mq.defineModel("TIDEMARK.MODEL", permanent);
    String model = permanent ? "temporaryModel: TIDEMARK.MODEL, " : "";
    Path file = directory.resolve("driver.yaml");
    Files.writeString(
        file,
        DriverOnDouble.file(
                mq,
                "requestReply: {correlation: temporary-queue, getWait: 50ms}\nsetup: {mode: pcf}\n")
            .replace("connections: {", "connections: {temporaryPrefix: PERF.*, " + model));
    try (RoundTrips trips = new RoundTrips(file.toFile())) {
      RequestReplyPair pair = trips.pairs(1).get(0);
      roundTrips(trips, pair, 2);
      String replyQueue = mq.journal().puts(pair.requestDestination()).get(0).replyToQueue();
      assertThat(replyQueue).startsWith("PERF.");
      assertThat(mq.journal().flows(Opcode.MQOPEN, "TIDEMARK.MODEL").isEmpty())
          .isEqualTo(!permanent);
      assertThat(mq.journal().puts(replyQueue))
          .hasSize(2)
          .allMatch(reply -> reply.persistence() == persistence);
    }
  }

  @Test
  void existingQueuesOfAPatternAreUsedAndStay() throws Exception {
    for (String name : List.of("REQUEST3", "REPLY3", "REQUEST4", "REPLY4")) {
      mq.define(name);
    }
    String settings = "requestQueues: REQUEST%d, replyQueues: REPLY%d, from: 3, to: 4";
    try (RoundTrips trips = trips("fixedReplyQueue: true, " + settings, "")) {
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
  void queuesThatPcfMadeAreDeletedAndMissingOnesTold() throws Exception {
    RequestReplyPair made;
    try (RoundTrips trips = trips("correlation: session", "")) {
      made = trips.pairs(1).get(0);
      assertThat(mq.hasQueue(made.requestDestination())).isTrue();
    }
    assertThat(mq.hasQueue(made.requestDestination())).isFalse();
    assertThat(mq.hasQueue(made.replyDestination())).isFalse();
  }

  @Test
  void aLostReplyEndsAtItsTimeoutAndTheNextIsItsOwn() throws Exception {
    try (RoundTrips trips = trips("correlation: session", "")) {
      RequestReplyPair pair = trips.pairs(1).get(0);
      trips.responder(0, pair);
      RoundTrips.Client client = trips.requester(0, pair, false, Duration.ofMillis(400));
      mq.faults().on(Opcode.MQPUT).of(pair.replyDestination()).loseMessage();
      client.request(1, 100);
      assertThat(client.replies).isEmpty();
      client.request(2, 100);
      assertThat(client.replies).containsExactly(2L);
      assertThat(trips.failures).isEmpty();
    }
  }

  @Test
  void aLateReplyIsHandedOnOnceAndNotTakenForTheNext() throws Exception {
    try (RoundTrips trips = trips("correlation: session", "")) {
      RequestReplyPair pair = trips.pairs(1).get(0);
      trips.responder(0, pair);
      RoundTrips.Client client = trips.requester(0, pair, false, Duration.ofMillis(300));
      mq.faults().on(Opcode.MQPUT).of(pair.replyDestination()).delayMessage(Duration.ofMillis(500));
      client.request(1, 100);
      assertThat(client.replies).isEmpty();
      Awaitility.await()
          .until(
              () -> {
                client.request(2, 100);
                return client.replies.contains(1L);
              });
      assertThat(client.replies.stream().filter(n -> n == 1L)).hasSize(1);
      assertThat(mq.queue(pair.replyDestination()).depth()).isZero();
      assertThat(trips.failures).isEmpty();
    }
  }

  @Test
  void brokenConnectionsAreMadeAgainOnBothSides() throws Exception {
    try (RoundTrips trips = trips("correlation: session, transacted: true", "")) {
      RequestReplyPair pair = trips.pairs(1).get(0);
      roundTrips(trips, pair, 1);
      RoundTrips.Client client = trips.requester(5, pair, false, Duration.ofSeconds(1));
      client.request(1, 100);
      mq.dropConnections();
      Awaitility.await()
          .until(
              () -> {
                client.request(2, 100);
                return client.replies.contains(2L);
              });
      assertThat(trips.failures)
          .isNotEmpty()
          .allSatisfy(f -> assertThat(f).isInstanceOf(IOException.class));
    }
  }

  @Test
  void afterABrokenWaitEachReplyIsStillThatOfItsOwnRequest() throws Exception {
    try (RoundTrips trips = trips("correlation: session", "")) {
      RequestReplyPair pair = trips.pairs(1).get(0);
      trips.responder(0, pair);
      RoundTrips.Client client = trips.requester(0, pair, false, RoundTrips.TIMEOUT);
      mq.faults().on(Opcode.MQPUT).of(pair.replyDestination()).delayMessage(Duration.ofMillis(500));
      CompletableFuture<Void> first = CompletableFuture.runAsync(() -> client.request(0, 100));
      Awaitility.await()
          .until(() -> client.accepted.get() == 1 && !putsTo(pair.replyDestination()).isEmpty());
      mq.dropConnections();
      first.get(20, TimeUnit.SECONDS);
      assertThat(trips.failures).isNotEmpty();
      assertOwnReplies(client, 1, 5);
    }
  }

  @Test
  void aReplyWhoseCommitBrokeIsNotTakenForTheNext() throws Exception {
    try (RoundTrips trips = trips("correlation: session, transacted: true", "")) {
      RequestReplyPair pair = trips.pairs(1).get(0);
      trips.responder(0, pair);
      RoundTrips.Client client = trips.requester(0, pair, false, RoundTrips.TIMEOUT);
      assertOwnReplies(client, 0, 1);
      // The requester's put, the responder's work, and the requester's get.
      mq.faults().on(Opcode.MQCMIT).after(2).dropConnection();
      assertOwnReplies(client, 1, 5);
      assertThat(mq.faults().pending()).isZero();
    }
  }

  /** Each request returns with its own reply, and with nothing else, before the next one. */
  private static void assertOwnReplies(RoundTrips.Client client, int from, int to) {
    for (int number = from; number < to; number++) {
      client.request(number, 100);
      assertThat(client.replies).containsExactlyElementsOf(numbers(number + 1));
    }
  }

  @Test
  void aLateReplyIsCollectedWhileNobodyAsks() throws Exception {
    try (RoundTrips trips = trips("correlation: session", "")) {
      RequestReplyPair pair = trips.pairs(1).get(0);
      trips.responder(0, pair);
      RoundTrips.Client client = trips.requester(0, pair, false, Duration.ofMillis(200));
      mq.faults().on(Opcode.MQPUT).of(pair.replyDestination()).delayMessage(Duration.ofMillis(500));
      client.request(1, 100);
      assertThat(client.replies).isEmpty();
      Awaitility.await().until(() -> client.replies.contains(1L));
      assertThat(trips.failures).isEmpty();
    }
  }

  @Test
  void failedRepliesLeaveNoHandlesOpen() throws Exception {
    try (RoundTrips trips = trips("correlation: session", "")) {
      RequestReplyPair pair = trips.pairs(1).get(0);
      trips.responder(0, pair);
      RoundTrips.Client client = trips.requester(0, pair, false, Duration.ofMillis(300));
      mq.faults().on(Opcode.MQPUT).of(pair.replyDestination()).times(2).refuse(2051);
      for (int number = 0; number < 3; number++) {
        client.request(number, 100);
      }
      assertThat(trips.failures).hasSize(2);
      assertThat(client.replies).containsExactly(2L);
      assertThat(mq.queue(pair.replyDestination()).openForOutput()).isEqualTo(1);
    }
  }

  @Test
  void anErrorOfOneClientLeavesTheSharedConnectionOfTheOthers() throws Exception {
    Path file = directory.resolve("driver.yaml");
    String text = "requestReply: {getWait: 50ms}%nsetup: {mode: pcf}%n".formatted();
    Files.writeString(
        file,
        DriverOnDouble.file(mq, text).replace("connections: {", "connections: {mode: shared, "));
    try (RoundTrips trips = new RoundTrips(file.toFile())) {
      RequestReplyPair pair = trips.pairs(1).get(0);
      RoundTrips.Client client = trips.requester(0, pair, false, RoundTrips.TIMEOUT);
      trips.responder(0, pair);
      assertOwnReplies(client, 0, 1);
      mq.faults().on(Opcode.MQGET).of(pair.requestDestination()).refuse(2016);
      Awaitility.await().until(() -> !trips.failures.isEmpty());
      assertOwnReplies(client, 1, 3);
      assertThat(trips.failures).hasSize(1);
      assertThat(trips.events).isEmpty();
    }
  }

  @Test
  void anUnforeseenErrorDoesNotEndTheResponder() throws Exception {
    try (RoundTrips trips = trips("correlation: session", "")) {
      RequestReplyPair pair = trips.pairs(1).get(0);
      trips.responder(0, pair);
      RoundTrips.Client client = trips.requester(0, pair, false, Duration.ofSeconds(1));
      trips.responderThrows.set(1);
      client.request(0, 100);
      Awaitility.await()
          .until(
              () -> {
                client.request(1, 100);
                return client.replies.contains(1L);
              });
      assertThat(trips.failures)
          .singleElement()
          .satisfies(f -> assertThat(f).hasMessageContaining("a responder's own error"));
    }
  }

  private void roundTrips(RoundTrips trips, RequestReplyPair pair, int count) throws Exception {
    trips.responder(0, pair);
    RoundTrips.Client client = trips.requester(0, pair, false, RoundTrips.TIMEOUT);
    for (long number = 0; number < count; number++) {
      client.request(number, 100);
    }
    assertThat(trips.failures).isEmpty();
    assertThat(client.replies).containsExactlyElementsOf(numbers(count));
  }

  private long opensForInput(String queue) {
    return mq.journal().flows(Opcode.MQOPEN, queue).stream()
        .filter(f -> (f.options() & 0x7) != 0)
        .count();
  }

  private static List<Long> numbers(long to) {
    return LongStream.range(0, to).boxed().toList();
  }
}
