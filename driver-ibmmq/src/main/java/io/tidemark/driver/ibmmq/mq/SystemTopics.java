package io.tidemark.driver.ibmmq.mq;

import com.ibm.mq.MQException;
import com.ibm.mq.MQQueueManager;
import com.ibm.mq.constants.CMQC;
import com.ibm.mq.constants.CMQCFC;
import com.ibm.mq.headers.MQDataException;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration;
import io.tidemark.driver.ibmmq.provider.JmsFailure;
import io.tidemark.driver.ibmmq.provider.StatisticsSource;
import io.tidemark.driver.telemetry.TelemetryReading;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
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

  /** For retries: other metrics must not wait for long. */
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
}
