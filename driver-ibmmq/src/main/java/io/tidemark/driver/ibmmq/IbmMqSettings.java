package io.tidemark.driver.ibmmq;

import io.tidemark.driver.Setting;
import io.tidemark.driver.Setting.Type;
import java.util.ArrayList;
import java.util.List;

/** The keys of the driver's file. */
final class IbmMqSettings {
  static final List<Setting> ALL = all();

  private IbmMqSettings() {}

  private static List<Setting> all() {
    List<Setting> settings = new ArrayList<>(where());
    settings.addAll(who());
    settings.addAll(connections());
    settings.addAll(destinations());
    settings.addAll(messages());
    settings.addAll(work());
    settings.addAll(requestReply());
    settings.addAll(clientAndSetup());
    return List.copyOf(settings);
  }

  private static Setting text(String path, String description) {
    return Setting.of(path, Type.STRING, description);
  }

  private static Setting choice(String path, String description, String... values) {
    return text(path, description).withAllowed(values).withDefault(values[0]);
  }

  private static Setting flag(String path, boolean defaultValue, String description) {
    return Setting.of(path, Type.BOOLEAN, description).withDefault(defaultValue);
  }

  private static Setting number(String path, int defaultValue, String description) {
    return Setting.of(path, Type.INTEGER, description).withDefault(defaultValue);
  }

  private static Setting time(String path, String defaultValue, String description) {
    return Setting.of(path, Type.DURATION, description).withDefault(defaultValue);
  }

  private static Setting section(String path, String description) {
    return Setting.of(path, Type.SECTION, description);
  }

  private static List<Setting> where() {
    return List.of(
        choice("provider", "Whose JMS: a queue manager, or the stand-in.", "ibmmq", "artemis"),
        text("brokerUrl", "Artemis only: tcp://host:port."),
        text("connectionNames", "host(port), in order of preference, separated by commas."),
        text("host", "One host, instead of connectionNames."),
        number("port", 1414, "Its port."),
        text("ccdtUrl", "file: or http: address of a CCDT, JSON or binary, instead of a host."),
        text("channel", "Server-connection channel.").withDefault("SYSTEM.DEF.SVRCONN"),
        text("queueManager", "QM1; *GROUP for a group of a CCDT; empty for the default.")
            .withDefault(""),
        text("applicationName", "As the queue manager shows the connections.")
            .withDefault("tidemark"));
  }

  private static List<Setting> who() {
    return List.of(
        text("user", "User."),
        text("password", "Password.").asSecret(),
        text("token", "JWT instead of user and password.").asSecret(),
        choice("authentication", "How user and password travel.", "mqcsp", "compatibility"),
        section("tls", "TLS; on with a cipher suite."),
        text("tls.cipherSuite", "As Java names it, or *TLS12ORHIGHER and the like."),
        text("tls.trustStore", "PKCS12 or JKS file with the authorities to trust."),
        text("tls.trustStorePassword", "Its password.").asSecret(),
        text("tls.keyStore", "PKCS12 or JKS file with the client's key."),
        text("tls.keyStorePassword", "Its password.").asSecret(),
        text("tls.peerName", "Distinguished name the queue manager's certificate must match."),
        text("tls.certificateLabel", "Which key of the key store is the client's."),
        flag("tls.fips", false, "Only FIPS 140 algorithms."));
  }

  private static List<Setting> connections() {
    return List.of(
        section("connections", "Connections and sessions."),
        choice("connections.mode", "A connection each, or one for all.", "per-client", "shared"),
        flag("connections.shareConversations", true, "SHARECNV: sessions may share a socket."),
        text("connections.providerVersion", "Mode of IBM's client: unspecified, 6, 7, 8.")
            .withDefault("unspecified"),
        choice(
            "connections.reconnect",
            "IBM's own reconnection; without it the driver connects again.",
            "disabled",
            "any",
            "qmgr",
            "as-def"),
        time("connections.reconnectTimeout", "1800s", "How long IBM's client tries."),
        time("connections.connectTimeout", "30s", "Longest wait for the first connection."),
        time("connections.closeTimeout", "10s", "Longest wait for what is under way at the end."),
        time("connections.recoveryInterval", "500ms", "Pause between the driver's attempts."),
        text(
            "connections.temporaryModel",
            "Model queue of temporary queues. Without it replies to them are never persistent."),
        text("connections.temporaryPrefix", "Start of their names."));
  }

  private static List<Setting> destinations() {
    return List.of(
        choice("destinationType", "What a topic of a workload is.", "queue", "topic"),
        text("topicPrefix", "Start of the names of queues and topics.").withDefault("TIDEMARK"),
        section("queues", "Queues that are there already."),
        text("queues.pattern", "Topic n is the queue of this name: PERF.%d."),
        number("queues.from", 1, "Number of the first topic's queue."));
  }

  private static List<Setting> messages() {
    return List.of(
        section("messages", "Form and properties of messages."),
        choice("messages.type", "Body: bytes, or text (MQSTR).", "bytes", "text"),
        text("messages.targetClient", "mq: no RFH2 header; jms: with it.")
            .withAllowed("mq", "jms")
            .withDefault("mq"),
        choice(
            "messages.persistence",
            "Whether messages survive a restart; queue-default and application leave it to others.",
            "persistent",
            "non-persistent",
            "queue-default",
            "application"),
        number("messages.priority", 4, "0 to 9."),
        time("messages.expiry", "0s", "Messages not taken for so long are gone; 0 for never."),
        number("messages.ccsid", 0, "Coded character set of text; 0 for the client's default."),
        number("messages.encoding", 0, "MQMD encoding; 0 for the client's default."),
        choice("messages.putAsync", "Put without waiting.", "disabled", "enabled", "as-dest"),
        choice("messages.readAhead", "Get ahead of demand.", "disabled", "enabled", "as-dest"),
        text("messages.keyProperty", "Message property for the workload's keys; none by default."));
  }

  private static List<Setting> work() {
    return List.of(
        section("publishing", "Plain producers."),
        choice("publishing.send", "Wait for the answer of each put, or not.", "sync", "async"),
        flag("publishing.transacted", false, "Put under syncpoint."),
        number("publishing.commitEvery", 1, "Messages per commit."),
        time("publishing.commitIdle", "100ms", "Longest wait of a put for its commit."),
        section("consuming", "Plain consumers."),
        choice("consuming.by", "Blocking receive, or a message listener.", "receive", "listener"),
        choice(
            "consuming.acknowledge",
            "When a message is gone from its queue.",
            "auto",
            "client",
            "dups-ok",
            "transacted"),
        number("consuming.acknowledgeEvery", 1, "Messages per acknowledgement or commit."),
        time("consuming.wait", "500ms", "Longest single wait of a receive."));
  }

  private static List<Setting> requestReply() {
    return List.of(
        section("requestReply", "Request and reply the way of the broker."),
        choice(
            "requestReply.correlation",
            "How a reply finds its requester.",
            "session",
            "message-id",
            "pass-through",
            "temporary-queue"),
        flag("requestReply.transacted", false, "Put, commit, get, commit; get, put, one commit."),
        text("requestReply.requestQueues", "Queues that are there already: REQUEST%d."),
        text("requestReply.replyQueues", "Queues that are there already: REPLY%d."),
        number("requestReply.from", 1, "Number of the first pair."),
        number("requestReply.to", 1_000_000, "Number of the last pair."),
        flag("requestReply.fixedReplyQueue", false, "Replies go to the pair's reply queue."),
        time("requestReply.getWait", "500ms", "Longest single wait of a responder."));
  }

  private static List<Setting> clientAndSetup() {
    return List.of(
        section("client", "IBM's client as a whole."),
        Setting.of(
                "client.defaultMaxMessageSize",
                Type.SIZE,
                "First buffer of a get; larger messages take a second get. 0: IBM's 4096.")
            .withDefault(0),
        flag("client.messageProtection", false, "AMS: one more open per queue."),
        number("client.receiveBufferBytes", -1, "Socket buffer; 0: the system's, -1: IBM's."),
        number("client.sendBufferBytes", -1, "Socket buffer; 0: the system's, -1: IBM's."),
        text("client.logDirectory", "Where mqjms.log and FFDC go; the run's folder by default."),
        section("setup", "Who makes queues."),
        choice("setup.mode", "You, with the MQSC a failure shows, or PCF.", "mqsc", "pcf"),
        number("setup.maxDepth", 100_000, "MAXDEPTH of queues made by PCF."),
        Setting.of("setup.maxMessageSize", Type.SIZE, "MAXMSGL of queues made by PCF.")
            .withDefault("100MB"),
        text("setup.replyModel", "Model queue for answers to PCF.")
            .withDefault("SYSTEM.DEFAULT.MODEL.QUEUE"),
        flag(
            "setup.telemetry",
            true,
            "Depths, and what the queue manager publishes of log and replicas."));
  }
}
