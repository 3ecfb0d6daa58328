package io.tidemark.driver.ibmmq.testdouble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.ibm.mq.jms.MQConnectionFactory;
import com.ibm.msg.client.wmq.WMQConstants;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.jms.Connection;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The ways in: TLS with a password in the clear inside it, CCDT, name lists, tokens, shared
 * sockets.
 */
class ConnectingTest {
  @TempDir private static Path directory;
  private static TestCertificate certificate;

  @BeforeAll
  static void makeCertificate() {
    certificate = TestCertificate.create(directory);
  }

  private static DoubleSettings settings() {
    return DoubleSettings.named("QM1").withUser("app", "secret");
  }

  @ParameterizedTest
  @CsvSource({
    "TLS_AES_256_GCM_SHA384, TLS_AES_256_GCM_SHA384",
    "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384, TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
    "*TLS12ORHIGHER, TLS_AES_256_GCM_SHA384",
  })
  void aPasswordIsCheckedWithinTls(String cipher, String negotiated) throws Exception {
    try (MqTestDouble mq =
        MqTestDouble.start(settings().withTls(certificate.context()).withFapLevel(17))) {
      mq.define("Q");
      MQConnectionFactory factory = JmsClient.factory(mq.port());
      factory.setSSLCipherSuite(cipher);
      factory.setSSLSocketFactory(certificate.context().getSocketFactory());
      Throwable refused = catchThrowable(() -> factory.createConnection("app", "wrong"));
      assertThat(JmsClient.reasonOf(refused)).isEqualTo(2035);
      try (JmsClient client = new JmsClient(factory.createConnection("app", "secret"), false)) {
        client.producer("Q").send(client.message(100_000, 5));
        assertThat(JmsClient.bytesOf(client.consumer("Q").receive(5_000))).hasSize(100_000);
      }
      assertThat(mq.journal().connections())
          .extracting(DoubleJournal.Connected::cipherSuite)
          .containsOnly(negotiated);
    }
  }

  @Test
  void aTlsChannelRefusesAClientWithoutTls() throws Exception {
    MqTestDouble mq = MqTestDouble.start(settings().withTls(certificate.context()));
    Throwable refused =
        catchThrowable(() -> JmsClient.factory(mq.port()).createConnection("app", "secret"));
    assertThat(JmsClient.reasonOf(refused)).isIn(2009, 2059, 2393);
    mq.close();
  }

  @Test
  void aTokenComesInsteadOfUserAndPassword() throws Exception {
    try (MqTestDouble mq = MqTestDouble.start(DoubleSettings.named("QM1"))) {
      String token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhcHAifQ.c2ln";
      JmsClient.factory(mq.port()).createConnection(null, token).close();
      assertThat(mq.journal().connections())
          .extracting(DoubleJournal.Connected::authentication)
          .containsOnly("TOKEN");
    }
  }

  @Test
  void theNextNameOfTheListIsTriedAndLaterTheFirstAgain() throws Exception {
    MqTestDouble first = MqTestDouble.start(settings());
    int port = first.port();
    try (MqTestDouble second = MqTestDouble.start(settings())) {
      MQConnectionFactory factory = JmsClient.factory(port);
      factory.setConnectionNameList("localhost(" + port + "),localhost(" + second.port() + ")");
      factory.createConnection("app", "secret").close();
      assertThat(second.journal().connections()).isEmpty();
      first.close();
      factory.createConnection("app", "secret").close();
      assertThat(second.journal().connections()).hasSize(1);
    }
  }

  @Test
  void aCcdtNamesChannelAndPort() throws Exception {
    try (MqTestDouble mq = MqTestDouble.start(settings().withChannels("CCDT.CHANNEL"))) {
      Path ccdt = directory.resolve("ccdt.json");
      Files.writeString(
          ccdt,
          """
          {"channel": [{"name": "CCDT.CHANNEL", "type": "clientConnection",
            "clientConnection": {
              "connection": [{"host": "localhost", "port": %d}], "queueManager": "QM1"},
            "connectionManagement": {"sharingConversations": 1}}]}
          """
              .formatted(mq.port()));
      MQConnectionFactory factory = new MQConnectionFactory();
      factory.setTransportType(WMQConstants.WMQ_CM_CLIENT);
      factory.setCCDTURL(ccdt.toUri().toURL());
      factory.setQueueManager("QM1");
      factory.createConnection("app", "secret").close();
      assertThat(mq.journal().connections())
          .extracting(DoubleJournal.Connected::channel)
          .containsOnly("CCDT.CHANNEL");
    }
  }

  @ParameterizedTest(name = "SHARECNV {0} and a client that allows {1}: {2} sockets")
  @CsvSource({"1, true, 2", "10, true, 1", "10, false, 2"})
  void theLowerNumberOfConversationsWins(int sharing, boolean allowed, int sockets)
      throws Exception {
    try (MqTestDouble mq = MqTestDouble.start(settings().withSharingConversations(sharing))) {
      MQConnectionFactory factory = JmsClient.factory(mq.port());
      factory.setShareConvAllowed(
          allowed
              ? WMQConstants.WMQ_SHARE_CONV_ALLOWED_YES
              : WMQConstants.WMQ_SHARE_CONV_ALLOWED_NO);
      try (Connection connection = factory.createConnection("app", "secret")) {
        connection.createSession(false, javax.jms.Session.AUTO_ACKNOWLEDGE);
        assertThat(mq.journal().connections()).hasSize(2);
        assertThat(
                mq.journal().connections().stream().map(DoubleJournal.Connected::socket).distinct())
            .hasSize(sockets);
      }
    }
  }
}
