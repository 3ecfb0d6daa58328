package io.tidemark.driver.ibmmq;

import io.tidemark.driver.BrokerFacts;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.Provider;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Settings that are required to compare results of this driver. */
final class SettingFacts {
  private SettingFacts() {}

  static Map<String, String> of(IbmMqConfiguration configuration) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put(BrokerFacts.ACKNOWLEDGEMENT, "by the server that is addressed");
    facts.put(BrokerFacts.PERSISTENCE, persistence(configuration));
    facts.put("message.persistence", name(configuration.messages().persistence()));
    facts.put("message.type", name(configuration.messages().type()));
    facts.put("connections", name(configuration.connecting().mode()));
    facts.put("publishing.transacted", Boolean.toString(configuration.publishing().transacted()));
    facts.put("consuming.acknowledge", name(configuration.consuming().acknowledge()));
    facts.put("requestReply.correlation", name(configuration.exchange().correlation()));
    facts.put("requestReply.transacted", Boolean.toString(configuration.exchange().transacted()));
    if (configuration.provider() == Provider.IBMMQ) {
      facts.put("address", configuration.where().address());
      facts.put("channel", configuration.where().channel());
      facts.put("target.client", name(configuration.messages().targetClient()));
      int buffer = configuration.client().defaultMaxMessageBytes();
      facts.put("client.defaultMaxMsgSize", buffer == 0 ? "4096 (default)" : buffer + " B");
      String cipher = configuration.tls().cipherSuite();
      facts.put("tls.cipherSuite", cipher.isEmpty() ? "none" : cipher);
    }
    return facts;
  }

  /** A queue manager forces its log before it confirms a persistent message. */
  private static String persistence(IbmMqConfiguration configuration) {
    return switch (configuration.messages().persistence()) {
      case NON_PERSISTENT -> BrokerFacts.IN_MEMORY;
      case PERSISTENT ->
          configuration.provider() == Provider.IBMMQ
              ? BrokerFacts.FLUSHED
              : "on disk, as the broker's journal is set";
      case QUEUE_DEFAULT, APPLICATION -> "as the queue is defined";
    };
  }

  private static String name(Enum<?> choice) {
    return choice.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
