package io.tidemark.driver.ibmmq;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.mq.jms.MQConnectionFactory;
import com.ibm.msg.client.wmq.WMQConstants;
import io.tidemark.driver.ibmmq.testdouble.Opcode;
import io.tidemark.driver.requests.RequestReplyPair;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.jms.Connection;
import javax.jms.JMSException;
import javax.jms.Session;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests and replies that are lost, late or refused, and connections that break. */
@Tag("slow")
class RoundTripFailuresTest extends RoundTripsOnDouble {
  @Test
  void aRequestThatFailsWheneverItComesIsDroppedAndReported() throws Exception {
    begin("correlation: session, transacted: true");
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
                    "responder 0 discards a request: it came 6 times and backed out each time"));
    Awaitility.await().until(() -> mq.queue(pair.requestDestination()).depth() == 0);
    assertThat(client.replies).containsExactly(1L);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aRequestWithoutAPayloadIsDroppedAndReported(boolean transacted) throws Exception {
    beginWithResponder("correlation: session, transacted: " + transacted);
    RoundTrips.Client client = trips.requester(0, pair, false, RoundTrips.TIMEOUT);
    putMap(pair.requestDestination());
    client.request(0, 100);
    assertThat(client.replies).containsExactly(0L);
    assertThat(trips.failures)
        .singleElement()
        .satisfies(f -> assertThat(f).hasMessageContaining("neither a bytes nor a text message"));
    assertThat(mq.queue(pair.requestDestination()).depth()).isZero();
  }

  /** Again and again. */
  private static void requestUntilReplied(RoundTrips.Client client, long number, long awaited) {
    Awaitility.await()
        .until(
            () -> {
              client.request(number, 100);
              return client.replies.contains(awaited);
            });
  }

  private void delayReply(RequestReplyPair pair) {
    mq.faults()
        .on(Opcode.MQPUT)
        .onQueue(pair.replyDestination())
        .delayMessage(Duration.ofMillis(500));
  }

  /** Puts a message that another application would put. */
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
  void aLostReplyEndsAtItsTimeoutAndTheNextIsItsOwn() throws Exception {
    beginWithResponder("correlation: session");
    RoundTrips.Client client = trips.requester(0, pair, false, Duration.ofMillis(400));
    mq.faults().on(Opcode.MQPUT).onQueue(pair.replyDestination()).loseMessage();
    client.request(1, 100);
    assertThat(client.replies).isEmpty();
    // On a busy machine a reply may take longer than this client waits.
    requestUntilReplied(client, 2, 2);
    assertThat(client.replies).containsOnly(2L);
    assertThat(trips.failures).isEmpty();
  }

  @Test
  void aLateReplyIsHandedOnOnceAndNotTakenForTheNext() throws Exception {
    beginWithResponder("correlation: session");
    RoundTrips.Client client = trips.requester(0, pair, false, Duration.ofMillis(300));
    delayReply(pair);
    client.request(1, 100);
    assertThat(client.replies).isEmpty();
    requestUntilReplied(client, 2, 1);
    // On a busy machine the next reply is late, too, and is collected without a request.
    Awaitility.await("no replies in the queue")
        .until(() -> mq.queue(pair.replyDestination()).depth() == 0);
    assertThat(client.replies.stream().filter(n -> n == 1L)).hasSize(1);
    assertThat(trips.failures).isEmpty();
  }

  @Test
  void aLateReplyIsCollectedWithoutRequests() throws Exception {
    beginWithResponder("correlation: session");
    RoundTrips.Client client = trips.requester(0, pair, false, Duration.ofMillis(200));
    delayReply(pair);
    client.request(1, 100);
    assertThat(client.replies).isEmpty();
    Awaitility.await().until(() -> client.replies.contains(1L));
    assertThat(trips.failures).isEmpty();
  }

  @Test
  void brokenConnectionsAreMadeAgainOnBothSides() throws Exception {
    begin("correlation: session, transacted: true");
    roundTrips(1);
    RoundTrips.Client client = trips.requester(5, pair, false, Duration.ofSeconds(1));
    client.request(1, 100);
    mq.dropConnections();
    requestUntilReplied(client, 2, 2);
    assertThat(trips.failures)
        .isNotEmpty()
        .allSatisfy(f -> assertThat(f).isInstanceOf(IOException.class));
  }

  @Test
  void afterABrokenWaitEachReplyIsStillThatOfItsOwnRequest() throws Exception {
    beginWithResponder("correlation: session");
    RoundTrips.Client client = trips.requester(0, pair, false, RoundTrips.TIMEOUT);
    delayReply(pair);
    CompletableFuture<Void> first = CompletableFuture.runAsync(() -> client.request(0, 100));
    Awaitility.await()
        .until(() -> client.accepted.get() == 1 && !putsTo(pair.replyDestination()).isEmpty());
    mq.dropConnections();
    first.get(20, TimeUnit.SECONDS);
    assertThat(trips.failures).isNotEmpty();
    assertOwnReplies(client, 1, 5);
  }

  @Test
  void aReplyWhoseCommitBrokeIsNotTakenForTheNext() throws Exception {
    beginWithResponder("correlation: session, transacted: true");
    RoundTrips.Client client = trips.requester(0, pair, false, RoundTrips.TIMEOUT);
    assertOwnReplies(client, 0, 1);
    // The requester's put, the responder's work, and the requester's get.
    mq.faults().on(Opcode.MQCMIT).after(2).dropConnection();
    assertOwnReplies(client, 1, 5);
    assertThat(mq.faults().pending()).isZero();
  }

  /** Each request returns with its own reply, and with nothing else, before the next one. */
  private static void assertOwnReplies(RoundTrips.Client client, int from, int to) {
    for (int number = from; number < to; number++) {
      client.request(number, 100);
      assertThat(client.replies).containsExactlyElementsOf(numbers(number + 1));
    }
  }

  @Test
  void failedRepliesLeaveNoHandlesOpen() throws Exception {
    beginWithResponder("correlation: session");
    RoundTrips.Client refused = trips.requester(0, pair, false, Duration.ofMillis(100));
    RoundTrips.Client client = trips.requester(1, pair, false, RoundTrips.TIMEOUT);
    mq.faults().on(Opcode.MQPUT).onQueue(pair.replyDestination()).times(2).refuse(2051);
    refused.request(0, 100);
    refused.request(1, 100);
    client.request(2, 100);
    assertThat(trips.failures).hasSize(2);
    assertThat(refused.replies).isEmpty();
    assertThat(client.replies).containsExactly(2L);
    assertThat(mq.queue(pair.replyDestination()).openForOutput()).isEqualTo(1);
  }

  @Test
  void anErrorOfOneClientLeavesTheSharedConnectionOfTheOthers() throws Exception {
    begin("correlation: session", "mode: shared, ");
    RoundTrips.Client client = trips.requester(0, pair, false, RoundTrips.TIMEOUT);
    trips.responder(0, pair);
    assertOwnReplies(client, 0, 1);
    mq.faults().on(Opcode.MQGET).onQueue(pair.requestDestination()).refuse(2016);
    Awaitility.await().until(() -> !trips.failures.isEmpty());
    assertOwnReplies(client, 1, 3);
    assertThat(trips.failures).hasSize(1);
    assertThat(trips.events).isEmpty();
  }

  @Test
  void anUnforeseenErrorDoesNotEndTheResponder() throws Exception {
    beginWithResponder("correlation: session");
    RoundTrips.Client client = trips.requester(0, pair, false, Duration.ofSeconds(1));
    trips.responderThrows.set(1);
    client.request(0, 100);
    requestUntilReplied(client, 1, 1);
    assertThat(trips.failures)
        .singleElement()
        .satisfies(f -> assertThat(f).hasMessageContaining("a responder's own error"));
  }
}
