package io.tidemark.driver.ibmmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.driver.ibmmq.testdouble.MessageDescriptor;
import io.tidemark.driver.ibmmq.testdouble.Opcode;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Section requestReply: ids, message types and commit points as the test double sees them. */
@Tag("slow")
class RequestReplyOptionsTest extends RoundTripsOnDouble {
  private static final int SYNCPOINT = 0x2;

  @ParameterizedTest
  @CsvSource({"session, false", "message-id, true", "pass-through, false", "temporary-queue, true"})
  void everyCorrelationBringsEachReplyToItsRequester(String correlation, boolean transacted)
      throws Exception {
    String settings = "correlation: %s, transacted: %s".formatted(correlation, transacted);
    beginWithResponder(settings);
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

  @Test
  void aSessionKeepsOneCorrelationIdAndOneConsumerAndMarksRequestsAndReplies() throws Exception {
    begin("correlation: session");
    roundTrips(5);
    List<MessageDescriptor> requests = mq.journal().puts(pair.requestDestination());
    assertThat(requests.stream().map(MessageDescriptor::correlationId).distinct()).hasSize(1);
    assertThat(requests.get(0).correlationId()).isNotEqualTo("0".repeat(48));
    assertThat(mq.journal().puts(pair.replyDestination()))
        .extracting(MessageDescriptor::correlationId)
        .containsOnly(requests.get(0).correlationId());
    assertThat(opensForInput(pair.replyDestination())).isEqualTo(1);
    assertThat(requests)
        .allSatisfy(
            request -> {
              assertThat(request.messageType()).isEqualTo(1);
              assertThat(request.replyToQueue()).isEqualTo(pair.replyDestination());
            });
    assertThat(mq.journal().puts(pair.replyDestination()))
        .extracting(MessageDescriptor::messageType)
        .containsOnly(2);
  }

  @Test
  void aMessageIdComesBackAsCorrelationIdToAConsumerPerReply() throws Exception {
    begin("correlation: message-id");
    roundTrips(5);
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

  @Test
  void aCorrelationIdIsPassedThrough() throws Exception {
    begin("correlation: pass-through");
    roundTrips(5);
    List<String> asked =
        mq.journal().puts(pair.requestDestination()).stream()
            .map(MessageDescriptor::correlationId)
            .toList();
    assertThat(asked).doesNotHaveDuplicates().hasSize(5);
    assertThat(mq.journal().puts(pair.replyDestination()))
        .extracting(MessageDescriptor::correlationId)
        .containsExactlyElementsOf(asked);
  }

  @ParameterizedTest
  @ValueSource(strings = {"session", "temporary-queue"})
  void severalInFlightHaveAnIdForEachRequestAndAReplyQueueForEachRequester(String correlation)
      throws Exception {
    begin("correlation: " + correlation);
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

  @Test
  void severalInFlightCannotShareAFixedReplyQueue() throws Exception {
    begin("correlation: session, fixedReplyQueue: true");
    assertThatThrownBy(() -> trips.requester(0, pair, true, RoundTrips.TIMEOUT))
        .hasMessageContaining("requestReply.fixedReplyQueue: false, or one request in flight");
  }

  @Test
  void aTransactedRoundTripIsPutCommitGetCommitAndOneCommitOfTheResponder() throws Exception {
    begin("correlation: session, transacted: true");
    roundTrips(5);
    // And one of the check for left-over messages.
    Awaitility.await()
        .untilAsserted(() -> assertThat(mq.journal().flows(Opcode.MQCMIT)).hasSizeBetween(15, 16));
  }

  private long opensForInput(String queue) {
    return mq.journal().flows(Opcode.MQOPEN, queue).stream()
        .filter(f -> (f.options() & 0x7) != 0)
        .count();
  }
}
