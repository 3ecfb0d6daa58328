package io.tidemark.driver.ibmmq.mq;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.mq.jms.MQConnectionFactory;
import com.ibm.msg.client.wmq.WMQConstants;
import io.tidemark.driver.ibmmq.IbmMqConfigurations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings that are not visible on the wire before a connection is lost. */
class FactorySettingsTest {

  private static MQConnectionFactory factory(String connections) throws Exception {
    return new FactorySettings(
            IbmMqConfigurations.of(
                "connectionNames: h(1414)\nconnections: {" + connections + "}\n"))
        .factory();
  }

  @ParameterizedTest
  @CsvSource({
    "disabled, " + WMQConstants.WMQ_CLIENT_RECONNECT_DISABLED,
    "any, " + WMQConstants.WMQ_CLIENT_RECONNECT,
    "qmgr, " + WMQConstants.WMQ_CLIENT_RECONNECT_Q_MGR,
    "as-def, " + WMQConstants.WMQ_CLIENT_RECONNECT_AS_DEF
  })
  void reconnect(String choice, int expected) throws Exception {
    assertThat(factory("reconnect: " + choice).getClientReconnectOptions()).isEqualTo(expected);
  }

  @Test
  void reconnectTimeoutInSeconds() throws Exception {
    assertThat(factory("reconnect: any, reconnectTimeout: 2m").getClientReconnectTimeout())
        .isEqualTo(120);
    assertThat(factory("mode: shared").getClientReconnectTimeout()).isEqualTo(1800);
  }
}
