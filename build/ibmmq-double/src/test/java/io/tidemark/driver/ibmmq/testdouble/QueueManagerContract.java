package io.tidemark.driver.ibmmq.testdouble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.ibm.mq.constants.CMQC;
import com.ibm.mq.constants.CMQCFC;
import com.ibm.mq.headers.pcf.PCFMessage;
import com.ibm.mq.jms.MQConnectionFactory;
import com.ibm.mq.jms.MQQueue;
import com.ibm.msg.client.wmq.WMQConstants;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.jms.Message;
import javax.jms.MessageConsumer;
import javax.jms.MessageProducer;
import javax.jms.TemporaryQueue;
import javax.jms.TextMessage;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What the driver requires of a queue manager, through IBM's client only. The double and a real
 * queue manager run the same tests, so that their behaviour can be compared.
 */
abstract class QueueManagerContract {
  private static final int MESSAGES = 5;
  private static final int RECEIVE_MILLIS = 10_000;
  private static final String QUEUE = "DEV.CONTRACT.1";
  private static final String SMALL = "DEV.CONTRACT.2";

  private QueueManagerAddress address;
  private PcfCommands commands;

  /** Starts it, if it is not running yet. The user has all authorities. */
  abstract QueueManagerAddress start();

  @BeforeEach
  void createQueues() throws Exception {
    address = start();
    commands = new PcfCommands(address);
    commands.send(PcfCommands.creating(QUEUE, Map.of(CMQC.MQIA_DEF_PERSISTENCE, 1)));
    commands.send(
        PcfCommands.creating(
            SMALL, Map.of(CMQC.MQIA_MAX_Q_DEPTH, 2, CMQC.MQIA_MAX_MSG_LENGTH, 1_000)));
  }

  @AfterEach
  void deleteQueues() throws Exception {
    for (String queue : List.of(QUEUE, SMALL)) {
      Awaitility.await().ignoreExceptions().until(() -> clearedAndDeleted(queue));
    }
    commands.close();
  }

  /** Fails while the queue manager has not closed the handles of the test's connections. */
  private boolean clearedAndDeleted(String queue) throws Exception {
    commands.send(PcfCommands.clearing(queue));
    commands.send(PcfCommands.deleting(queue));
    return true;
  }

  private interface Failing {
    void run() throws Exception;
  }

  private static int reasonOf(Failing call) {
    return JmsClient.reasonOf(catchThrowable(call::run));
  }

  private static void putAll(JmsClient client, MQQueue queue, int bytes) throws Exception {
    MessageProducer producer = client.session().createProducer(queue);
    for (int i = 0; i < MESSAGES; i++) {
      Message message = client.message(bytes, i);
      message.setIntProperty("number", i);
      producer.send(message);
    }
  }

  private static void commit(JmsClient client, boolean transacted) throws Exception {
    if (transacted) {
      client.session().commit();
    }
  }

  @ParameterizedTest(name = "{0} bytes, RFH2 {1}, transacted {2}")
  @CsvSource({
    "1, false, false",
    "2048, true, false",
    "20480, false, false",
    "204800, false, true",
    "204800, true, true"
  })
  void messagesAreReceivedAsTheyWereSent(int bytes, boolean rfh2, boolean transacted)
      throws Exception {
    try (JmsClient client = address.connect(transacted)) {
      MQQueue queue = client.queue(QUEUE);
      if (rfh2) {
        queue.setTargetClient(WMQConstants.WMQ_CLIENT_JMS_COMPLIANT);
      }
      putAll(client, queue, bytes);
      commit(client, transacted);
      MessageConsumer consumer = client.session().createConsumer(queue);
      for (int i = 0; i < MESSAGES; i++) {
        Message got = consumer.receive(RECEIVE_MILLIS);
        assertThat(JmsClient.bytesOf(got)).isEqualTo(JmsClient.bytes(bytes, i));
        assertThat(got.propertyExists("number")).isEqualTo(rfh2);
      }
      commit(client, transacted);
      assertThat(commands.depth(QUEUE)).isZero();
    }
  }

  @ParameterizedTest(name = "{0} bytes")
  @CsvSource({"100", "20480", "204800"})
  void readAheadLosesNoMessage(int bytes) throws Exception {
    try (JmsClient client = address.connect(false)) {
      MQQueue queue = client.queue(QUEUE);
      queue.setReadAheadAllowed(WMQConstants.WMQ_READ_AHEAD_ALLOWED_ENABLED);
      putAll(client, queue, bytes);
      MessageConsumer consumer = client.session().createConsumer(queue);
      for (int i = 0; i < MESSAGES; i++) {
        assertThat(JmsClient.bytesOf(consumer.receive(RECEIVE_MILLIS)))
            .isEqualTo(JmsClient.bytes(bytes, i));
      }
      assertThat(consumer.receive(50)).isNull();
    }
  }

  @ParameterizedTest(name = "{0} bytes, transacted {1}")
  @CsvSource({"100, false", "20480, false", "204800, true"})
  void listenersReceiveEachMessage(int bytes, boolean transacted) throws Exception {
    BlockingQueue<Integer> received = new LinkedBlockingQueue<>();
    try (JmsClient listening = address.connect(transacted);
        JmsClient putting = address.connect(false)) {
      listening.connection().stop();
      listening
          .consumer(QUEUE)
          .setMessageListener(
              m -> {
                try {
                  received.add(JmsClient.bytesOf(m).length);
                  commit(listening, transacted);
                } catch (Exception e) {
                  throw new IllegalStateException(e);
                }
              });
      listening.connection().start();
      putAll(putting, putting.queue(QUEUE), bytes);
      for (int i = 0; i < MESSAGES; i++) {
        assertThat(received.poll(RECEIVE_MILLIS, TimeUnit.MILLISECONDS)).isEqualTo(bytes);
      }
    }
  }

  @Test
  void aCorrelationIdSelectsItsReply() throws Exception {
    try (JmsClient client = address.connect(false)) {
      MessageProducer producer = client.producer(QUEUE);
      TextMessage request = client.session().createTextMessage("request");
      producer.send(request);
      for (String id : List.of("ID:" + "ab".repeat(24), request.getJMSMessageID())) {
        TextMessage reply = client.session().createTextMessage("for " + id);
        reply.setJMSCorrelationID(id);
        producer.send(reply);
      }
      String selector = "JMSCorrelationID='" + request.getJMSMessageID() + "'";
      MessageConsumer replies = client.session().createConsumer(client.queue(QUEUE), selector);
      TextMessage got = (TextMessage) replies.receive(RECEIVE_MILLIS);
      assertThat(got.getText()).isEqualTo("for " + request.getJMSMessageID());
      assertThat(replies.receive(50)).isNull();
      assertThat(commands.depth(QUEUE)).isEqualTo(2);
    }
  }

  @Test
  void higherPrioritiesAreReceivedFirst() throws Exception {
    try (JmsClient client = address.connect(false)) {
      MessageProducer producer = client.producer(QUEUE);
      producer.send(client.message(1, 0), 1, 4, 0);
      producer.send(client.message(1, 1), 1, 9, 0);
      MessageConsumer consumer = client.consumer(QUEUE);
      assertThat(JmsClient.bytesOf(consumer.receive(RECEIVE_MILLIS))).containsExactly(1);
      assertThat(JmsClient.bytesOf(consumer.receive(RECEIVE_MILLIS))).containsExactly(0);
    }
  }

  @Test
  void aTemporaryQueueExistsUntilItsConnectionCloses() throws Exception {
    String name;
    try (JmsClient client = address.connect(false)) {
      TemporaryQueue queue = client.session().createTemporaryQueue();
      name = ((MQQueue) queue).getBaseQueueName().trim();
      MessageProducer producer = client.session().createProducer(queue);
      producer.setDeliveryMode(javax.jms.DeliveryMode.NON_PERSISTENT);
      producer.send(client.message(10, 1));
      MessageConsumer consumer = client.session().createConsumer(queue);
      assertThat(consumer.receive(RECEIVE_MILLIS)).isNotNull();
      assertThat(commands.send(PcfCommands.inquiring(name))).hasSize(1);
      consumer.close();
      queue.delete();
    }
    Awaitility.await()
        .ignoreExceptions()
        .until(() -> commands.refusalOf(PcfCommands.inquiring(name)) == 2085);
  }

  @Test
  void aPutIsVisibleAfterItsCommit() throws Exception {
    try (JmsClient client = address.connect(true);
        JmsClient other = address.connect(false)) {
      MessageConsumer consumer = other.consumer(QUEUE);
      client.producer(QUEUE).send(client.message(10, 1));
      assertThat(consumer.receive(50)).isNull();
      client.session().commit();
      assertThat(consumer.receive(RECEIVE_MILLIS)).isNotNull();
    }
  }

  @Test
  void aRolledBackPutIsNeverVisible() throws Exception {
    try (JmsClient client = address.connect(true)) {
      client.producer(QUEUE).send(client.message(10, 1));
      client.session().rollback();
      assertThat(client.consumer(QUEUE).receive(50)).isNull();
    }
    assertThat(commands.depth(QUEUE)).isZero();
  }

  @Test
  void aRolledBackGetIsDeliveredAgainFirstAndMarked() throws Exception {
    try (JmsClient client = address.connect(true)) {
      client.producer(QUEUE).send(client.message(1, 1));
      client.producer(QUEUE).send(client.message(1, 2));
      client.session().commit();
      MessageConsumer consumer = client.consumer(QUEUE);
      Message first = consumer.receive(RECEIVE_MILLIS);
      client.session().rollback();
      Message again = consumer.receive(RECEIVE_MILLIS);
      client.session().commit();
      assertThat(first.getJMSRedelivered()).isFalse();
      assertThat(again.getJMSRedelivered()).isTrue();
      assertThat(again.getIntProperty("JMSXDeliveryCount")).isEqualTo(2);
      assertThat(again.getJMSMessageID()).isEqualTo(first.getJMSMessageID());
    }
  }

  @Test
  void wrongNamesAndPasswordsHaveTheirReasons() throws Exception {
    MQConnectionFactory right = address.factory();
    assertThat(reasonOf(() -> right.createConnection(address.user(), "wrong"))).isEqualTo(2035);
    MQConnectionFactory otherQueueManager = address.factory();
    otherQueueManager.setQueueManager("NOSUCHQM");
    assertThat(reasonOf(() -> connect(otherQueueManager))).isEqualTo(2058);
    MQConnectionFactory otherChannel = address.factory();
    otherChannel.setChannel("NO.SUCH.CHANNEL");
    assertThat(reasonOf(() -> connect(otherChannel))).isEqualTo(2540);
    try (JmsClient client = address.connect(false)) {
      assertThat(reasonOf(() -> client.producer("NO.SUCH.QUEUE"))).isEqualTo(2085);
      assertThat(reasonOf(() -> client.consumer("NO.SUCH.QUEUE"))).isEqualTo(2085);
    }
  }

  private void connect(MQConnectionFactory factory) throws Exception {
    factory.createConnection(address.user(), address.password()).close();
  }

  @Test
  void aFullQueueIs2053AndALargeMessage2030() throws Exception {
    try (JmsClient client = address.connect(false)) {
      MessageProducer producer = client.producer(SMALL);
      assertThat(reasonOf(() -> producer.send(client.message(1_001, 1)))).isEqualTo(2030);
      producer.send(client.message(1, 1));
      producer.send(client.message(1, 2));
      assertThat(reasonOf(() -> producer.send(client.message(1, 3)))).isEqualTo(2053);
      client.consumer(SMALL).receive(RECEIVE_MILLIS);
      producer.send(client.message(1, 3));
    }
  }

  @Test
  void aCreatedQueueHasItsAttributes() throws Exception {
    PCFMessage small = commands.send(PcfCommands.inquiring(SMALL))[0];
    assertThat(small.getIntParameterValue(CMQC.MQIA_MAX_Q_DEPTH)).isEqualTo(2);
    assertThat(small.getIntParameterValue(CMQC.MQIA_MAX_MSG_LENGTH)).isEqualTo(1_000);
    PCFMessage queue = commands.send(PcfCommands.inquiring(QUEUE))[0];
    assertThat(queue.getIntParameterValue(CMQC.MQIA_DEF_PERSISTENCE)).isEqualTo(1);
    assertThat(commands.refusalOf(PcfCommands.creating(QUEUE, Map.of())))
        .isEqualTo(CMQCFC.MQRCCF_OBJECT_ALREADY_EXISTS);
  }

  @Test
  void depthAndOpenCountsFollowTheClients() throws Exception {
    try (JmsClient client = address.connect(false)) {
      client.producer(QUEUE).send(client.message(10, 1));
      assertThat(commands.send(PcfCommands.inquiringStatus("DEV.CONTRACT.*")))
          .extracting(status -> status.getStringParameterValue(CMQC.MQCA_Q_NAME).trim())
          .containsExactlyInAnyOrder(QUEUE, SMALL);
      PCFMessage status = commands.send(PcfCommands.inquiringStatus(QUEUE))[0];
      assertThat(status.getIntParameterValue(CMQC.MQIA_CURRENT_Q_DEPTH)).isEqualTo(1);
      assertThat(status.getIntParameterValue(CMQC.MQIA_OPEN_OUTPUT_COUNT)).isEqualTo(1);
      assertThat(commands.depth(SMALL)).isZero();
      assertThat(commands.refusalOf(PcfCommands.clearing(QUEUE))).isEqualTo(2042);
    }
  }

  @Test
  void aQueueIsDeletedOnlyWhenItIsEmpty() throws Exception {
    String queue = "DEV.CONTRACT.3";
    commands.send(PcfCommands.creating(queue, Map.of()));
    try (JmsClient client = address.connect(false)) {
      client.producer(queue).send(client.message(10, 1));
    }
    Awaitility.await().until(() -> commands.refusalOf(PcfCommands.deleting(queue)) == 2055);
    commands.send(PcfCommands.clearing(queue));
    assertThat(commands.depth(queue)).isZero();
    commands.send(PcfCommands.deleting(queue));
    assertThat(commands.refusalOf(PcfCommands.inquiring(queue))).isEqualTo(2085);
  }
}
