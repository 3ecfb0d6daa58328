package io.tidemark.driver.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.driver.kafka.config.KafkaConfiguration;
import io.tidemark.driver.kafka.consumer.KafkaTap;
import io.tidemark.driver.requests.RequestHandler;
import io.tidemark.driver.requests.RequestReplyPair;
import io.tidemark.driver.requests.RequesterSpec;
import io.tidemark.driver.requests.ResponderSpec;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

class KafkaRequestReplyTest {
  private static final String CLIENT = "replies-of-a-responder-that-cannot-consume";

  @Test
  void aResponderThatCannotConsumeLeavesNoProducer() throws IOException {
    KafkaConfiguration configuration =
        KafkaConfigurations.of(
            "commonConfig: bootstrap.servers=127.0.0.1:1\ncloseTimeout: 100ms\n"
                + "producerConfig: client.id="
                + CLIENT
                + "\nconsumerConfig: security.protocol=PIGEON\n");
    KafkaRequestReply requestReply =
        new KafkaRequestReply(null, new KafkaClients(configuration, null), null);

    assertThatThrownBy(
            () ->
                requestReply.responder(
                    new ResponderSpec(0, new RequestReplyPair(0, "requests", "")), new Idle()))
        .isInstanceOf(KafkaException.class);
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().contains(CLIENT));
  }

  @Test
  void aRequesterAndATapAreForgottenWhenTheyAreClosed() throws Exception {
    List<AutoCloseable> closed = new ArrayList<>();
    RequestReplyPair pair = new RequestReplyPair(0, "requests", "replies 1 false");
    KafkaRequester requester =
        new KafkaRequester(
            new MockProducer<>(true, null, new StringSerializer(), new ByteArraySerializer()),
            new MockConsumer<byte[], byte[]>("earliest"),
            new RequesterSpec(0, pair, false, 1, Duration.ofSeconds(1)),
            null,
            Duration.ofSeconds(5),
            closed::add);
    KafkaTap tap =
        KafkaTap.open(
            new MockConsumer<>("earliest"),
            "t",
            0,
            null,
            Duration.ofSeconds(5),
            Duration.ofSeconds(5),
            closed::add);

    requester.close();
    tap.close();

    assertThat(closed).containsExactly(requester, tap);
  }

  private static final class Idle implements RequestHandler {
    @Override
    public void requestReceived(byte[] payload, ReplySender reply) {
      throw new AssertionError("there is no requester");
    }

    @Override
    public void receiveFailed(Throwable cause) {
      throw new AssertionError(cause);
    }
  }
}
