package io.tidemark.driver.ibmmq;

import io.tidemark.driver.ibmmq.IbmMqConfiguration.Acknowledge;
import io.tidemark.driver.ibmmq.IbmMqConfiguration.Allowed;
import io.tidemark.driver.ibmmq.IbmMqConfiguration.Authentication;
import io.tidemark.driver.ibmmq.IbmMqConfiguration.Client;
import io.tidemark.driver.ibmmq.IbmMqConfiguration.Connecting;
import io.tidemark.driver.ibmmq.IbmMqConfiguration.ConsumeBy;
import io.tidemark.driver.ibmmq.IbmMqConfiguration.Consuming;
import io.tidemark.driver.ibmmq.IbmMqConfiguration.Correlation;
import io.tidemark.driver.ibmmq.IbmMqConfiguration.DestinationType;
import io.tidemark.driver.ibmmq.IbmMqConfiguration.Destinations;
import io.tidemark.driver.ibmmq.IbmMqConfiguration.Exchange;
import io.tidemark.driver.ibmmq.IbmMqConfiguration.MessageType;
import io.tidemark.driver.ibmmq.IbmMqConfiguration.Messages;
import io.tidemark.driver.ibmmq.IbmMqConfiguration.Mode;
import io.tidemark.driver.ibmmq.IbmMqConfiguration.Persistence;
import io.tidemark.driver.ibmmq.IbmMqConfiguration.Provider;
import io.tidemark.driver.ibmmq.IbmMqConfiguration.Publishing;
import io.tidemark.driver.ibmmq.IbmMqConfiguration.Reconnect;
import io.tidemark.driver.ibmmq.IbmMqConfiguration.Send;
import io.tidemark.driver.ibmmq.IbmMqConfiguration.Setup;
import io.tidemark.driver.ibmmq.IbmMqConfiguration.SetupMode;
import io.tidemark.driver.ibmmq.IbmMqConfiguration.TargetClient;
import io.tidemark.driver.ibmmq.IbmMqConfiguration.Tls;
import io.tidemark.driver.ibmmq.IbmMqConfiguration.Where;
import io.tidemark.driver.ibmmq.IbmMqConfiguration.Who;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** From a file's tree to the configuration. */
final class ConfigurationReader {
  private static final Pattern CONNECTION_NAME = Pattern.compile("[^(),\\s]+\\(\\d{1,5}\\)");
  private static final int MOST_BYTES = 100 * 1024 * 1024;
  private final SettingsTree tree;

  private ConfigurationReader(SettingsTree tree) {
    this.tree = tree;
  }

  static IbmMqConfiguration read(SettingsTree tree) {
    ConfigurationReader reader = new ConfigurationReader(tree);
    Provider provider = tree.choice("provider", Provider.IBMMQ);
    IbmMqConfiguration read =
        new IbmMqConfiguration(
            provider,
            reader.where(provider),
            reader.who(),
            reader.tls(),
            reader.connecting(),
            reader.destinations(),
            reader.messages(provider),
            reader.publishing(),
            reader.consuming(),
            reader.exchange(),
            reader.client(),
            reader.setup());
    ConfigurationRules.check(tree, read);
    return read;
  }

  private Where where(Provider provider) {
    String ccdt = tree.text("ccdtUrl", "");
    return new Where(
        provider == Provider.ARTEMIS || !ccdt.isEmpty() ? List.of() : connectionNames(),
        ccdt,
        tree.text("channel", "SYSTEM.DEF.SVRCONN"),
        tree.text("queueManager", ""),
        tree.text("applicationName", "tidemark"),
        provider == Provider.ARTEMIS ? tree.text("brokerUrl", "") : "");
  }

  private List<String> connectionNames() {
    List<String> names = new ArrayList<>();
    for (String text : tree.texts("connectionNames")) {
      for (String name : text.split(",", -1)) {
        names.add(name.strip());
      }
    }
    for (String name : names) {
      if (!CONNECTION_NAME.matcher(name).matches()) {
        tree.problem("connectionNames", "got '" + name + "'; allowed host(port), host2(port), ...");
      }
    }
    if (names.isEmpty() && tree.has("host")) {
      names.add(tree.text("host", "") + "(" + tree.number("port", 1414, 1, 65_535) + ")");
    }
    return names;
  }

  private Who who() {
    return new Who(
        tree.text("user", ""),
        tree.text("password", ""),
        tree.text("token", ""),
        tree.choice("authentication", Authentication.MQCSP));
  }

  private Tls tls() {
    return new Tls(
        tree.text("tls.cipherSuite", ""),
        tree.text("tls.trustStore", ""),
        tree.text("tls.trustStorePassword", ""),
        tree.text("tls.keyStore", ""),
        tree.text("tls.keyStorePassword", ""),
        tree.text("tls.peerName", ""),
        tree.text("tls.certificateLabel", ""),
        tree.flag("tls.fips", false));
  }

  private Connecting connecting() {
    return new Connecting(
        tree.choice("connections.mode", Mode.PER_CLIENT),
        tree.flag("connections.shareConversations", true),
        tree.text("connections.providerVersion", "unspecified"),
        tree.choice("connections.reconnect", Reconnect.DISABLED),
        tree.duration("connections.reconnectTimeout", Duration.ofSeconds(1800)),
        tree.duration("connections.connectTimeout", Duration.ofSeconds(30)),
        tree.duration("connections.closeTimeout", Duration.ofSeconds(10)),
        tree.duration("connections.recoveryInterval", Duration.ofMillis(500)),
        tree.text("connections.temporaryModel", ""),
        tree.text("connections.temporaryPrefix", ""));
  }

  private Destinations destinations() {
    return new Destinations(
        tree.choice("destinationType", DestinationType.QUEUE),
        tree.text("topicPrefix", "TIDEMARK"),
        tree.text("queues.pattern", ""),
        tree.number("queues.from", 1, 0, 1_000_000));
  }

  private Messages messages(Provider provider) {
    return new Messages(
        tree.choice("messages.type", MessageType.BYTES),
        tree.choice(
            "messages.targetClient",
            provider == Provider.IBMMQ ? TargetClient.MQ : TargetClient.JMS),
        tree.choice("messages.persistence", Persistence.PERSISTENT),
        tree.number("messages.priority", 4, 0, 9),
        tree.duration("messages.expiry", Duration.ZERO),
        tree.number("messages.ccsid", 0, 0, 65_535),
        tree.number("messages.encoding", 0, 0, 4095),
        tree.choice("messages.putAsync", Allowed.DISABLED),
        tree.choice("messages.readAhead", Allowed.DISABLED),
        tree.text("messages.keyProperty", ""));
  }

  private Publishing publishing() {
    return new Publishing(
        tree.choice("publishing.send", Send.SYNC),
        tree.flag("publishing.transacted", false),
        tree.number("publishing.commitEvery", 1, 1, 100_000),
        tree.duration("publishing.commitIdle", Duration.ofMillis(100)));
  }

  private Consuming consuming() {
    return new Consuming(
        tree.choice("consuming.by", ConsumeBy.RECEIVE),
        tree.choice("consuming.acknowledge", Acknowledge.AUTO),
        tree.number("consuming.acknowledgeEvery", 1, 1, 100_000),
        tree.duration("consuming.wait", Duration.ofMillis(500)));
  }

  private Exchange exchange() {
    return new Exchange(
        tree.choice("requestReply.correlation", Correlation.SESSION),
        tree.flag("requestReply.transacted", false),
        tree.text("requestReply.requestQueues", ""),
        tree.text("requestReply.replyQueues", ""),
        tree.number("requestReply.from", 1, 0, 1_000_000),
        tree.number("requestReply.to", 1_000_000, 0, 1_000_000),
        tree.flag("requestReply.fixedReplyQueue", false),
        tree.duration("requestReply.getWait", Duration.ofMillis(500)));
  }

  private Client client() {
    return new Client(
        (int) tree.size("client.defaultMaxMessageSize", 0),
        tree.flag("client.messageProtection", false),
        tree.number("client.receiveBufferBytes", -1, -1, Integer.MAX_VALUE),
        tree.number("client.sendBufferBytes", -1, -1, Integer.MAX_VALUE),
        tree.text("client.logDirectory", ""));
  }

  private Setup setup() {
    return new Setup(
        tree.choice("setup.mode", SetupMode.MQSC),
        tree.number("setup.maxDepth", 100_000, 1, 999_999_999),
        (int) Math.min(MOST_BYTES, tree.size("setup.maxMessageSize", MOST_BYTES)),
        tree.text("setup.replyModel", "SYSTEM.DEFAULT.MODEL.QUEUE"),
        tree.flag("setup.telemetry", true));
  }
}
