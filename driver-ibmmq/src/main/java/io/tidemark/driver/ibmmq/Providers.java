package io.tidemark.driver.ibmmq;

import io.tidemark.driver.ibmmq.artemis.ArtemisProvider;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.Provider;
import io.tidemark.driver.ibmmq.jndi.JndiProvider;
import io.tidemark.driver.ibmmq.mq.IbmMqProvider;
import io.tidemark.driver.ibmmq.provider.JmsFailure;
import io.tidemark.driver.ibmmq.provider.JmsProvider;
import io.tidemark.driver.settings.SettingValues;

/** Chooses the provider. IBM's classes are touched only when they are asked for. */
public final class Providers {
  private Providers() {}

  static JmsProvider of(IbmMqConfiguration configuration) throws JmsFailure {
    if (configuration.provider() == Provider.ARTEMIS) {
      return new ArtemisProvider(configuration);
    }
    if (configuration.provider() == Provider.JNDI) {
      return new JndiProvider(configuration);
    }
    try {
      return ibmMq(configuration);
    } catch (NoClassDefFoundError e) {
      throw new JmsFailure(
          "IBM's MQ client is not installed (its licence does not permit"
              + " distribution): run 'bin/fetch-ibmmq-client', or put com.ibm.mq.allclient"
              + " and its dependencies into drivers/ibmmq/; missing: "
              + e.getMessage(),
          JmsFailure.Kind.OTHER,
          e);
    }
  }

  /** Notes what the connection factory refuses; connects to nothing. */
  static void check(SettingValues values, IbmMqConfiguration configuration) {
    String address = configuration.where().ccdtUrl().isEmpty() ? "connectionNames" : "ccdtUrl";
    try {
      if (configuration.provider() == Provider.ARTEMIS) {
        address = "brokerUrl";
        ArtemisProvider.check(configuration);
      } else if (configuration.provider() == Provider.IBMMQ) {
        IbmMqProvider.check(configuration);
      }
    } catch (JmsFailure e) {
      values.problem(address, String.valueOf(e.getMessage()));
    } catch (NoClassDefFoundError e) {
      // IBM's client is not installed, as the run says.
    }
  }

  private static JmsProvider ibmMq(IbmMqConfiguration configuration) throws JmsFailure {
    return new IbmMqProvider(configuration);
  }
}
