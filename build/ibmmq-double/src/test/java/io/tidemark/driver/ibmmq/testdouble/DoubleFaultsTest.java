package io.tidemark.driver.ibmmq.testdouble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.ibm.mq.jms.MQConnectionFactory;
import java.io.IOException;
import java.net.ServerSocket;
import java.time.Duration;
import javax.jms.Connection;
import javax.jms.MessageConsumer;
import javax.jms.MessageProducer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Errors that the double makes by itself or by its script, as IBM's client reports them. */
class DoubleFaultsTest {
  private MqTestDouble mq;

  @BeforeEach
  void start() {
    mq =
        MqTestDouble.start(
            DoubleSettings.named("QM1").withChannels(JmsClient.CHANNEL).withUser("app", "secret"));
    mq.define("Q");
  }

  @AfterEach
  void stop() {
    assertThat(mq.faults().pending()).isZero();
    mq.close();
  }

  private interface Failing {
    void run() throws Exception;
  }

  private static int reasonOf(Failing call) {
    return JmsClient.reasonOf(catchThrowable(call::run));
  }

  private Connection connect(MQConnectionFactory factory) throws Exception {
    return factory.createConnection("app", "secret");
  }

  @Test
  void aWrongPasswordIs2035() throws Exception {
    MQConnectionFactory factory = JmsClient.factory(mq.port());
    assertThat(reasonOf(() -> factory.createConnection("app", "wrong"))).isEqualTo(2035);
    assertThat(reasonOf(() -> factory.createConnection("nobody", "secret"))).isEqualTo(2035);
    assertThat(reasonOf(factory::createConnection)).isEqualTo(2035);
    connect(factory).close();
    assertThat(mq.journal().connections())
        .extracting(DoubleJournal.Connected::reason)
        .startsWith(2035, 2035, 2035, 0);
  }

  @Test
  void aPasswordInCompatibilityModeIsCheckedToo() throws Exception {
    MQConnectionFactory factory = JmsClient.factory(mq.port());
    factory.setBooleanProperty(
        com.ibm.msg.client.wmq.WMQConstants.USER_AUTHENTICATION_MQCSP, false);
    connect(factory).close();
    assertThat(reasonOf(() -> factory.createConnection("app", "wrong"))).isEqualTo(2035);
    assertThat(mq.journal().connections())
        .extracting(DoubleJournal.Connected::authentication)
        .containsOnly("COMPATIBILITY");
  }

  @Test
  void nobodyListensIs2538() throws Exception {
    MQConnectionFactory factory = JmsClient.factory(freePort());
    assertThat(reasonOf(() -> connect(factory))).isEqualTo(2538);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2009, 2035, 2059, 2063, 2161, 2537})
  void aRefusedConnectionKeepsItsReason(int reason) throws Exception {
    mq.faults().on(Opcode.MQCONN).refuse(reason);
    assertThat(reasonOf(() -> connect(JmsClient.factory(mq.port())))).isEqualTo(reason);
  }

  @ParameterizedTest
  @ValueSource(ints = {2009, 2016, 2035, 2051, 2053, 2080, 2102})
  void aRefusedPutKeepsItsReason(int reason) throws Exception {
    mq.faults().on(Opcode.MQPUT).onQueue("Q").after(1).refuse(reason);
    try (JmsClient client = JmsClient.connect(mq)) {
      MessageProducer producer = client.producer("Q");
      producer.send(client.message(10, 1));
      assertThat(reasonOf(() -> producer.send(client.message(10, 2)))).isEqualTo(reason);
      assertThat(mq.queue("Q").depth()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2016, 2035})
  void aRefusedGetKeepsItsReason(int reason) throws Exception {
    mq.faults().on(Opcode.MQGET).refuse(reason);
    try (JmsClient client = JmsClient.connect(mq)) {
      MessageConsumer consumer = client.consumer("Q");
      assertThat(reasonOf(() -> consumer.receive(1_000))).isEqualTo(reason);
    }
  }

  @Test
  void noMessageIsNoErrorBut2033() throws Exception {
    mq.faults().on(Opcode.MQGET).refuse(2033);
    try (JmsClient client = JmsClient.connect(mq)) {
      client.producer("Q").send(client.message(10, 1));
      MessageConsumer consumer = client.consumer("Q");
      assertThat(consumer.receiveNoWait()).isNull();
      assertThat(consumer.receive(5_000)).isNotNull();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aConnectionThatEndsWithinAPutIs2009(boolean afterwards) throws Exception {
    DoubleFaults.Rule rule = mq.faults().on(Opcode.MQPUT).onQueue("Q");
    try (JmsClient client = JmsClient.connect(mq)) {
      MessageProducer producer = client.producer("Q");
      if (afterwards) {
        rule.dropConnectionAfterwards();
      } else {
        rule.dropConnection();
      }
      assertThat(reasonOf(() -> producer.send(client.message(204_800, 1)))).isEqualTo(2009);
      assertThat(mq.queue("Q").depth()).isEqualTo(afterwards ? 1 : 0);
    } catch (javax.jms.JMSException e) {
      assertThat(JmsClient.reasonOf(e)).isEqualTo(2009);
    }
  }

  @Test
  void aConnectionThatEndsWithinAGetIs2009() throws Exception {
    try (JmsClient client = JmsClient.connect(mq)) {
      MessageConsumer consumer = client.consumer("Q");
      mq.faults().on(Opcode.MQGET).dropConnection();
      assertThat(reasonOf(() -> consumer.receive(5_000))).isEqualTo(2009);
    } catch (javax.jms.JMSException e) {
      assertThat(JmsClient.reasonOf(e)).isEqualTo(2009);
    }
  }

  @Test
  void aSlowAnswerIsWaitedFor() throws Exception {
    mq.faults().on(Opcode.MQPUT).delayAnswer(Duration.ofMillis(300));
    try (JmsClient client = JmsClient.connect(mq)) {
      long started = System.nanoTime();
      client.producer("Q").send(client.message(10, 1));
      assertThat(System.nanoTime() - started).isGreaterThan(300_000_000L);
    }
  }

  @Test
  void lostAndLateMessagesArePutWithoutError() throws Exception {
    mq.faults().on(Opcode.MQPUT).onQueue("Q").loseMessage();
    mq.faults().on(Opcode.MQPUT).onQueue("Q").delayMessage(Duration.ofMillis(200));
    try (JmsClient client = JmsClient.connect(mq)) {
      MessageProducer producer = client.producer("Q");
      producer.send(client.message(1, 1));
      producer.send(client.message(1, 2));
      producer.send(client.message(1, 3));
      assertThat(mq.queue("Q").messages()).hasSize(1);
      Awaitility.await().until(() -> mq.queue("Q").depth() == 2);
      assertThat(mq.queue("Q").messages())
          .extracting(m -> m.data()[0])
          .containsExactly((byte) 3, (byte) 2);
    }
  }
}
