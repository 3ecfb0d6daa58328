package io.tidemark.driver.kafka.config;

import io.tidemark.driver.FailureReason;
import io.tidemark.driver.settings.SettingValues;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.config.types.Password;
import org.apache.kafka.common.metrics.MetricsReporter;
import org.apache.kafka.common.security.JaasContext;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.ByteBufferDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Makes the clients of a file and closes them: what their constructors refuse is known before the
 * run. Their broker is a socket of this process that does not answer. Interceptors and reporters of
 * metrics are only looked for, because they may connect to something themselves; so are logins that
 * ask a server for a token or a ticket.
 */
public final class TrialClients {
  private static final String SASL = "SASL_";

  /**
   * Asks no server, and registers no provider with the JVM: those of SCRAM stay when the class
   * loader of a trial has gone, and the clients of a run would log in with them.
   */
  private static final String LOCAL_LOGIN = "PLAIN";

  private final SettingValues values;
  private final KafkaConfiguration read;

  private TrialClients(SettingValues values, KafkaConfiguration read) {
    this.values = values;
    this.read = read;
  }

  /** Makes a client; the result closes it. */
  private interface Trial {
    Runnable of(Map<String, Object> properties);
  }

  /** Notes what a constructor refuses. */
  public static void check(SettingValues values, KafkaConfiguration read) {
    TrialClients all = new TrialClients(values, read);
    all.make("commonConfig", read.common(), MetricsReporter.class, TrialClients::admin);
    if (values.hasErrors()) {
      return; // Producers and consumers have these properties, too.
    }
    all.make("producerConfig", read.producer(), ProducerInterceptor.class, TrialClients::produce);
    Map<String, String> consumer = new HashMap<>(read.consumer());
    consumer.put(ConsumerConfig.GROUP_ID_CONFIG, "subscription"); // The driver has one for each.
    all.make(
        "consumerConfig",
        consumer,
        ConsumerInterceptor.class,
        read.shares() ? TrialClients::share : TrialClients::consume);
  }

  private static Runnable admin(Map<String, Object> properties) {
    Admin client = Admin.create(properties);
    return () -> client.close(Duration.ZERO);
  }

  private static Runnable produce(Map<String, Object> properties) {
    var client = new KafkaProducer<>(properties, new StringSerializer(), new ByteArraySerializer());
    return () -> client.close(Duration.ZERO);
  }

  private static Runnable consume(Map<String, Object> properties) {
    var bytes = new ByteBufferDeserializer();
    var client = new KafkaConsumer<>(properties, bytes, bytes);
    return () -> client.close(CloseOptions.timeout(Duration.ZERO));
  }

  private static Runnable share(Map<String, Object> properties) {
    var bytes = new ByteBufferDeserializer();
    var client = new KafkaShareConsumer<>(properties, bytes, bytes);
    return () -> client.close(Duration.ZERO);
  }

  private void make(String section, Map<String, String> wanted, Class<?> interceptor, Trial trial) {
    Map<String, Object> properties = new HashMap<>(wanted);
    // The names of metrics are those of the process.
    properties.put(CommonClientConfigs.CLIENT_ID_CONFIG, "tidemark-trial-" + UUID.randomUUID());
    find(section, properties, ConsumerConfig.INTERCEPTOR_CLASSES_CONFIG, interceptor);
    find(
        section,
        properties,
        CommonClientConfigs.METRIC_REPORTER_CLASSES_CONFIG,
        MetricsReporter.class);
    InetAddress loopback = InetAddress.getLoopbackAddress();
    try (ServerSocket silent = new ServerSocket(0, 1, loopback)) {
      withoutPlaceholders(properties);
      withoutRemoteLogin(properties);
      properties.put(
          CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG,
          loopback.getHostAddress() + ":" + silent.getLocalPort());
      Runnable close = trial.of(properties);
      silent.close(); // Otherwise the client waits for an answer.
      close.run();
    } catch (IOException e) {
      values.warning(section, "the client was not tried: " + FailureReason.of(e));
    } catch (RuntimeException e) {
      refused(section, wanted, e);
    }
  }

  /** Looks for classes without making objects of them. */
  private void find(String section, Map<String, Object> properties, String name, Class<?> type) {
    Object list = properties.get(name);
    if (list == null) {
      return;
    }
    for (String className : list.toString().split(",")) {
      try {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        Class<?> found = Class.forName(className.strip(), false, loader);
        values.problemIf(
            !type.isAssignableFrom(found),
            section + "." + name,
            className.strip() + " is not a " + type.getName());
      } catch (ClassNotFoundException | LinkageError e) {
        values.problemIf(
            !className.isBlank(),
            section + "." + name,
            "class " + className.strip() + " is not in drivers/kafka-strimzi/");
      }
    }
    properties.put(name, "");
  }

  /** Removes settings with placeholders: values of local brokers are not known before they run. */
  private static void withoutPlaceholders(Map<String, Object> properties) {
    List<String> open =
        properties.entrySet().stream()
            .filter(each -> each.getValue().toString().contains("${"))
            .map(Map.Entry::getKey)
            .toList();
    if (open.stream().anyMatch(name -> name.matches("s(sl|asl)\\..*"))) {
      properties.keySet().removeIf(name -> name.matches("s(sl|asl|ecurity)\\..*"));
    }
    open.forEach(properties::remove);
  }

  private static void withoutRemoteLogin(Map<String, Object> properties) {
    Object mechanism =
        properties.getOrDefault(SaslConfigs.SASL_MECHANISM, SaslConfigs.DEFAULT_SASL_MECHANISM);
    String protocol =
        properties.getOrDefault(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG, "").toString();
    if (!protocol.startsWith(SASL) || mechanism.toString().equals(LOCAL_LOGIN)) {
      return;
    }
    Map<String, Object> login = new HashMap<>();
    Object jaas = properties.get(SaslConfigs.SASL_JAAS_CONFIG);
    if (jaas != null) {
      login.put(SaslConfigs.SASL_JAAS_CONFIG, new Password(jaas.toString()));
    }
    JaasContext.loadClientContext(login);
    properties.put(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG, protocol.substring(SASL.length()));
  }

  private void refused(String section, Map<String, String> wanted, RuntimeException e) {
    Throwable cause = e;
    while (cause.getCause() != null && !(cause instanceof NoSuchFileException)) {
      cause = cause.getCause();
    }
    String text = cause.getMessage() == null ? cause.toString() : cause.getMessage();
    if (cause instanceof NoSuchFileException) {
      // Workers on other machines have their own files.
      values.warning(section, "no such file here: " + text);
      return;
    }
    String path =
        wanted.keySet().stream()
            .filter(name -> contains(text, name))
            .min(Comparator.comparingInt(text::indexOf))
            .or(() -> ofValue(text, wanted))
            .map(name -> (read.common().containsKey(name) ? "commonConfig." : section + ".") + name)
            .orElse(section);
    values.problem(path, text);
  }

  /** Some messages have the name of a class only. */
  private static Optional<String> ofValue(String text, Map<String, String> wanted) {
    return wanted.entrySet().stream()
        .filter(each -> each.getValue().contains(".") && contains(text, each.getValue()))
        .map(Map.Entry::getKey)
        .findAny();
  }

  private static boolean contains(String text, String word) {
    return text.matches("(?s)(.*[^\\w.])?" + Pattern.quote(word) + "([^\\w.].*)?");
  }
}
