package io.tidemark.base.brokers;

import static io.tidemark.base.brokers.BrokerKind.COMMAND;
import static io.tidemark.base.brokers.BrokerKind.JMS;
import static io.tidemark.base.brokers.BrokerKind.KAFKA;
import static io.tidemark.base.brokers.BrokerKind.RABBITMQ;

import io.tidemark.driver.settings.Key;
import io.tidemark.driver.settings.Setting;
import io.tidemark.driver.settings.SettingValues;
import io.tidemark.driver.settings.Settings;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The options of local brokers. A component is the only declaration of an option: the check of
 * driver files, their JSON Schema and reference page, and the help of {@code bin/brokers up} come
 * from it.
 */
public record BrokerOptions(
    @OfKinds({KAFKA, JMS})
        @Key(
            name = "heap",
            value = "Kafka, JMS: heap of each node.",
            orElse = "256MB",
            range = "64MB..64GB",
            size = true,
            olderNames = "heapMegabytes MB")
        long heapBytes,
    @OfKinds(KAFKA)
        @Key(
            value = "Kafka: a broker is fenced after this long without a heartbeat.",
            orElse = "4s",
            range = "1s..10m",
            olderNames = "sessionTimeoutMillis ms")
        Duration sessionTimeout,
    @OfKinds(RABBITMQ)
        @Key(
            value = "RabbitMQ: `64MB`, or a share of the machine's memory such as `0.4`.",
            pattern = "0\\.\\d+|1(\\.0+)?|\\d+(kB|MB|GB|kiB|MiB|GiB)",
            form = "a size such as 64MB, or a share such as 0.4",
            orElse = "1GB")
        String memoryWatermark,
    @OfKinds({KAFKA, RABBITMQ})
        @Key(
            "Folder of the only server used. Kafka: an unpacked archive, with `libs`. RabbitMQ: with"
                + " `sbin/rabbitmq-server`.")
        Optional<String> home,
    @OfKinds(KAFKA) @Key("Kafka: each node has Prometheus' JMX exporter; `${brokers.metricsUrls}`.")
        boolean metrics,
    @OfKinds({KAFKA, RABBITMQ}) @Key("Kafka, RabbitMQ: additional TLS listeners.") boolean tls,
    @OfKinds({KAFKA, RABBITMQ})
        @Key("Kafka, RabbitMQ: PEM file with the public key of accepted OAuth 2 tokens.")
        Optional<String> oauth2Key,
    @OfKinds(KAFKA)
        @Key("Kafka: node n is in rack-n; consumers with client.rack read from its replica.")
        boolean racks,
    @OfKinds(KAFKA)
        @Key(
            value =
                "Kafka: levels of features other than the version's own, separated by commas:"
                    + " `transaction.version=1, eligible.leader.replicas.version=0`.",
            pattern = FEATURE + "(," + FEATURE + ")*",
            form = "names with levels, separated by commas, such as transaction.version=1")
        Optional<String> features,
    @OfKinds(RABBITMQ)
        @Key("RabbitMQ 4: refuse global QoS and transient non-exclusive queues, as 4.3 does.")
        boolean refuseDeprecated,
    @OfKinds(RABBITMQ) @Key("RabbitMQ 4: listeners for MQTT 5; `${brokers.mqttUris}`.")
        boolean mqtt,
    @OfKinds(RABBITMQ)
        @Key(value = "RabbitMQ: `false`: do not use a Docker engine.", orElse = "true")
        boolean docker,
    @Key(
            "Clients reach the nodes, and nodes each other, through proxies, for faults of the"
                + " network.")
        boolean proxy,
    @Key(
            value =
                "CPU time of each node; parts of a CPU need a control group. Default: no limit.",
            pattern = "0\\.0*[1-9]\\d{0,2}|[1-9]\\d{0,3}(\\.\\d{1,3})?",
            form = "a number such as 0.5, 1 or 2",
            range = "0.01..9999")
        Optional<Double> cpus,
    @OfKinds(JMS)
        @Key(
            value = "JMS: a durable message is on disk before it is acknowledged.",
            orElse = "true")
        boolean forceToDisk,
    @OfKinds(COMMAND)
        @Key(
            value =
                "`command`: shell command that starts a node and stays in the foreground until the"
                    + " node ends. PORT is the port to listen on, DATA a private folder.",
            types = Setting.Type.COMMAND)
        Optional<String> start,
    @OfKinds(COMMAND)
        @Key(
            value =
                "`command`: shell command that ends a node, for the faults `stop` and `restart`;"
                    + " without it the node gets SIGTERM.",
            types = Setting.Type.COMMAND)
        Optional<String> stop,
    @OfKinds(COMMAND)
        @Key(
            value =
                "`command`: shell command that succeeds when the node serves; without it, when all"
                    + " its ports accept connections.",
            types = Setting.Type.COMMAND)
        Optional<String> ready,
    @OfKinds(COMMAND)
        @Key(
            "`command`: names of further ports, separated by commas: `admin` is the variable"
                + " ADMIN_PORT.")
        Optional<String> ports,
    @OfKinds(COMMAND)
        @Key(
            "`command`: folder in which the commands run, relative to this file. Default: the"
                + " folder of this file.")
        Optional<String> workingDirectory,
    @OfKinds(COMMAND)
        @Key(
            value = "`command`: how long the nodes may take to become ready.",
            orElse = "180s",
            range = "1s..1h",
            olderNames = "readyTimeoutSeconds s")
        Optional<Duration> readyTimeout,
    @Key("Keep the brokers' private folder after the run.") boolean keepData) {
  private static final String FEATURE = "\\s*[a-z]+(\\.[a-z]+)+=\\d{1,5}\\s*";

  /** Each feature of Kafka with its level, such as transaction.version=1. */
  public List<String> featureLevels() {
    return features.map(text -> List.of(text.strip().split("\\s*,\\s*"))).orElse(List.of());
  }

  /** The options that a kind of broker has, in the order of the reference page. */
  public static List<Setting> of(BrokerKind kind) {
    List<Setting> all = Settings.of(BrokerOptions.class);
    RecordComponent[] components = BrokerOptions.class.getRecordComponents();
    List<Setting> found = new ArrayList<>();
    for (int i = 0; i < components.length; i++) {
      OfKinds kinds = components[i].getAnnotation(OfKinds.class);
      if (kinds == null || Arrays.asList(kinds.value()).contains(kind)) {
        found.add(all.get(i));
      }
    }
    return found;
  }

  /**
   * The option with this name or older name.
   *
   * @throws IllegalArgumentException when brokers of the kind have no such option
   */
  public static Setting named(BrokerKind kind, String name) {
    List<Setting> options = of(kind);
    return options.stream()
        .filter(
            each ->
                each.path().equals(name)
                    || each.olderNames().stream().anyMatch(older -> older.name().equals(name)))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "options: local %s has no option '%s'; allowed %s"
                        .formatted(
                            kind.key(),
                            name,
                            String.join(", ", options.stream().map(Setting::path).toList()))));
  }

  /**
   * The values of options, and the defaults of those that are missing.
   *
   * @param options texts by name
   * @throws IllegalArgumentException when the kind has no such option, or it does not allow the
   *     text
   */
  public static BrokerOptions read(BrokerKind kind, Map<String, String> options) {
    options.keySet().forEach(name -> named(kind, name));
    SettingValues values = new SettingValues("options", options);
    BrokerOptions read = values.read(BrokerOptions.class);
    values.problems().stream()
        .findFirst()
        .ifPresent(
            wrong -> {
              throw new IllegalArgumentException(
                  "options." + wrong.path() + ": " + wrong.message());
            });
    return read;
  }

  /** The kinds of broker that have an option of {@link BrokerOptions}; without it all have it. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  @interface OfKinds {
    BrokerKind[] value();
  }
}
