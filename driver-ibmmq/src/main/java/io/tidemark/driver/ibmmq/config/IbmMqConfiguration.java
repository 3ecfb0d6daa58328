package io.tidemark.driver.ibmmq.config;

import io.tidemark.driver.settings.Key;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The driver's file. Sections stand together that change together. */
public record IbmMqConfiguration(
    @Key(value = "JMS provider: IBM MQ, ActiveMQ Artemis, or any by JNDI.", orElse = "ibmmq")
        Provider provider,
    Where where,
    @Key("Where a JNDI context has connection factory and destinations.") Jndi jndi,
    Who who,
    @Key("TLS; on with a cipher suite.") Tls tls,
    @Key(name = "connections", value = "Connections and sessions.") Connecting connecting,
    Destinations destinations,
    @Key("Form and properties of messages.") Messages messages,
    @Key("Plain producers.") Publishing publishing,
    @Key("Plain consumers.") Consuming consuming,
    @Key(name = "requestReply", value = "Native request and reply.") Exchange exchange,
    @Key("Settings of IBM's client for the process.") Client client,
    @Key("Creation of queues.") Setup setup) {
  /** The vendor of the JMS client. */
  public enum Provider {
    IBMMQ,
    ARTEMIS,
    JNDI
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

  /** What a subscription of a JMS topic is. */
  public enum SubscriptionType {
    SHARED_DURABLE,
    SHARED,
    DURABLE,
    NON_DURABLE;

    /** Whether it keeps messages without a consumer. */
    public boolean isDurable() {
      return this == SHARED_DURABLE || this == DURABLE;
    }

    /** Whether several consumers share its messages. */
    public boolean isShared() {
      return this == SHARED_DURABLE || this == SHARED;
    }
  }

  /** Whether messages carry an RFH2 header. */
  public enum TargetClient {
    MQ,
    JMS
  }

  /** Persistence of messages, and where it is defined. */
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

  /** Acknowledgement of received messages. */
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
      @Key(
              "host(port) or host, in order of preference, separated by commas. Exactly one"
                  + " of this, `host` and `ccdtUrl`.")
          String connectionNames,
      @Key("One host, instead of connectionNames.") String host,
      @Key(value = "Port of host.", orElse = "1414", range = "1..65535") int port,
      @Key("file: or http: address of a CCDT, JSON or binary, instead of a host.") String ccdtUrl,
      @Key(value = "Server-connection channel.", orElse = "SYSTEM.DEF.SVRCONN") String channel,
      @Key(
              "QM1; *GROUP for a group of a CCDT; empty for the default. In a group (a"
                  + " uniform cluster) each connection goes to one of its queue managers: define"
                  + " the queues on all, and keep consumers on all.")
          String queueManager,
      @Key(value = "Application name of connections in the queue manager.", orElse = "tidemark")
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

    /** The addresses without secrets, for messages and facts. */
    public String address() {
      if (!brokerUrl.isEmpty()) {
        return withoutSecrets(brokerUrl);
      }
      return ccdtUrl.isEmpty() ? String.join(",", addresses()) : "CCDT " + withoutSecrets(ccdtUrl);
    }

    /** Users and passwords stand before the host, and as options behind the question mark. */
    private static String withoutSecrets(String urls) {
      return urls.replaceAll("[?#].*?(?=,\\w+://|$)", "")
          .replaceAll("//(?:(?!,\\w+://)\\S)*@", "//");
    }

    @Override
    public String toString() {
      return "Where[" + address() + "]";
    }
  }

  /** Names in a context; texts are empty where nothing is set. */
  public record Jndi(
      @Key("java.naming.factory.initial, java.naming.provider.url, and more.")
          Map<String, String> environment,
      @Key("Name of the connection factory.") String connectionFactory,
      @Key(
              value =
                  "Name of the destination for a queue or topic; %s stands for the latter's"
                      + " name. Without a scheme, except `java:`.",
              orElse = "%s")
          String destinations) {
    /** Whether a look-up of this name would leave the context. */
    public static boolean hasScheme(String name) {
      return name.replaceFirst("^java:", "").contains(":");
    }

    /** Prints names without values, which may be secret. */
    @Override
    public String toString() {
      return "Jndi[" + environment.keySet() + ", " + connectionFactory + ", " + destinations + "]";
    }
  }

  /** Texts are empty where nothing is set. */
  public record Who(
      @Key("User.") String user,
      @Key(value = "Password.", secret = true) String password,
      @Key(value = "JWT instead of user and password.", secret = true) String token,
      @Key(value = "How user and password are sent.", orElse = "mqcsp")
          Authentication authentication) {
    @Override
    public String toString() {
      return "Who[user=" + user + ", authentication=" + authentication + "]";
    }
  }

  /** Texts are empty where nothing is set; TLS is on when there is a cipher suite. */
  public record Tls(
      @Key(
              "Java's name, or a value such as *TLS12ORHIGHER. IBM's names of CipherSpecs"
                  + " fail with 2400.")
          String cipherSuite,
      @Key("PKCS12 or JKS file with trusted CA certificates.") String trustStore,
      @Key(value = "Its password.", secret = true) String trustStorePassword,
      @Key("PKCS12 or JKS file with the client's key.") String keyStore,
      @Key(value = "Its password.", secret = true) String keyStorePassword,
      @Key("Distinguished name the queue manager's certificate must match.") String peerName,
      @Key("Label of the client's key in the key store.") String certificateLabel,
      @Key("Only FIPS 140 algorithms.") boolean fips) {
    @Override
    public String toString() {
      return "Tls[cipherSuite=" + cipherSuite + ", trustStore=" + trustStore + "]";
    }
  }

  /** Connections and sessions. */
  public record Connecting(
      @Key(value = "One connection per client, or one for all.", orElse = "per-client") Mode mode,
      @Key(value = "SHARECNV: sessions may share a socket.", orElse = "true")
          boolean shareConversations,
      @Key(
              value = "Mode of IBM's client.",
              orElse = "unspecified",
              allowed = {"unspecified", "6", "7", "8"})
          String providerVersion,
      @Key(
              value = "IBM's automatic reconnection; without it the driver reconnects.",
              orElse = "disabled")
          Reconnect reconnect,
      @Key(value = "How long IBM's client tries to reconnect.", orElse = "1800s")
          Duration reconnectTimeout,
      @Key(value = "Longest wait for the first connection.", orElse = "30s")
          Duration connectTimeout,
      @Key(value = "Longest wait for messages in flight when a client closes.", orElse = "10s")
          Duration closeTimeout,
      @Key(value = "Pause between the driver's reconnection attempts.", orElse = "500ms")
          Duration recoveryInterval,
      @Key(
              "Model queue of temporary queues. With the default, replies are not persistent; a model"
                  + " with DEFTYPE(PERMDYN) accepts persistent ones.")
          String temporaryModel,
      @Key("Prefix of their names.") String temporaryPrefix) {}

  /** Names of queues and topics. */
  public record Destinations(
      @Key(
              name = "destinationType",
              value =
                  "Destination for a topic of the workload. A queue is a topic with one"
                      + " subscription; its name has at most 48 characters.",
              orElse = "queue")
          DestinationType type,
      @Key(
              name = "subscriptionType",
              value =
                  "With destinationType: topic: what a subscription is. Only durable ones keep"
                      + " messages without a consumer; `durable` and `non-durable` have one consumer.",
              orElse = "shared-durable")
          SubscriptionType subscriptionType,
      @Key(value = "Prefix of the names of queues and topics.", orElse = "TIDEMARK")
          String topicPrefix,
      @Key("Existing queues.") Queues queues) {

    /** Existing queues; none without a pattern. */
    public record Queues(
        @Key("Topic n is the queue of this name: PERF.%d.") String pattern,
        @Key(value = "Number of the first topic's queue.", orElse = "1", range = "0..1000000")
            int from) {}
  }

  /** Form and properties of messages. */
  public record Messages(
      @Key(value = "Body: bytes, or text (MQSTR).", orElse = "bytes") MessageType type,
      @Key(
              value = "mq: no RFH2 header; jms: with it. Headers of a workload need it.",
              orElse = "mq")
          TargetClient targetClient,
      @Key(
              value = "Persistence of messages: fixed, of the queue, or of the application.",
              orElse = "persistent")
          Persistence persistence,
      @Key(value = "Priority.", orElse = "4", range = "0..9") int priority,
      @Key(value = "Messages expire after this time; 0: never.", orElse = "0s") Duration expiry,
      @Key(
              value =
                  "The broker delivers messages of plain producers after this time, which end-to-end"
                      + " latency contains; 0: at once. IBM MQ needs SYSTEM.DDELAY.LOCAL.QUEUE.",
              orElse = "0s")
          Duration deliveryDelay,
      @Key(
              value = "Coded character set of text; 0 for the client's default.",
              orElse = "0",
              range = "0..65535")
          int ccsid,
      @Key(value = "MQMD encoding; 0 for the client's default.", orElse = "0", range = "0..4095")
          int encoding,
      @Key(value = "Asynchronous puts.", orElse = "disabled") Allowed putAsync,
      @Key(value = "Read-ahead of messages.", orElse = "disabled") Allowed readAhead,
      @Key("Message property for the workload's keys, with targetClient: jms; none by default.")
          String keyProperty) {

    /** The JMS delivery mode of producers. */
    public boolean jmsPersistent() {
      return persistence != Persistence.NON_PERSISTENT;
    }
  }

  /** Sending of plain producers. */
  public record Publishing(
      @Key(
              value =
                  "Wait for the response of each put, or not. `async` uses JMS's completion"
                      + " listener.",
              orElse = "sync")
          Send send,
      @Key("Put under syncpoint. A message is acknowledged with its commit.") boolean transacted,
      @Key(value = "Messages per commit.", orElse = "1", range = "1..100000") int commitEvery,
      @Key(value = "Longest wait of a put for its commit.", orElse = "100ms")
          Duration commitIdle) {}

  /** Receiving of plain consumers. */
  public record Consuming(
      @Key(value = "Blocking receive, or a message listener.", orElse = "receive") ConsumeBy by,
      @Key(
              value =
                  "Acknowledgement mode; with `outcomes` always `transacted`, a transaction for each"
                      + " message: consumers that wait for the disk at the same time share its"
                      + " writes, so several receive more.",
              orElse = "auto")
          Acknowledge acknowledge,
      @Key(value = "Messages per acknowledgement or commit.", orElse = "1", range = "1..100000")
          int acknowledgeEvery,
      @Key(name = "wait", value = "Longest single wait of a receive.", orElse = "500ms")
          Duration waitTime) {
    public boolean transacted() {
      return acknowledge == Acknowledge.TRANSACTED;
    }
  }

  /** Request and reply. */
  public record Exchange(
      @Key(
              value =
                  "Correlation of replies with requesters. `session`: one correlation id and"
                      + " one consumer with a selector; `message-id` (as CPH) and `pass-through`: a"
                      + " consumer for each reply; `temporary-queue`: a queue for each requester."
                      + " With several requests in flight or an open loop each request has its own"
                      + " id, and replies come to a temporary queue.",
              orElse = "session")
          Correlation correlation,
      @Key(
              "Put, commit, get, commit; get, put, one commit. A request that was backed"
                  + " out 5 times is discarded, and counts as a consumer error.")
          boolean transacted,
      @Key(
              "Existing request queues: REQUEST%d. They are emptied before a run; without them the"
                  + " driver creates pairs.")
          String requestQueues,
      @Key("Existing reply queues: REPLY%d.") String replyQueues,
      @Key(value = "Number of the first pair.", orElse = "1", range = "0..1000000") int from,
      @Key(value = "Number of the last pair.", orElse = "1000000", range = "0..1000000") int to,
      @Key("Replies go to the pair's reply queue, not to the request's reply-to.")
          boolean fixedReplyQueue,
      @Key(value = "Longest single wait of a responder.", orElse = "500ms") Duration getWait) {}

  /** IBM's client as a whole; 0 and -1 leave its own defaults. */
  public record Client(
      @Key(
              name = "defaultMaxMessageSize",
              value = "First buffer of a get; larger messages need a second get. 0: IBM's 4096.",
              orElse = "0",
              range = "0..",
              size = true)
          int defaultMaxMessageBytes,
      @Key("AMS: one more open per queue.") boolean messageProtection,
      @Key(value = "Socket buffer; 0: the system's, -1: IBM's.", orElse = "-1", range = "-1..")
          int receiveBufferBytes,
      @Key(value = "Socket buffer; 0: the system's, -1: IBM's.", orElse = "-1", range = "-1..")
          int sendBufferBytes,
      @Key("Folder for mqjms.log and FFDC; default: the run's folder.") String logDirectory) {}

  /** Making queues. */
  public record Setup(
      @Key(
              value =
                  "mqsc: you create queues with the MQSC of the error; pcf: the driver creates"
                      + " them. `pcf` needs SYSTEM.ADMIN.COMMAND.QUEUE. `bin/benchmark clean` cannot"
                      + " list queues.",
              orElse = "mqsc")
          SetupMode mode,
      @Key(value = "MAXDEPTH of queues created by PCF.", orElse = "100000", range = "1..999999999")
          int maxDepth,
      @Key(
              name = "maxMessageSize",
              value = "MAXMSGL of queues created by PCF.",
              orElse = "100MB",
              range = "0..100MB",
              size = true)
          int maxMessageBytes,
      @Key(value = "Model queue for PCF responses.", orElse = "SYSTEM.DEFAULT.MODEL.QUEUE")
          String replyModel,
      @Key(
              value =
                  "Queue depths and published metrics of log and replicas. Depths by PCF as"
                      + " `queueMessages`, and about every 10 s what the queue manager publishes"
                      + " below `$SYS/MQ` of its recovery log (`logWriteLatencyMicros`,"
                      + " `logWriteSizeBytes`) and of the replicas of Native HA"
                      + " (`replicaBacklogBytes`, `recoveryBacklogBytes`).",
              orElse = "true")
          boolean telemetry) {}
}
