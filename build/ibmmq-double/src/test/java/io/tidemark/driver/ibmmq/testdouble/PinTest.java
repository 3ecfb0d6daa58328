package io.tidemark.driver.ibmmq.testdouble;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.mq.jms.MQConnectionFactory;
import org.junit.jupiter.api.Test;

/** Another version of the client may send other flows: run the double's tests, then change it. */
class PinTest {
  @Test
  void theClientIsTheOneThatTheDoubleWasMadeFor() {
    String jar =
        MQConnectionFactory.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    assertThat(jar).endsWith("com.ibm.mq.allclient-" + MqTestDouble.CLIENT_VERSION + ".jar");
  }
}
