package io.tidemark.driver.ibmmq;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.driver.requests.RequestReplyPair;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArtemisRequestReplyIT {

  @ParameterizedTest
  @CsvSource({"session, true", "message-id, false", "pass-through, true"})
  void aClosedLoopGetsEachReplyBeforeItsNextRequest(String correlation, boolean transacted)
      throws Exception {
    try (RoundTrips trips = new RoundTrips(LocalJms.file(settings(correlation, transacted)))) {
      RequestReplyPair pair = trips.pairs(1).get(0);
      trips.responder(0, pair);
      RoundTrips.Client one = trips.requester(0, pair, false, RoundTrips.TIMEOUT);
      RoundTrips.Client two = trips.requester(1, pair, false, RoundTrips.TIMEOUT);
      assertThat(one.requester().waitsForReply()).isTrue();
      for (long number = 0; number < 20; number++) {
        one.request(number, 2048);
        assertThat(one.replies).hasSize((int) number + 1);
        two.request(number, 20_480);
      }
      assertThat(one.replies).containsExactlyElementsOf(RoundTripsOnDouble.numbers(20));
      assertThat(two.replies).containsExactlyElementsOf(RoundTripsOnDouble.numbers(20));
      assertThat(trips.failures).isEmpty();
      assertThat(one.accepted).hasValue(20);
    }
  }

  @ParameterizedTest
  @CsvSource({"session, bytes", "message-id, text", "temporary-queue, bytes"})
  void anOpenLoopGetsAllItsRepliesAndNoOthers(String correlation, String type) throws Exception {
    String settings = settings(correlation, false) + "messages: {type: " + type + "}\n";
    try (RoundTrips trips = new RoundTrips(LocalJms.file(settings))) {
      RequestReplyPair pair = trips.pairs(1).get(0);
      trips.responder(0, pair);
      trips.responder(1, pair);
      RoundTrips.Client one = trips.requester(0, pair, true, RoundTrips.TIMEOUT);
      RoundTrips.Client two = trips.requester(1, pair, true, RoundTrips.TIMEOUT);
      for (long number = 0; number < 50; number++) {
        one.request(number, 100);
        two.request(number, 100);
      }
      Awaitility.await("50 replies for each of two requesters")
          .atMost(RoundTrips.TIMEOUT)
          .untilAsserted(
              () -> {
                assertThat(one.replies)
                    .containsExactlyInAnyOrderElementsOf(RoundTripsOnDouble.numbers(50));
                assertThat(two.replies)
                    .containsExactlyInAnyOrderElementsOf(RoundTripsOnDouble.numbers(50));
              });
      assertThat(trips.failures).isEmpty();
    }
  }

  @Test
  void closingARequesterEndsItsWait() throws Exception {
    try (RoundTrips trips = new RoundTrips(LocalJms.file(settings("session", false)))) {
      RequestReplyPair pair = trips.pairs(1).get(0);
      RoundTrips.Client client = trips.requester(0, pair, false, Duration.ofMinutes(5));
      Thread caller = new Thread(() -> client.request(1, 100));
      caller.start();
      Awaitility.await("the request to be sent").until(() -> client.accepted.get() == 1);
      client.requester().close();
      caller.join(Duration.ofSeconds(10).toMillis());
      assertThat(caller.isAlive()).isFalse();
    }
  }

  private static String settings(String correlation, boolean transacted) {
    return "requestReply: {correlation: %s, transacted: %s, getWait: 100ms}\n"
        .formatted(correlation, transacted);
  }
}
