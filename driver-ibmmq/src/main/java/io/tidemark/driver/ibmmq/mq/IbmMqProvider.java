package io.tidemark.driver.ibmmq.mq;

import com.ibm.mq.MQException;
import com.ibm.mq.constants.CMQC;
import com.ibm.mq.jms.MQConnection;
import com.ibm.mq.jms.MQConnectionFactory;
import com.ibm.mq.jms.MQDestination;
import com.ibm.mq.jms.MQQueue;
import com.ibm.mq.jms.MQTopic;
import com.ibm.msg.client.wmq.WMQConstants;
import io.tidemark.driver.EffectiveConfiguration;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.Allowed;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.Messages;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.Persistence;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.TargetClient;
import io.tidemark.driver.ibmmq.provider.DestinationAdmin;
import io.tidemark.driver.ibmmq.provider.JmsFailure;
import io.tidemark.driver.ibmmq.provider.JmsProvider;
import io.tidemark.driver.ibmmq.provider.JmsProvider.MessageKind;
import io.tidemark.driver.ibmmq.provider.SignedOn;
import io.tidemark.driver.ibmmq.provider.StatisticsSource;
import java.io.IOException;
import java.net.MalformedURLException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.CRC32;
import javax.jms.Connection;
import javax.jms.ConnectionFactory;
import javax.jms.JMSException;
import javax.jms.Message;
import javax.jms.Queue;
import javax.jms.Session;
import javax.jms.Topic;

/** A queue manager, by IBM's client over the network. */
public final class IbmMqProvider implements JmsProvider {
  private final IbmMqConfiguration configuration;
  private final ReasonCodes reasonCodes;
  private final DestinationOptions destinationOptions;
  private final PcfAdmin admin;
  private final SystemTopics systemTopics;

  public IbmMqProvider(IbmMqConfiguration configuration) throws JmsFailure {
    ClientEnvironment.apply(configuration);
    this.configuration = configuration;
    this.reasonCodes = new ReasonCodes(configuration.where());
    this.destinationOptions = new DestinationOptions(configuration.messages());
    this.admin = new PcfAdmin(configuration);
    this.systemTopics = new SystemTopics(configuration);
  }

  /**
   * @throws JmsFailure when the client refuses a setting
   */
  public static void check(IbmMqConfiguration configuration) throws JmsFailure {
    ClientEnvironment.set(configuration);
    try {
      new FactorySettings(configuration).factory();
    } catch (JMSException e) {
      throw new ReasonCodes(configuration.where()).explain("set up the connection", e);
    }
  }

  @Override
  public ConnectionFactory connectionFactory() throws JmsFailure {
    try {
      return new FactorySettings(configuration).factory();
    } catch (JMSException e) {
      throw failure("set up the connection", e);
    }
  }

  @Override
  public Connection connect(ConnectionFactory factory) throws JMSException {
    IbmMqConfiguration.Who who = configuration.who();
    if (!who.token().isEmpty()) {
      ((MQConnectionFactory) factory).setStringProperty(WMQConstants.PASSWORD, who.token());
      return factory.createConnection();
    }
    return SignedOn.connect(factory, who);
  }

  @Override
  public Queue queue(Session session, String name) throws JMSException {
    MQQueue queue = new MQQueue(name);
    destinationOptions.apply(queue);
    return queue;
  }

  @Override
  public Topic topic(Session session, String name) throws JMSException {
    MQTopic topic = new MQTopic(name);
    destinationOptions.apply(topic);
    return topic;
  }

  @Override
  public void mark(Message message, MessageKind kind) throws JMSException {
    message.setIntProperty(WMQConstants.JMS_IBM_MSGTYPE, DestinationOptions.messageType(kind));
  }

  @Override
  public JmsFailure failure(String doing, JMSException cause) {
    return reasonCodes.explain(doing, cause);
  }

  @Override
  public String objectName(String topic) {
    return ObjectNames.of(topic);
  }

  @Override
  public String definition(String queue) {
    IbmMqConfiguration.Setup setup = configuration.setup();
    return String.format(
        Locale.ROOT,
        "DEFINE QLOCAL('%s') MAXDEPTH(%d) MAXMSGL(%d) DEFPSIST(NO) SHARE REPLACE",
        queue,
        setup.maxDepth(),
        setup.maxMessageBytes());
  }

  @Override
  public DestinationAdmin admin() {
    return admin;
  }

  @Override
  public List<StatisticsSource> statistics() {
    return List.of(admin, systemTopics);
  }

  @Override
  public Map<String, String> facts() throws JmsFailure {
    return new MqFacts(configuration, this, admin).read();
  }

  @Override
  public EffectiveConfiguration effectiveConfiguration(List<String> queues) {
    if (!configuration.setup().telemetry()) {
      return new EffectiveConfiguration(
          List.of(),
          List.of("the attributes of the queue manager were not read: setup.telemetry is false"));
    }
    boolean named = configuration.where().ccdtUrl().isEmpty();
    return PcfConfiguration.read(admin, named ? configuration.where().channel() : "", queues);
  }

  @Override
  public void close() {
    admin.close();
    systemTopics.close();
  }

  /**
   * System properties that IBM's client reads when its classes load. They are set before, so each
   * driver with its own class loader gets what its file says.
   */
  static final class ClientEnvironment {
    /** The framework's folder for logs of a run, if set. */
    private static final String RUN_DIRECTORY = "tidemark.run.directory";

    private static final String LOG_FILE = "com.ibm.msg.client.commonservices.log.outputName";
    private static final String TRACE_FILE = "com.ibm.msg.client.commonservices.trace.outputName";
    private static final String BUFFER = "com.ibm.mq.jmqi.defaultMaxMsgSize";
    private static final String NO_AMS = "com.ibm.mq.cfg.AMQ_DISABLE_CLIENT_AMS";
    private static final String RECEIVE_BUFFER = "com.ibm.mq.cfg.TCP.ClntRcvBuffSize";
    private static final String SEND_BUFFER = "com.ibm.mq.cfg.TCP.ClntSndBuffSize";

    private static final String CONNECT_TIMEOUT = "com.ibm.mq.cfg.TCP.Connect_Timeout";

    private ClientEnvironment() {}

    /** Also makes the folder of the client's logs. */
    static void apply(IbmMqConfiguration configuration) throws JmsFailure {
      Path directory = logDirectory(configuration);
      try {
        Files.createDirectories(directory);
      } catch (IOException e) {
        throw new JmsFailure(
            "client.logDirectory " + directory + " cannot be created: " + e.getMessage(),
            JmsFailure.Kind.OTHER,
            e);
      }
      set(configuration);
    }

    /** Before the first use of a class of the client. */
    static void set(IbmMqConfiguration configuration) {
      IbmMqConfiguration.Client client = configuration.client();
      Path directory = logDirectory(configuration);
      System.setProperty(LOG_FILE, directory.resolve("mqjms.log").toString());
      // FFDC files go beside the trace, which is not switched on by this.
      System.setProperty(TRACE_FILE, directory.resolve("mqjms.trc").toString());
      // In whole seconds; 0 would be for ever.
      long connectSeconds = Math.max(1, configuration.connecting().connectTimeout().toSeconds());
      System.setProperty(CONNECT_TIMEOUT, Long.toString(connectSeconds));
      System.setProperty(NO_AMS, client.messageProtection() ? "FALSE" : "TRUE");
      if (client.defaultMaxMessageBytes() > 0) {
        System.setProperty(BUFFER, Integer.toString(client.defaultMaxMessageBytes()));
      }
      if (client.receiveBufferBytes() >= 0) {
        System.setProperty(RECEIVE_BUFFER, Integer.toString(client.receiveBufferBytes()));
      }
      if (client.sendBufferBytes() >= 0) {
        System.setProperty(SEND_BUFFER, Integer.toString(client.sendBufferBytes()));
      }
    }

    private static Path logDirectory(IbmMqConfiguration configuration) {
      String configured = configuration.client().logDirectory();
      String run = System.getProperty(RUN_DIRECTORY, "");
      Path directory;
      if (!configured.isEmpty()) {
        directory = Path.of(configured);
      } else if (!run.isEmpty()) {
        directory = Path.of(run);
      } else {
        directory = Path.of(System.getProperty("java.io.tmpdir"), "tidemark-ibmmq");
      }
      return directory.toAbsolutePath();
    }
  }

  /**
   * The message section of a file, as properties of IBM's destinations.
   *
   * @param messages the section
   */
  record DestinationOptions(Messages messages) {

    void apply(MQDestination destination) throws JMSException {
      destination.setTargetClient(
          messages.targetClient() == TargetClient.MQ
              ? WMQConstants.WMQ_CLIENT_NONJMS_MQ
              : WMQConstants.WMQ_CLIENT_JMS_COMPLIANT);
      destination.setPersistence(persistence(messages.persistence()));
      destination.setPutAsyncAllowed(
          switch (messages.putAsync()) {
            case AS_DEST -> WMQConstants.WMQ_PUT_ASYNC_ALLOWED_AS_DEST;
            case ENABLED -> WMQConstants.WMQ_PUT_ASYNC_ALLOWED_ENABLED;
            case DISABLED -> WMQConstants.WMQ_PUT_ASYNC_ALLOWED_DISABLED;
          });
      destination.setReadAheadAllowed(readAhead(messages.readAhead()));
      if (messages.ccsid() > 0) {
        destination.setCCSID(messages.ccsid());
      }
      if (messages.encoding() > 0) {
        destination.setEncoding(messages.encoding());
      }
    }

    private static int readAhead(Allowed allowed) {
      return switch (allowed) {
        case AS_DEST -> WMQConstants.WMQ_READ_AHEAD_ALLOWED_AS_DEST;
        case ENABLED -> WMQConstants.WMQ_READ_AHEAD_ALLOWED_ENABLED;
        case DISABLED -> WMQConstants.WMQ_READ_AHEAD_ALLOWED_DISABLED;
      };
    }

    private static int persistence(Persistence persistence) {
      return switch (persistence) {
        case NON_PERSISTENT -> WMQConstants.WMQ_PER_NON;
        case PERSISTENT -> WMQConstants.WMQ_PER_PER;
        case QUEUE_DEFAULT -> WMQConstants.WMQ_PER_QDEF;
        case APPLICATION -> WMQConstants.WMQ_PER_APP;
      };
    }

    /** MQMD.MsgType. */
    static int messageType(MessageKind kind) {
      return switch (kind) {
        case REQUEST -> CMQC.MQMT_REQUEST;
        case REPLY -> CMQC.MQMT_REPLY;
      };
    }
  }

  /** Facts about client, queue manager and settings for the result. */
  record MqFacts(IbmMqConfiguration configuration, JmsProvider provider, PcfAdmin admin) {

    Map<String, String> read() throws JmsFailure {
      Map<String, String> facts = new LinkedHashMap<>();
      facts.put("broker.name", "IBM MQ");
      try (Connection connection = provider.connect(provider.connectionFactory())) {
        facts.put("client.version", clientVersion());
        if (connection instanceof MQConnection mq) {
          put(
              facts,
              "queue.manager",
              mq.getStringProperty(WMQConstants.WMQ_RESOLVED_QUEUE_MANAGER));
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

  /** Names that a queue manager accepts: at most 48 of letters, digits and {@code . / _ %}. */
  static final class ObjectNames {
    static final int MOST_CHARACTERS = 48;
    private static final Pattern VALID = Pattern.compile("[A-Za-z0-9./_%]{1,48}");
    private static final int CHECKSUM_CHARACTERS = 8;

    private ObjectNames() {}

    /** The name itself where it is valid; else one that is, and that no other name becomes. */
    static String of(String name) {
      if (VALID.matcher(name).matches()) {
        return name;
      }
      String allowed = name.replaceAll("[^A-Za-z0-9./_%]", ".");
      int most = MOST_CHARACTERS - CHECKSUM_CHARACTERS - 1;
      String start = allowed.length() > most ? allowed.substring(0, most) : allowed;
      CRC32 checksum = new CRC32();
      checksum.update(name.getBytes(StandardCharsets.UTF_8));
      return start + "." + String.format(Locale.ROOT, "%08X", checksum.getValue());
    }
  }
}
