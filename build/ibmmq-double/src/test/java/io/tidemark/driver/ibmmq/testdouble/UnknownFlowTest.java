package io.tidemark.driver.ibmmq.testdouble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import javax.jms.JMSException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * What the double does not know ends the connection and fails the test, instead of an answer that
 * only looks right.
 */
class UnknownFlowTest {

  @Test
  void browsingIsRefusedAndReported() throws Exception {
    MqTestDouble mq = MqTestDouble.start(DoubleSettings.named("QM1"));
    mq.define("Q").depth();
    JmsClient client = JmsClient.connect(mq);
    client.producer("Q").send(client.message(10, 1));
    client.session().createBrowser(client.queue("Q")).getEnumeration().hasMoreElements();
    Awaitility.await().until(() -> !mq.journal().unknownFlows().isEmpty());
    assertThatThrownBy(mq::close)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("the MQ test double does not know");
    closeBroken(client);
  }

  @Test
  void anAsynchronousPutIsRefusedAndReported() throws Exception {
    MqTestDouble mq = MqTestDouble.start(DoubleSettings.named("QM1"));
    JmsClient client = JmsClient.connect(mq);
    mq.define("Q");
    String asynchronous = "queue:///Q?putAsyncAllowed=1&persistence=1";
    Throwable thrown =
        catchThrowable(
            () ->
                client
                    .session()
                    .createProducer(client.session().createQueue(asynchronous))
                    .send(client.message(10, 1)));
    assertThat(thrown).isInstanceOf(JMSException.class);
    assertThatThrownBy(mq::close).hasMessageContaining("SPI verb 6");
    closeBroken(client);
  }

  /** Such as a client of another test that calls a port which is free again. */
  @Test
  void somethingElseThanAnMqClientGetsNoAnswerAndIsNoFlow() throws Exception {
    MqTestDouble mq = MqTestDouble.start(DoubleSettings.named("QM1"));
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), mq.port());
        OutputStream out = socket.getOutputStream()) {
      out.write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
      out.flush();
      assertThat(socket.getInputStream().read()).isEqualTo(-1);
    }
    assertThat(mq.journal().unknownFlows()).isEmpty();
    mq.close();
  }

  private static void closeBroken(JmsClient client) {
    try {
      client.close();
    } catch (JMSException e) {
      assertThat(JmsClient.reasonOf(e)).isEqualTo(ReasonCode.CONNECTION_BROKEN);
    }
  }
}
