package io.tidemark.driver.mqtt;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import com.hivemq.client.mqtt.mqtt5.message.subscribe.Mqtt5Subscribe;
import io.tidemark.driver.FailureReason;
import io.tidemark.driver.telemetry.TelemetryReading;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Metrics that Mosquitto, EMQX and others publish below {@code $SYS}; RabbitMQ does not. Each topic
 * with a number is a metric: {@code $SYS/broker/messages/stored} is {@code sysMessagesStored}.
 */
final class SysTopics {
  private static final Logger log = LoggerFactory.getLogger(SysTopics.class);
  private static final String FOLDER = "$SYS/";
  private static final String FILTER = "$SYS/#";
  private static final Pattern NUMBER = Pattern.compile("-?\\d{1,18}(\\.\\d{1,9})?");

  /** What brokers write every 10 s by default. */
  private static final long RESOLUTION_MILLIS = 10_000;

  private final Map<String, Double> values = new ConcurrentSkipListMap<>();
  private final Map<String, String> names = new ConcurrentHashMap<>();

  /** A broker may refuse it. */
  void subscribe(MqttLink link) throws InterruptedException {
    Mqtt5Subscribe all =
        Mqtt5Subscribe.builder().topicFilter(FILTER).qos(MqttQos.AT_MOST_ONCE).build();
    try {
      link.await(link.client().subscribe(all), "SUBACK");
    } catch (IOException e) {
      log.debug("No metrics below {}: {}", FOLDER, FailureReason.of(e));
    }
  }

  /** Averages over time, which brokers compute from the others, are left out. */
  void arrived(Mqtt5Publish message) {
    String topic = message.getTopic().toString();
    if (!topic.startsWith(FOLDER) || topic.contains("/load/")) {
      return;
    }
    String text = new String(message.getPayloadAsBytes(), StandardCharsets.UTF_8);
    if (NUMBER.matcher(text).matches()) {
      values.put(names.computeIfAbsent(topic, SysTopics::name), Double.valueOf(text));
    }
  }

  static String name(String topic) {
    StringBuilder name = new StringBuilder("sys");
    for (String level : topic.substring(FOLDER.length()).split("[^A-Za-z0-9]+")) {
      if (!level.isEmpty() && !level.equals("broker")) {
        name.append(Character.toUpperCase(level.charAt(0))).append(level.substring(1));
      }
    }
    return name.toString();
  }

  List<TelemetryReading> read(String broker) {
    return values.entrySet().stream()
        .map(
            each -> new TelemetryReading(each.getKey(), broker, each.getValue(), RESOLUTION_MILLIS))
        .toList();
  }
}
