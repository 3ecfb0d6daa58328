package io.tidemark.driver.ibmmq.mq;

import com.ibm.mq.MQException;
import com.ibm.mq.MQGetMessageOptions;
import com.ibm.mq.MQMessage;
import com.ibm.mq.MQQueueManager;
import com.ibm.mq.MQTopic;
import com.ibm.mq.constants.CMQC;
import com.ibm.mq.constants.CMQCFC;
import com.ibm.mq.headers.MQDataException;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration;
import io.tidemark.driver.ibmmq.provider.JmsFailure;
import io.tidemark.driver.ibmmq.provider.StatisticsSource;
import io.tidemark.driver.telemetry.TelemetryReading;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * Metrics that a queue manager publishes under {@code $SYS/MQ}, about every 10 s: of its recovery
 * log and of Native HA replicas. Retained publications describe metrics and units. Called from one
 * thread; {@link #close} from any.
 */
final class SystemTopics implements StatisticsSource, AutoCloseable {
  private static final String CLASSES = "$SYS/MQ/INFO/QMGR/%s/Monitor/METADATA/CLASSES";

  /** The queue manager makes the descriptions when the first subscriber asks for them. */
  private static final int FIRST_WAIT_MILLIS = 5_000;

  /** Wait of retries: other metrics must not wait for long. */
  private static final int LATER_WAIT_MILLIS = 1_000;

  /** Looks, one a second, after which what is not described then never will be. */
  private static final int MOST_LOOKS = 30;

  private static final int MOST_PUBLICATIONS = 1_000;

  /** Class and type, and what stands before the names of its readings. */
  private static final Map<String, String> WANTED =
      Map.of(
          "DISK/Log", "", "NHAREPLICA/REPLICATION", "replica", "NHAREPLICA/RECOVERY", "recovery");

  private final ReasonCodes reasonCodes;
  private final BaseConnection base;
  private final Map<MonitoringType, Publications> subscriptions = new LinkedHashMap<>();
  private String queueManagerName = "";
  private int looks;

  SystemTopics(IbmMqConfiguration configuration) {
    this.reasonCodes = new ReasonCodes(configuration.where());
    this.base = new BaseConnection(configuration);
  }

  @Override
  public String subject() {
    return "monitoring topics of the queue manager";
  }

  @Override
  public synchronized List<TelemetryReading> readTelemetry(
      List<String> queues, BiConsumer<String, JmsFailure> refused) throws JmsFailure {
    try {
      if (subscriptions.isEmpty()) {
        subscribe();
      }
      List<TelemetryReading> readings = new ArrayList<>();
      for (Map.Entry<MonitoringType, Publications> subscription : subscriptions.entrySet()) {
        readings.addAll(read(subscription.getKey(), subscription.getValue()));
      }
      return readings;
    } catch (NotDescribedYet e) {
      return List.of();
    } catch (MQException e) {
      close();
      throw reasonCodes.explain("subscribe to $SYS/MQ topics", e.getReason(), e);
    } catch (MQDataException e) {
      close();
      throw reasonCodes.explain("read a publication under $SYS/MQ", e.getReason(), e);
    } catch (IOException e) {
      close();
      throw e instanceof JmsFailure failure
          ? failure
          : new JmsFailure(
              "a publication under $SYS/MQ is not PCF: " + e, JmsFailure.Kind.OTHER, e);
    }
  }

  private List<TelemetryReading> read(MonitoringType type, Publications publications)
      throws MQException, MQDataException, IOException {
    List<TelemetryReading> readings = new ArrayList<>();
    for (int i = 0; i < MOST_PUBLICATIONS; i++) {
      Optional<PcfContent> published = publications.next(0);
      if (published.isEmpty()) {
        break;
      }
      readings.addAll(type.readings(published.get(), queueManagerName));
    }
    return readings;
  }

  private void subscribe() throws MQException, MQDataException, IOException {
    MQQueueManager queueManager = base.open();
    queueManagerName = queueManager.getName().strip();
    looks++;
    for (MonitoringType type : types(queueManager)) {
      subscriptions.put(type, new Publications(queueManager, type.subscriptionTopic()));
    }
    if (subscriptions.isEmpty()) {
      throw absent();
    }
  }

  private List<MonitoringType> types(MQQueueManager queueManager)
      throws MQException, MQDataException, IOException {
    List<MonitoringType> types = new ArrayList<>();
    PcfContent classes =
        description(queueManager, CLASSES.formatted(queueManagerName)).orElseThrow(this::absent);
    for (PcfContent described : classes.groups()) {
      String name = described.text(CMQCFC.MQCAMO_MONITOR_CLASS);
      if (WANTED.keySet().stream().anyMatch(wanted -> wanted.startsWith(name + "/"))) {
        types.addAll(typesOf(queueManager, name, described.text(CMQC.MQCA_TOPIC_STRING)));
      }
    }
    return types;
  }

  private List<MonitoringType> typesOf(MQQueueManager queueManager, String className, String topic)
      throws MQException, MQDataException, IOException {
    List<MonitoringType> types = new ArrayList<>();
    Optional<PcfContent> described = description(queueManager, topic);
    for (PcfContent type : described.map(PcfContent::groups).orElse(List.of())) {
      String prefix = WANTED.get(className + "/" + type.text(CMQCFC.MQCAMO_MONITOR_TYPE));
      if (prefix != null) {
        description(queueManager, type.text(CMQC.MQCA_TOPIC_STRING))
            .ifPresent(elements -> types.add(MonitoringType.described(elements, prefix)));
      }
    }
    return types;
  }

  private Optional<PcfContent> description(MQQueueManager queueManager, String topic)
      throws MQException, MQDataException, IOException {
    try (Publications retained = new Publications(queueManager, topic)) {
      Optional<PcfContent> described =
          retained.next(looks == 1 ? FIRST_WAIT_MILLIS : LATER_WAIT_MILLIS);
      if (described.isEmpty() && looks < MOST_LOOKS) {
        throw new NotDescribedYet(topic);
      }
      return described;
    }
  }

  /** A busy queue manager may be slow. */
  private static final class NotDescribedYet extends IOException {
    private static final long serialVersionUID = 1L;

    private NotDescribedYet(String topic) {
      super(topic);
    }
  }

  private JmsFailure absent() {
    return new JmsFailure(
        queueManagerName + " publishes no metrics of its log or replicas under $SYS/MQ",
        JmsFailure.Kind.UNKNOWN_OBJECT);
  }

  /** The subscriptions are not durable and end with the connection. */
  @Override
  public synchronized void close() {
    subscriptions.clear();
    base.close();
  }

  /**
   * A kind of publication of a queue manager: one type of one class.
   *
   * @param topic where it is published; {@code %s} stands for the object's name
   * @param prefix of the readings' names, empty where descriptions say enough
   * @param elements by the parameter that carries them
   */
  record MonitoringType(String topic, String prefix, Map<Integer, MonitoringElement> elements) {
    private static final long MICROS_PER_MILLI = 1000;

    /** Reads the type from the retained publication that describes it. */
    static MonitoringType described(PcfContent description, String prefix) {
      Map<Integer, MonitoringElement> elements = new LinkedHashMap<>();
      for (PcfContent element : description.groups()) {
        elements.put(
            (int) element.number(CMQCFC.MQIAMO_MONITOR_ELEMENT),
            new MonitoringElement(
                element.text(CMQCFC.MQCAMO_MONITOR_DESC),
                (int) element.number(CMQCFC.MQIAMO_MONITOR_DATATYPE)));
      }
      return new MonitoringType(description.text(CMQC.MQCA_TOPIC_STRING), prefix, elements);
    }

    /** Returns the topic for all objects, if its name contains one. */
    String subscriptionTopic() {
      return topic.replace("%s", "#");
    }

    /**
     * The figures of one publication. Negative ones are none: queue managers have published them
     * for what they did not know.
     */
    List<TelemetryReading> readings(PcfContent published, String queueManager) {
      long intervalMicros = Math.max(1, published.number(CMQCFC.MQIAMO64_MONITOR_INTERVAL));
      String subject = subject(published, queueManager);
      List<TelemetryReading> readings = new ArrayList<>();
      elements.forEach(
          (parameter, element) -> {
            long value = published.number(parameter);
            if (value >= 0) {
              element
                  .name(prefix)
                  .ifPresent(
                      name ->
                          readings.add(
                              new TelemetryReading(
                                  name,
                                  subject,
                                  element.value(value, intervalMicros),
                                  intervalMicros / MICROS_PER_MILLI)));
            }
          });
      return readings;
    }

    /** The instance or group of Native HA that it is about, else the queue manager. */
    private static String subject(PcfContent published, String queueManager) {
      String instance = published.text(CMQCFC.MQCACF_NHA_INSTANCE_NAME);
      String group = published.text(CMQCFC.MQCACF_NHA_GROUP_NAME);
      return !instance.isEmpty() ? instance : !group.isEmpty() ? group : queueManager;
    }

    /**
     * A metric of a queue manager, from its meta data.
     *
     * @param description in English: {@code Log - write latency}
     * @param dataType one of MQIAMO_MONITOR_*, which says unit and scale
     */
    record MonitoringElement(String description, int dataType) {
      private static final List<String> UNIT_WORDS = List.of("byte", "bytes", "percentage");
      private static final double MICROS_PER_SECOND = 1e6;

      /**
       * The figure's name in camel case with its unit at the end, as {@code logWriteLatencyMicros};
       * empty for log sequence numbers and timestamps.
       */
      Optional<String> name(String prefix) {
        return unit().map(unit -> camelCase(prefix) + unit);
      }

      /** The value in the unit of the name. */
      double value(long published, long intervalMicros) {
        return switch (dataType) {
          case CMQCFC.MQIAMO_MONITOR_DELTA -> published * MICROS_PER_SECOND / intervalMicros;
          case CMQCFC.MQIAMO_MONITOR_PERCENT, CMQCFC.MQIAMO_MONITOR_HUNDREDTHS -> published / 100.0;
          case CMQCFC.MQIAMO_MONITOR_KB -> published * 1024.0;
          case CMQCFC.MQIAMO_MONITOR_MB -> published * 1024.0 * 1024;
          case CMQCFC.MQIAMO_MONITOR_GB -> published * 1024.0 * 1024 * 1024;
          default -> published;
        };
      }

      private Optional<String> unit() {
        return switch (dataType) {
          case CMQCFC.MQIAMO_MONITOR_UNIT, CMQCFC.MQIAMO_MONITOR_HUNDREDTHS -> Optional.of(bytes());
          case CMQCFC.MQIAMO_MONITOR_DELTA -> Optional.of(bytes() + "PerSecond");
          case CMQCFC.MQIAMO_MONITOR_PERCENT -> Optional.of("Percent");
          case CMQCFC.MQIAMO_MONITOR_MICROSEC -> Optional.of("Micros");
          case CMQCFC.MQIAMO_MONITOR_KB, CMQCFC.MQIAMO_MONITOR_MB, CMQCFC.MQIAMO_MONITOR_GB ->
              Optional.of("Bytes");
          default -> Optional.empty();
        };
      }

      private String bytes() {
        return words().stream().anyMatch(word -> word.startsWith("byte") || word.equals("size"))
            ? "Bytes"
            : "";
      }

      private List<String> words() {
        return Arrays.asList(description.toLowerCase(Locale.ROOT).split("[^a-z0-9]+"));
      }

      private String camelCase(String prefix) {
        StringBuilder name = new StringBuilder(prefix);
        for (String word : words()) {
          if (!word.isEmpty() && !UNIT_WORDS.contains(word)) {
            name.append(
                name.isEmpty()
                    ? word
                    : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1));
          }
        }
        return name.toString();
      }
    }
  }

  /** A non-durable subscription to PCF publications, which ends with its connection. */
  static final class Publications implements AutoCloseable {
    private static final int OPTIONS =
        CMQC.MQSO_CREATE | CMQC.MQSO_NON_DURABLE | CMQC.MQSO_MANAGED | CMQC.MQSO_FAIL_IF_QUIESCING;
    private static final int GET =
        CMQC.MQGMO_NO_SYNCPOINT
            | CMQC.MQGMO_NO_PROPERTIES
            | CMQC.MQGMO_CONVERT
            | CMQC.MQGMO_FAIL_IF_QUIESCING;
    private final MQTopic topic;

    Publications(MQQueueManager queueManager, String topicString) throws MQException {
      topic =
          queueManager.accessTopic(topicString, null, CMQC.MQTOPIC_OPEN_AS_SUBSCRIPTION, OPTIONS);
    }

    /**
     * The next publication, if there is one by then.
     *
     * @param waitMillis 0 does not wait
     */
    Optional<PcfContent> next(int waitMillis) throws MQException, MQDataException, IOException {
      MQGetMessageOptions options = new MQGetMessageOptions();
      options.options = waitMillis > 0 ? GET | CMQC.MQGMO_WAIT : GET;
      options.waitInterval = waitMillis;
      MQMessage message = new MQMessage();
      try {
        topic.get(message, options);
        return Optional.of(PcfContent.read(message));
      } catch (MQException e) {
        if (e.getReason() == CMQC.MQRC_NO_MSG_AVAILABLE) {
          return Optional.empty();
        }
        throw e;
      }
    }

    @Override
    public void close() throws MQException {
      topic.close();
    }
  }
}
