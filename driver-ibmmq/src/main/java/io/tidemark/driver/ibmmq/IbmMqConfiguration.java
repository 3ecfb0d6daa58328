package io.tidemark.driver.ibmmq;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.tidemark.driver.Key;
import io.tidemark.driver.SettingValues;
import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The driver's file. Sections stand together that change together. */
public record IbmMqConfiguration(
    @Key(value = "Whose JMS: a queue manager, or the stand-in.", orElse = "ibmmq")
        Provider provider,
    Where where,
    Who who,
    @Key("TLS; on with a cipher suite.") Tls tls,
    @Key(name = "connections", value = "Connections and sessions.") Connecting connecting,
    Destinations destinations,
    @Key("Form and properties of messages.") Messages messages,
    @Key("Plain producers.") Publishing publishing,
    @Key("Plain consumers.") Consuming consuming,
    @Key(name = "requestReply", value = "Request and reply the way of the broker.")
        Exchange exchange,
    @Key("IBM's client as a whole.") Client client,
    @Key("Who makes queues.") Setup setup) {
  private static final String WHAT = "IBM MQ driver file";

  /** Whose JMS. */
  public enum Provider {
    IBMMQ,
    ARTEMIS
  }

  /** How a password travels. */
  public enum Authentication {
    MQCSP,
    COMPATIBILITY
  }

  /** How clients share connections. */
  public enum Mode {
    PER_CLIENT,
    SHARED
  }

  /** The client's own reconnection. */
  public enum Reconnect {
    DISABLED,
    ANY,
    QMGR,
    AS_DEF
  }

  /** What a topic of the framework is. */
  public enum DestinationType {
    QUEUE,
    TOPIC
  }

  /** Whether messages carry an RFH2 header. */
  public enum TargetClient {
    MQ,
    JMS
  }

  /** Whether messages survive a restart of the broker, and who says so. */
  public enum Persistence {
    NON_PERSISTENT,
    PERSISTENT,
    QUEUE_DEFAULT,
    APPLICATION
  }

  /** A choice that may be left to the queue. */
  public enum Allowed {
    AS_DEST,
    ENABLED,
    DISABLED
  }

  /** Body of the messages. */
  public enum MessageType {
    BYTES,
    TEXT
  }

  /** Whether a send waits for the broker's answer itself. */
  public enum Send {
    SYNC,
    ASYNC
  }

  /** How messages come. */
  public enum ConsumeBy {
    RECEIVE,
    LISTENER
  }

  /** When a received message is gone from the broker. */
  public enum Acknowledge {
    AUTO,
    CLIENT,
    DUPS_OK,
    TRANSACTED
  }

  /** How a reply finds its requester. */
  public enum Correlation {
    SESSION,
    MESSAGE_ID,
    PASS_THROUGH,
    TEMPORARY_QUEUE
  }

  /** Who makes the queues. */
  public enum SetupMode {
    MQSC,
    PCF
  }

  /**
   * The broker. Texts are empty where nothing is set.
   *
   * @param port of {@code host}
   */
  public record Where(
      @Key("Artemis only: tcp://host:port.") String brokerUrl,
      @Key("host(port), in order of preference, separated by commas.") String connectionNames,
      @Key("One host, instead of connectionNames.") String host,
      @Key(value = "Its port.", orElse = "1414", min = "1", max = "65535") int port,
      @Key("file: or http: address of a CCDT, JSON or binary, instead of a host.") String ccdtUrl,
      @Key(value = "Server-connection channel.", orElse = "SYSTEM.DEF.SVRCONN") String channel,
      @Key("QM1; *GROUP for a group of a CCDT; empty for the default.") String queueManager,
      @Key(value = "As the queue manager shows the connections.", orElse = "tidemark")
          String applicationName) {

    /** {@code host(port)} in order of preference; empty with a CCDT. */
    public List<String> addresses() {
      List<String> names = new ArrayList<>();
      for (String name : connectionNames.split(",", connectionNames.isEmpty() ? 0 : -1)) {
        names.add(name.strip());
      }
      names.removeIf(name -> connectionNames.isEmpty());
      if (names.isEmpty() && !host.isEmpty()) {
        names.add(host + "(" + port + ")");
      }
      return names;
    }

    /** For messages and facts: where connections go, without what may be secret. */
    public String address() {
      if (!brokerUrl.isEmpty()) {
        return withoutSecrets(brokerUrl);
      }
      return ccdtUrl.isEmpty() ? String.join(",", addresses()) : "CCDT " + withoutSecrets(ccdtUrl);
    }

    /** Users and passwords stand before the host, and as options behind the question mark. */
    private static String withoutSecrets(String urls) {
      return urls.replaceAll("[?#].*?(?=,\\w+://|$)", "").replaceAll("//[^/,]*@", "//");
    }

    @Override
    public String toString() {
      return "Where[" + address() + "]";
    }
  }

  /** Texts are empty where nothing is set. */
  public record Who(
      @Key("User.") String user,
      @Key(value = "Password.", secret = true) String password,
      @Key(value = "JWT instead of user and password.", secret = true) String token,
      @Key(value = "How user and password travel.", orElse = "mqcsp")
          Authentication authentication) {
    @Override
    public String toString() {
      return "Who[user=" + user + ", authentication=" + authentication + "]";
    }
  }

  /** Texts are empty where nothing is set; TLS is on when there is a cipher suite. */
  public record Tls(
      @Key("As Java names it, or *TLS12ORHIGHER and the like.") String cipherSuite,
      @Key("PKCS12 or JKS file with the authorities to trust.") String trustStore,
      @Key(value = "Its password.", secret = true) String trustStorePassword,
      @Key("PKCS12 or JKS file with the client's key.") String keyStore,
      @Key(value = "Its password.", secret = true) String keyStorePassword,
      @Key("Distinguished name the queue manager's certificate must match.") String peerName,
      @Key("Which key of the key store is the client's.") String certificateLabel,
      @Key("Only FIPS 140 algorithms.") boolean fips) {
    @Override
    public String toString() {
      return "Tls[cipherSuite=" + cipherSuite + ", trustStore=" + trustStore + "]";
    }
  }

  /** Connections and sessions. */
  public record Connecting(
      @Key(value = "A connection each, or one for all.", orElse = "per-client") Mode mode,
      @Key(value = "SHARECNV: sessions may share a socket.", orElse = "true")
          boolean shareConversations,
      @Key(
              value = "Mode of IBM's client.",
              orElse = "unspecified",
              allowed = {"unspecified", "6", "7", "8"})
          String providerVersion,
      @Key(
              value = "IBM's own reconnection; without it the driver connects again.",
              orElse = "disabled")
          Reconnect reconnect,
      @Key(value = "How long IBM's client tries.", orElse = "1800s") Duration reconnectTimeout,
      @Key(value = "Longest wait for the first connection.", orElse = "30s")
          Duration connectTimeout,
      @Key(value = "Longest wait for what is under way at the end.", orElse = "10s")
          Duration closeTimeout,
      @Key(value = "Pause between the driver's attempts.", orElse = "500ms")
          Duration recoveryInterval,
      @Key("Model queue of temporary queues. Without it replies to them are never persistent.")
          String temporaryModel,
      @Key("Start of their names.") String temporaryPrefix) {}

  /** Names of queues and topics. */
  public record Destinations(
      @Key(name = "destinationType", value = "What a topic of a workload is.", orElse = "queue")
          DestinationType type,
      @Key(value = "Start of the names of queues and topics.", orElse = "TIDEMARK")
          String topicPrefix,
      @Key("Queues that are there already.") Queues queues) {

    /** Queues that are there already; none without a pattern. */
    public record Queues(
        @Key("Topic n is the queue of this name: PERF.%d.") String pattern,
        @Key(value = "Number of the first topic's queue.", orElse = "1", min = "0", max = "1000000")
            int from) {}
  }

  /** Form and properties of messages. */
  public record Messages(
      @Key(value = "Body: bytes, or text (MQSTR).", orElse = "bytes") MessageType type,
      @Key(value = "mq: no RFH2 header; jms: with it.", orElse = "mq") TargetClient targetClient,
      @Key(
              value =
                  "Whether messages survive a restart; queue-default and application leave it to"
                      + " others.",
              orElse = "persistent")
          Persistence persistence,
      @Key(value = "Priority.", orElse = "4", min = "0", max = "9") int priority,
      @Key(value = "Messages not taken for so long are gone; 0 for never.", orElse = "0s")
          Duration expiry,
      @Key(
              value = "Coded character set of text; 0 for the client's default.",
              orElse = "0",
              min = "0",
              max = "65535")
          int ccsid,
      @Key(
              value = "MQMD encoding; 0 for the client's default.",
              orElse = "0",
              min = "0",
              max = "4095")
          int encoding,
      @Key(value = "Put without waiting.", orElse = "disabled") Allowed putAsync,
      @Key(value = "Get ahead of demand.", orElse = "disabled") Allowed readAhead,
      @Key("Message property for the workload's keys; none by default.") String keyProperty) {

    /** The JMS delivery mode of producers. */
    boolean jmsPersistent() {
      return persistence != Persistence.NON_PERSISTENT;
    }
  }

  /** Sending of plain producers. */
  public record Publishing(
      @Key(value = "Wait for the answer of each put, or not.", orElse = "sync") Send send,
      @Key("Put under syncpoint.") boolean transacted,
      @Key(value = "Messages per commit.", orElse = "1", min = "1", max = "100000") int commitEvery,
      @Key(value = "Longest wait of a put for its commit.", orElse = "100ms")
          Duration commitIdle) {}

  /** Receiving of plain consumers. */
  public record Consuming(
      @Key(value = "Blocking receive, or a message listener.", orElse = "receive") ConsumeBy by,
      @Key(value = "When a message is gone from its queue.", orElse = "auto")
          Acknowledge acknowledge,
      @Key(
              value = "Messages per acknowledgement or commit.",
              orElse = "1",
              min = "1",
              max = "100000")
          int acknowledgeEvery,
      @Key(name = "wait", value = "Longest single wait of a receive.", orElse = "500ms")
          Duration waitTime) {
    boolean transacted() {
      return acknowledge == Acknowledge.TRANSACTED;
    }
  }

  /** Request and reply. */
  public record Exchange(
      @Key(value = "How a reply finds its requester.", orElse = "session") Correlation correlation,
      @Key("Put, commit, get, commit; get, put, one commit.") boolean transacted,
      @Key("Queues that are there already: REQUEST%d.") String requestQueues,
      @Key("Queues that are there already: REPLY%d.") String replyQueues,
      @Key(value = "Number of the first pair.", orElse = "1", min = "0", max = "1000000") int from,
      @Key(value = "Number of the last pair.", orElse = "1000000", min = "0", max = "1000000")
          int to,
      @Key("Replies go to the pair's reply queue, not to the request's reply-to.")
          boolean fixedReplyQueue,
      @Key(value = "Longest single wait of a responder.", orElse = "500ms") Duration getWait) {}

  /** IBM's client as a whole; 0 and -1 leave its own defaults. */
  public record Client(
      @Key(
              name = "defaultMaxMessageSize",
              value = "First buffer of a get; larger messages take a second get. 0: IBM's 4096.",
              orElse = "0",
              min = "0",
              size = true)
          int defaultMaxMessageBytes,
      @Key("AMS: one more open per queue.") boolean messageProtection,
      @Key(value = "Socket buffer; 0: the system's, -1: IBM's.", orElse = "-1", min = "-1")
          int receiveBufferBytes,
      @Key(value = "Socket buffer; 0: the system's, -1: IBM's.", orElse = "-1", min = "-1")
          int sendBufferBytes,
      @Key("Where mqjms.log and FFDC go; the run's folder by default.") String logDirectory) {}

  /** Making queues. */
  public record Setup(
      @Key(value = "You, with the MQSC a failure shows, or PCF.", orElse = "mqsc") SetupMode mode,
      @Key(
              value = "MAXDEPTH of queues made by PCF.",
              orElse = "100000",
              min = "1",
              max = "999999999")
          int maxDepth,
      @Key(
              name = "maxMessageSize",
              value = "MAXMSGL of queues made by PCF.",
              orElse = "100MB",
              min = "0",
              max = "100MB",
              size = true)
          int maxMessageBytes,
      @Key(value = "Model queue for answers to PCF.", orElse = "SYSTEM.DEFAULT.MODEL.QUEUE")
          String replyModel,
      @Key(
              value = "Depths, and what the queue manager publishes of log and replicas.",
              orElse = "true")
          boolean telemetry) {}

  /** Reads and checks a file; throws one exception with everything that is wrong. */
  static IbmMqConfiguration read(File file) throws IOException {
    YAMLMapper yaml = new YAMLMapper();
    SettingValues values = SettingValues.of(WHAT, file, f -> yaml.readValue(f, Map.class));
    IbmMqConfiguration read = from(values);
    values.requireNoProblems();
    return read;
  }

  /** Reads everything; what is wrong is noted in the values. */
  static IbmMqConfiguration from(SettingValues values) {
    IbmMqConfiguration read = values.read(IbmMqConfiguration.class);
    MqConfigurationRules.check(values, read);
    return read;
  }
}
