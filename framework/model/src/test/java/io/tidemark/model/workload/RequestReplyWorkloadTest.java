package io.tidemark.model.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.grammar.Grammar;
import io.tidemark.model.load.RequestReplySpec;
import io.tidemark.model.load.RequestReplySpec.Way;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RequestReplyWorkloadTest extends WorkloadFileTest {
  private static final String MINIMAL =
      """
      pattern: request-reply
      requesters: 8
      messageSize: 2KB
      testDuration: 30s
      """;

  @Test
  void isAClosedLoopOfOneRequestEachUnlessARateIsGiven() {
    Workload closed = file.read(MINIMAL);
    assertThat(closed.load()).isInstanceOf(Load.ClosedLoop.class);
    assertThat(closed.requestReply())
        .contains(
            Grammar.defaults(RequestReplySpec.class)
                .with()
                .requesters(List.of(8))
                .responders(1)
                .pairs(1)
                .requestsInFlight(Optional.of(1))
                .replyTimeout(Duration.ofSeconds(30))
                .requesterStartDelay(Duration.ofMillis(10))
                .way(Way.AUTO)
                .build());

    Workload open = file.read(MINIMAL + "producerRate: 500\n");
    assertThat(open.load().ratePerSecond()).contains(500.0);
    assertThat(open.requestReply().orElseThrow().requestsInFlight()).isEmpty();
  }

  @Test
  void readsASweepWithAllItsKeys() {
    Workload workload =
        file.read(
            """
            pattern: request-reply
            requesters: [1, 2, 250]
            responders: 20
            pairs: 10
            messageSize: 20KB
            replySize: 1KB
            requestsInFlight: 3
            replyTimeout: 5s
            requesterStartDelay: 20ms
            requestReply: generic
            testDuration: 90s
            """);
    assertThat(workload.requestReply())
        .contains(
            Grammar.defaults(RequestReplySpec.class)
                .with()
                .requesters(List.of(1, 2, 250))
                .responders(20)
                .pairs(10)
                .replySizeBytes(Optional.of(1024))
                .requestsInFlight(Optional.of(3))
                .replyTimeout(Duration.ofSeconds(5))
                .requesterStartDelay(Duration.ofMillis(20))
                .way(Way.GENERIC)
                .build());
    assertThat(workload.totalProducers()).isEqualTo(250);
    assertThat(workload.totalConsumers()).isEqualTo(20);
    assertThat(workload.destinations().partitionsPerTopic()).isEqualTo(2);
  }

  @Test
  void reportsWhatDoesNotGoTogether() {
    assertThat(
            file.problems(
                """
                pattern: request-reply
                requesters: [2, 2]
                responders: 1
                pairs: 2
                topics: 1
                maxInFlightPerProducer: 5
                messageSize: 16
                replySize: 8
                producerRate: 100
                testDuration: 30s
                """))
        .containsExactly(
            "ERROR w.yaml:5:9: topics: does not go with pattern: request-reply; allowed pairs"
                + " instead",
            "ERROR w.yaml:6:25: maxInFlightPerProducer: does not go with pattern: request-reply;"
                + " allowed requestsInFlight instead",
            "ERROR w.yaml:2:13: requesters: a sweep needs a closed loop, got a rate and [2, 2];"
                + " allowed one number (phases can step the rate)",
            "ERROR w.yaml:2:13: requesters: the same number twice, got [2, 2]; allowed each number"
                + " once",
            "ERROR w.yaml:3:13: responders: each pair needs one, got 1; allowed from 2",
            "ERROR w.yaml:7:14: messageSize: the envelope takes 32 bytes, got 16; allowed from 32",
            "ERROR w.yaml:8:12: replySize: the envelope takes 32 bytes, got 8; allowed from 32");
  }

  @Test
  void needsRequesters() {
    assertThat(file.problems(MINIMAL.replace("requesters: 8\n", "")))
        .anyMatch(problem -> problem.contains("requesters: the key is missing"));
  }
}
