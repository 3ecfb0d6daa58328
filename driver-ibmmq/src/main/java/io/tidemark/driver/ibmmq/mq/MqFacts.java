package io.tidemark.driver.ibmmq.mq;

import com.ibm.mq.MQException;
import com.ibm.mq.jms.MQConnection;
import com.ibm.msg.client.wmq.WMQConstants;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration;
import io.tidemark.driver.ibmmq.provider.JmsFailure;
import io.tidemark.driver.ibmmq.provider.JmsProvider;
import java.net.MalformedURLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import javax.jms.Connection;
import javax.jms.JMSException;

/** Facts about client, queue manager and settings for the result. */
record MqFacts(IbmMqConfiguration configuration, JmsProvider provider, PcfAdmin admin) {

  Map<String, String> read() throws JmsFailure {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("broker.name", "IBM MQ");
    try (Connection connection = provider.connect(provider.connectionFactory())) {
      facts.put("client.version", clientVersion());
      if (connection instanceof MQConnection mq) {
        put(facts, "queue.manager", mq.getStringProperty(WMQConstants.WMQ_RESOLVED_QUEUE_MANAGER));
        put(
            facts,
            "queue.manager.id",
            mq.getStringProperty(WMQConstants.WMQ_RESOLVED_QUEUE_MANAGER_ID));
      }
      sharingConversations(facts); // While this connection is there to be asked for.
    } catch (JMSException e) {
      throw provider.failure("connect", e);
    }
    commandLevel(facts);
    return facts;
  }

  /** The jar's own version; the connection's meta data tell only the mode it works in. */
  private static String clientVersion() {
    String version = MQConnection.class.getPackage().getImplementationVersion();
    return "IBM MQ classes for JMS " + (version == null ? "(unknown version)" : version);
  }

  /** Needs the authority to inquire the queue manager, without which the version is unknown. */
  private void commandLevel(Map<String, String> facts) {
    try (BaseConnection base = new BaseConnection(configuration)) {
      facts.put("broker.version", "command level " + base.open().getCommandLevel());
    } catch (MQException | MalformedURLException e) {
      facts.put("broker.version", "unknown: " + e.getMessage());
    }
  }

  /** Results with SHARECNV 10 and 1 are not comparable. */
  private void sharingConversations(Map<String, String> facts) {
    if (!configuration.setup().telemetry()) {
      return;
    }
    if (!configuration.where().ccdtUrl().isEmpty()) {
      facts.put("channel.sharecnv", "unknown: the channel is the CCDT's");
      return;
    }
    try {
      String all =
          admin.sharingConversations().stream()
              .map(String::valueOf)
              .collect(Collectors.joining(", "));
      facts.put("channel.sharecnv", all.isEmpty() ? "unknown: no status of the channel" : all);
    } catch (JmsFailure e) {
      facts.put("channel.sharecnv", "unknown: " + e.getMessage());
    }
  }

  private static void put(Map<String, String> facts, String name, String value) {
    if (value != null && !value.isBlank()) {
      facts.put(name, value.strip());
    }
  }
}
