package io.tidemark.driver.ibmmq.testdouble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.ibm.mq.jms.MQConnectionFactory;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** TLS with a password in the clear inside it; the driver's tests show the other ways in. */
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
}
