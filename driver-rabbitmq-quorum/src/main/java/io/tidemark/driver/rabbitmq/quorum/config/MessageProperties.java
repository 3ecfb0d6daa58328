package io.tidemark.driver.rabbitmq.quorum.config;

import com.rabbitmq.client.AMQP.BasicProperties;
import io.tidemark.driver.headers.MessageHeader;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Publishing;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Timestamp;
import io.tidemark.driver.settings.Key;
import io.tidemark.driver.settings.SettingValues;
import java.nio.charset.StandardCharsets;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes the properties of messages; the same object for all where nothing differs. */
public final class MessageProperties {
  /** Epoch milliseconds: AMQP's own timestamp counts whole seconds. */
  public static final String SENT_HEADER = "tidemark-sent-millis";

  /** A header of the workload that is the property {@code content-type} of the message. */
  public static final String CONTENT_TYPE = "content-type";

  private static final List<String> KEYS =
      List.of(
          "contentType",
          "contentEncoding",
          "priority",
          "correlationId",
          "replyTo",
          "expiration",
          "messageId",
          "type",
          "userId",
          "appId",
          "clusterId",
          "headers");

  private static final List<String> ROUTING = List.of("CC", "BCC");
  private static final int LONGEST_NAME = 255;

  /** PerfTest's names for what keys of their own set here. */
  private static final Map<String, String> ELSEWHERE =
      Map.of("deliveryMode", "messagePersistence", "timestamp", "messageTimestamp");

  private final List<BasicProperties> bases;
  private final Timestamp timestamp;
  private final boolean numbered;
  private long stampedSecond;
  private List<BasicProperties> stamped;

  /**
   * @param priorities of messages in turn; empty for that of {@code base}
   * @param numbered whether each message carries its delivery tag, so that a returned one is known
   */
  public MessageProperties(
      BasicProperties base, List<Integer> priorities, Timestamp timestamp, boolean numbered) {
    this.bases =
        priorities.isEmpty()
            ? List.of(base)
            : priorities.stream().map(each -> base.builder().priority(each).build()).toList();
    this.stamped = bases;
    this.timestamp = timestamp;
    this.numbered = numbered;
  }

  /**
   * Called by one thread at a time.
   *
   * @param tag the message's delivery tag; the first one of a channel is 1
   */
  public BasicProperties of(long tag) {
    List<BasicProperties> choice = timestamp == Timestamp.SECONDS ? ofThisSecond() : bases;
    BasicProperties properties = choice.get((int) ((tag - 1) % choice.size()));
    if (!numbered && timestamp != Timestamp.MILLIS) {
      return properties;
    }
    BasicProperties.Builder builder = properties.builder();
    if (numbered) {
      builder.messageId(Long.toString(tag));
    }
    if (timestamp == Timestamp.MILLIS) {
      builder.headers(headersOfNow());
    }
    return builder.build();
  }

  /** {@link #of(long)} with further headers. */
  public BasicProperties of(long tag, List<MessageHeader> more) {
    BasicProperties properties = of(tag);
    if (more.isEmpty()) {
      return properties;
    }
    Map<String, Object> headers = new HashMap<>();
    if (properties.getHeaders() != null) {
      headers.putAll(properties.getHeaders());
    }
    String contentType = properties.getContentType();
    for (MessageHeader each : more) {
      if (each.name().equals(CONTENT_TYPE)) {
        contentType = each.text();
      } else {
        headers.put(each.name(), each.value());
      }
    }
    return properties
        .builder()
        .contentType(contentType)
        .headers(headers.isEmpty() ? properties.getHeaders() : headers)
        .build();
  }

  /** AMQP's timestamp counts seconds, so one object of each priority does for a second. */
  private List<BasicProperties> ofThisSecond() {
    long second = System.currentTimeMillis() / 1_000;
    if (second != stampedSecond) {
      stampedSecond = second;
      Date sent = new Date(second * 1_000);
      stamped = bases.stream().map(base -> base.builder().timestamp(sent).build()).toList();
    }
    return stamped;
  }

  private Map<String, Object> headersOfNow() {
    Map<String, Object> headers = new HashMap<>();
    Map<String, Object> wanted = bases.get(0).getHeaders();
    if (wanted != null) {
      headers.putAll(wanted);
    }
    headers.put(SENT_HEADER, System.currentTimeMillis());
    return headers;
  }

  /** Why the broker or the driver cannot have a header of that name in a message. */
  public static Optional<String> headerProblem(String name) {
    if (ROUTING.contains(name)) {
      return Optional.of(
          "RabbitMQ reads routing keys in the headers " + String.join(", ", ROUTING));
    }
    if (name.equals(SENT_HEADER)) {
      return Optional.of("the driver uses the header " + SENT_HEADER);
    }
    int bytes = name.getBytes(StandardCharsets.UTF_8).length;
    return bytes > LONGEST_NAME
        ? Optional.of("its name has " + bytes + " bytes; allowed " + LONGEST_NAME)
        : Optional.empty();
  }

  /** When a received message was sent, in epoch milliseconds; 0 when it does not say. */
  public static long sentMillis(BasicProperties properties) {
    long exact = exactSentMillis(properties);
    if (exact > 0) {
      return exact;
    }
    Date sent = properties.getTimestamp();
    return sent == null ? 0 : sent.getTime();
  }

  /** The same, but 0 where there are only whole seconds, as in AMQP's own time stamp. */
  public static long exactSentMillis(BasicProperties properties) {
    Map<String, Object> headers = properties.getHeaders();
    return headers != null && headers.get(SENT_HEADER) instanceof Long millis ? millis : 0;
  }

  /** Those that are no texts. */
  private record Typed(
      @Key(name = "messageProperties.priority", value = "Priority.", range = "0..255") int priority,
      @Key(name = "messageProperties.headers", value = "Headers.") Map<String, Object> headers) {}

  /** Notes what {@code messageProperties} cannot have. */
  static void check(SettingValues values, Map<String, Object> wanted) {
    values.read(Typed.class);
    wanted.keySet().stream()
        .filter(key -> !KEYS.contains(key))
        .forEach(key -> values.problem("messageProperties." + key, notToSet(key)));
  }

  /** The properties that all messages have. */
  public static BasicProperties common(Publishing publishing) {
    return from(publishing.messageProperties(), publishing.messagePersistence());
  }

  private static BasicProperties from(Map<String, Object> wanted, boolean persistent) {
    BasicProperties.Builder builder =
        new BasicProperties.Builder()
            .deliveryMode(persistent ? 2 : 1)
            .contentType(text(wanted, "contentType"))
            .contentEncoding(text(wanted, "contentEncoding"))
            .correlationId(text(wanted, "correlationId"))
            .replyTo(text(wanted, "replyTo"))
            .expiration(text(wanted, "expiration"))
            .messageId(text(wanted, "messageId"))
            .type(text(wanted, "type"))
            .userId(text(wanted, "userId"))
            .appId(text(wanted, "appId"))
            .clusterId(text(wanted, "clusterId"));
    if (wanted.get("priority") != null) {
      builder.priority(Integer.valueOf(text(wanted, "priority")));
    }
    Map<String, Object> headers = new LinkedHashMap<>();
    if (wanted.get("headers") instanceof Map<?, ?> map) {
      map.forEach((name, value) -> headers.put(name.toString(), value));
    }
    // An empty table would go over the wire with each message.
    return headers.isEmpty() ? builder.build() : builder.headers(headers).build();
  }

  private static String notToSet(String key) {
    return ELSEWHERE.containsKey(key)
        ? "is set by the key " + ELSEWHERE.get(key)
        : "is not a property; allowed "
            + String.join(", ", KEYS)
            + "; a header of that name goes under headers";
  }

  private static @Nullable String text(Map<String, Object> map, String key) {
    Object value = map.get(key);
    return value == null ? null : value.toString();
  }
}
