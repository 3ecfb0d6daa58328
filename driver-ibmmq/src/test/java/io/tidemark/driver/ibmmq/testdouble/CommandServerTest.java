package io.tidemark.driver.ibmmq.testdouble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.ibm.mq.MQQueueManager;
import com.ibm.mq.constants.CMQC;
import com.ibm.mq.constants.CMQCFC;
import com.ibm.mq.headers.pcf.PCFException;
import com.ibm.mq.headers.pcf.PCFMessage;
import com.ibm.mq.headers.pcf.PCFMessageAgent;
import java.util.Hashtable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** PCF commands change the double's queues and tell their true state. */
class CommandServerTest {
  private MqTestDouble mq;
  private MQQueueManager queueManager;
  private PCFMessageAgent agent;

  @BeforeEach
  @SuppressWarnings("JdkObsolete") // IBM's constructor wants a Hashtable.
  void connect() throws Exception {
    mq = MqTestDouble.start(DoubleSettings.named("QM1").withUser("admin", "passw0rd"));
    Hashtable<String, Object> properties = new Hashtable<>();
    properties.put(CMQC.HOST_NAME_PROPERTY, "localhost");
    properties.put(CMQC.PORT_PROPERTY, mq.port());
    properties.put(CMQC.CHANNEL_PROPERTY, "DEV.ADMIN.SVRCONN");
    properties.put(CMQC.USER_ID_PROPERTY, "admin");
    properties.put(CMQC.PASSWORD_PROPERTY, "passw0rd");
    properties.put(CMQC.USE_MQCSP_AUTHENTICATION_PROPERTY, true);
    queueManager = new MQQueueManager("QM1", properties);
    agent = new PCFMessageAgent(queueManager);
  }

  @AfterEach
  void disconnect() throws Exception {
    try (MqTestDouble closing = mq) {
      assertThat(closing.journal().unknownFlows()).isEmpty();
      agent.disconnect();
      queueManager.disconnect();
    }
  }

  private static PCFMessage command(int command, String queue) {
    PCFMessage message = new PCFMessage(command);
    message.addParameter(CMQC.MQCA_Q_NAME, queue);
    return message;
  }

  private int refusalOf(PCFMessage command) {
    return catchThrowableOfType(PCFException.class, () -> agent.send(command)).getReason();
  }

  @Test
  void aCreatedQueueHasItsAttributes() throws Exception {
    PCFMessage create = command(CMQCFC.MQCMD_CREATE_Q, "BENCH.1");
    create.addParameter(CMQC.MQIA_Q_TYPE, CMQC.MQQT_LOCAL);
    create.addParameter(CMQC.MQIA_MAX_Q_DEPTH, 7);
    create.addParameter(CMQC.MQIA_DEF_PERSISTENCE, 1);
    agent.send(create);
    assertThat(mq.queue("BENCH.1").attributes().maxDepth()).isEqualTo(7);
    assertThat(mq.queue("BENCH.1").attributes().defaultPersistence()).isEqualTo(1);
    assertThat(refusalOf(create)).isEqualTo(CMQCFC.MQRCCF_OBJECT_ALREADY_EXISTS);
  }

  @Test
  void depthAndOpenCountsAreTrue() throws Exception {
    mq.define("BENCH.1");
    mq.define("BENCH.2");
    try (JmsClient client =
        new JmsClient(JmsClient.factory(mq.port()).createConnection("admin", "passw0rd"), false)) {
      client.producer("BENCH.1").send(client.message(10, 1));
      PCFMessage[] status = agent.send(command(CMQCFC.MQCMD_INQUIRE_Q_STATUS, "BENCH.*"));
      assertThat(status).hasSize(2);
      assertThat(status[0].getStringParameterValue(CMQC.MQCA_Q_NAME).trim()).isEqualTo("BENCH.1");
      assertThat(status[0].getIntParameterValue(CMQC.MQIA_CURRENT_Q_DEPTH)).isEqualTo(1);
      assertThat(status[0].getIntParameterValue(CMQC.MQIA_OPEN_OUTPUT_COUNT)).isEqualTo(1);
      assertThat(status[1].getIntParameterValue(CMQC.MQIA_CURRENT_Q_DEPTH)).isZero();
      assertThat(refusalOf(command(CMQCFC.MQCMD_CLEAR_Q, "BENCH.1"))).isEqualTo(2042);
    }
  }

  @Test
  void clearedAndDeletedIsGone() throws Exception {
    mq.define("BENCH.1");
    try (JmsClient client =
        new JmsClient(JmsClient.factory(mq.port()).createConnection("admin", "passw0rd"), false)) {
      client.producer("BENCH.1").send(client.message(10, 1));
    }
    assertThat(refusalOf(command(CMQCFC.MQCMD_DELETE_Q, "BENCH.1"))).isEqualTo(2055);
    agent.send(command(CMQCFC.MQCMD_CLEAR_Q, "BENCH.1"));
    assertThat(mq.queue("BENCH.1").depth()).isZero();
    agent.send(command(CMQCFC.MQCMD_DELETE_Q, "BENCH.1"));
    assertThat(mq.hasQueue("BENCH.1")).isFalse();
    assertThat(refusalOf(command(CMQCFC.MQCMD_INQUIRE_Q, "BENCH.1"))).isEqualTo(2085);
  }
}
