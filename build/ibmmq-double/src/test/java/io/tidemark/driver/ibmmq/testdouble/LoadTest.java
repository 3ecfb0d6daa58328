package io.tidemark.driver.ibmmq.testdouble;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.jms.BytesMessage;
import javax.jms.Message;
import javax.jms.MessageConsumer;
import javax.jms.MessageProducer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Eight requesters and eight responders: every reply comes to its requester, whole. No figure of
 * this is one of MQ.
 */
@Tag("slow")
class LoadTest {
  private static final int PAIRS = 8;

  private final AtomicBoolean stop = new AtomicBoolean();
  private final AtomicInteger answered = new AtomicInteger();

  @ParameterizedTest(name = "SHARECNV {0}, {1} bytes, transacted {2}")
  @CsvSource({
    "1, 20480, false, 40",
    "10, 20480, true, 40",
    "1, 204800, true, 12",
    "10, 204800, false, 12"
  })
  void nothingIsLost(int sharing, int bytes, boolean transacted, int trips) throws Exception {
    ExecutorService threads = Executors.newCachedThreadPool();
    try (MqTestDouble mq =
        MqTestDouble.start(DoubleSettings.named("QM1").withSharingConversations(sharing))) {
      mq.define("REQUEST");
      mq.define("REPLY");
      List<Future<?>> responders = new ArrayList<>();
      List<Future<?>> requesters = new ArrayList<>();
      for (int i = 0; i < PAIRS; i++) {
        int number = i;
        responders.add(threads.submit(() -> respond(mq, transacted)));
        requesters.add(threads.submit(() -> request(mq, transacted, number, bytes, trips)));
      }
      for (Future<?> requester : requesters) {
        requester.get(60, TimeUnit.SECONDS);
      }
      stop.set(true);
      for (Future<?> responder : responders) {
        responder.get(20, TimeUnit.SECONDS);
      }
      assertThat(answered).hasValue(PAIRS * trips);
      assertThat(mq.queue("REQUEST").depth() + mq.queue("REPLY").depth()).isZero();
    } finally {
      stop.set(true);
      threads.shutdownNow();
    }
  }

  private Void request(MqTestDouble mq, boolean transacted, int number, int bytes, int trips)
      throws Exception {
    try (JmsClient client = JmsClient.connect(mq, transacted)) {
      String id = "ID:" + String.format("%048x", number + 1);
      MessageProducer producer = client.producer("REQUEST");
      MessageConsumer consumer =
          client.session().createConsumer(client.queue("REPLY"), "JMSCorrelationID='" + id + "'");
      for (int trip = 0; trip < trips; trip++) {
        BytesMessage request = client.message(bytes, number * trips + trip);
        request.setJMSCorrelationID(id);
        producer.send(request);
        commit(client, transacted);
        Message reply = consumer.receive(20_000);
        assertThat(reply).as("reply %s of requester %s", trip, number).isNotNull();
        assertThat(JmsClient.bytesOf(reply))
            .isEqualTo(JmsClient.bytes(bytes, number * trips + trip));
        commit(client, transacted);
        answered.incrementAndGet();
      }
    }
    return null;
  }

  private Void respond(MqTestDouble mq, boolean transacted) throws Exception {
    try (JmsClient client = JmsClient.connect(mq, transacted)) {
      MessageConsumer consumer = client.consumer("REQUEST");
      MessageProducer producer = client.producer("REPLY");
      while (!stop.get()) {
        Message request = consumer.receive(100);
        if (request != null) {
          byte[] body = JmsClient.bytesOf(request);
          BytesMessage reply = client.session().createBytesMessage();
          reply.writeBytes(body);
          reply.setJMSCorrelationID(request.getJMSCorrelationID());
          producer.send(reply);
          commit(client, transacted);
        }
      }
    }
    return null;
  }

  private static void commit(JmsClient client, boolean transacted) throws Exception {
    if (transacted) {
      client.session().commit();
    }
  }
}
