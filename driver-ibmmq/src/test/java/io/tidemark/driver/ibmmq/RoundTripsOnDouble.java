package io.tidemark.driver.ibmmq;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.driver.ibmmq.testdouble.DoubleJournal;
import io.tidemark.driver.ibmmq.testdouble.DoubleSettings;
import io.tidemark.driver.ibmmq.testdouble.MqTestDouble;
import io.tidemark.driver.ibmmq.testdouble.Opcode;
import io.tidemark.driver.requests.RequestReplyPair;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Requests and replies of one driver over the test double, which is started for each test. */
abstract class RoundTripsOnDouble {
  @TempDir Path directory;
  MqTestDouble mq;
  RoundTrips trips;
  RequestReplyPair pair;

  @BeforeEach
  void start() {
    mq = DriverOnDouble.startDouble(DoubleSettings.named("QM1").withSharingConversations(10));
  }

  @AfterEach
  void stop() throws Exception {
    try (MqTestDouble closedLast = mq) {
      if (trips != null) {
        trips.close();
      }
    }
  }

  /** One pair of queues, until the end of the test. */
  void begin(String requestReply) throws Exception {
    begin(requestReply, "");
  }

  /** With further keys of section connections, each followed by a comma. */
  void begin(String requestReply, String connections) throws Exception {
    trips = trips(requestReply, connections);
    pair = trips.pairs(1).get(0);
  }

  void beginWithResponder(String requestReply) throws Exception {
    begin(requestReply);
    trips.responder(0, pair);
  }

  RoundTrips trips(String requestReply) throws Exception {
    return trips(requestReply, "");
  }

  private RoundTrips trips(String requestReply, String connections) throws Exception {
    Path file = directory.resolve("driver.yaml");
    String text = "requestReply: {getWait: 50ms, %s}%nsetup: {mode: pcf}%n".formatted(requestReply);
    String yaml = DriverOnDouble.file(mq, text);
    Files.writeString(file, yaml.replace("connections: {", "connections: {" + connections));
    return new RoundTrips(file.toFile());
  }

  List<DoubleJournal.Flow> putsTo(String queue) {
    return mq.journal().flows(Opcode.MQPUT, queue);
  }

  void roundTrips(int count) throws Exception {
    roundTrips(trips, pair, count);
  }

  static void roundTrips(RoundTrips trips, RequestReplyPair pair, int count) throws Exception {
    trips.responder(0, pair);
    RoundTrips.Client client = trips.requester(0, pair, false, RoundTrips.TIMEOUT);
    for (long number = 0; number < count; number++) {
      client.request(number, 100);
    }
    assertThat(trips.failures).isEmpty();
    assertThat(client.replies).containsExactlyElementsOf(numbers(count));
  }

  static List<Long> numbers(long to) {
    return LongStream.range(0, to).boxed().toList();
  }
}
