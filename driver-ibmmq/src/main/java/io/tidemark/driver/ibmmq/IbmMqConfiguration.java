package io.tidemark.driver.ibmmq;

import java.time.Duration;
import java.util.List;

/** The driver's file, checked. Sections stand together that change together. */
public record IbmMqConfiguration(
    Provider provider,
    Where where,
    Who who,
    Tls tls,
    Connecting connecting,
    Destinations destinations,
    Messages messages,
    Publishing publishing,
    Consuming consuming,
    Exchange exchange,
    Client client,
    Setup setup) {

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
   * The broker.
   *
   * @param connectionNames {@code host(port)} in order of preference; empty with a CCDT
   * @param ccdtUrl or empty
   * @param brokerUrl Artemis's, or empty
   */
  public record Where(
      List<String> connectionNames,
      String ccdtUrl,
      String channel,
      String queueManager,
      String applicationName,
      String brokerUrl) {

    /** For messages and facts: where connections go, without what may be secret. */
    public String address() {
      if (!brokerUrl.isEmpty()) {
        return withoutSecrets(brokerUrl);
      }
      return ccdtUrl.isEmpty()
          ? String.join(",", connectionNames)
          : "CCDT " + withoutSecrets(ccdtUrl);
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
  public record Who(String user, String password, String token, Authentication authentication) {
    @Override
    public String toString() {
      return "Who[user=" + user + ", authentication=" + authentication + "]";
    }
  }

  /** Texts are empty where nothing is set; TLS is on when there is a cipher suite. */
  public record Tls(
      String cipherSuite,
      String trustStore,
      String trustStorePassword,
      String keyStore,
      String keyStorePassword,
      String peerName,
      String certificateLabel,
      boolean fips) {
    @Override
    public String toString() {
      return "Tls[cipherSuite=" + cipherSuite + ", trustStore=" + trustStore + "]";
    }
  }

  /**
   * @param providerVersion unspecified, or 6 to 8
   * @param temporaryModel the model queue of temporary queues, or empty
   * @param temporaryPrefix the start of their names, or empty
   */
  public record Connecting(
      Mode mode,
      boolean shareConversations,
      String providerVersion,
      Reconnect reconnect,
      Duration reconnectTimeout,
      Duration connectTimeout,
      Duration closeTimeout,
      Duration recoveryInterval,
      String temporaryModel,
      String temporaryPrefix) {}

  /**
   * @param queuePattern topic n is the queue of this name; or empty
   */
  public record Destinations(
      DestinationType type, String topicPrefix, String queuePattern, int queuesFrom) {}

  /**
   * @param expiry zero for never
   * @param ccsid 0 for the client's default
   * @param encoding 0 for the client's default
   */
  public record Messages(
      MessageType type,
      TargetClient targetClient,
      Persistence persistence,
      int priority,
      Duration expiry,
      int ccsid,
      int encoding,
      Allowed putAsync,
      Allowed readAhead,
      String keyProperty) {

    /** The JMS delivery mode of producers. */
    boolean jmsPersistent() {
      return persistence != Persistence.NON_PERSISTENT;
    }
  }

  /** Sending of plain producers. */
  public record Publishing(Send send, boolean transacted, int commitEvery, Duration commitIdle) {}

  /** Receiving of plain consumers. */
  public record Consuming(
      ConsumeBy by, Acknowledge acknowledge, int acknowledgeEvery, Duration waitTime) {
    boolean transacted() {
      return acknowledge == Acknowledge.TRANSACTED;
    }
  }

  /**
   * Request and reply.
   *
   * @param requestQueues pattern of the request queues that are there already, or empty
   * @param replyQueues pattern of the reply queues that are there already, or empty
   * @param fixedReplyQueue replies go to the pair's reply queue, whatever the request asks for
   * @param getWait the longest single wait of a responder
   */
  public record Exchange(
      Correlation correlation,
      boolean transacted,
      String requestQueues,
      String replyQueues,
      int from,
      int to,
      boolean fixedReplyQueue,
      Duration getWait) {}

  /**
   * IBM's client as a whole; 0 and -1 leave its own defaults.
   *
   * @param logDirectory or empty: the run's
   */
  public record Client(
      int defaultMaxMessageBytes,
      boolean messageProtection,
      int receiveBufferBytes,
      int sendBufferBytes,
      String logDirectory) {}

  /** Making queues. */
  public record Setup(
      SetupMode mode, int maxDepth, int maxMessageBytes, String replyModel, boolean telemetry) {}

  /** Reads everything; what is wrong is noted in the tree. */
  static IbmMqConfiguration from(SettingsTree tree) {
    return ConfigurationReader.read(tree);
  }
}
