package io.tidemark.driver.rabbitmq.quorum.amqp10;

import com.rabbitmq.client.amqp.Message;
import com.rabbitmq.client.amqp.Publisher;
import io.tidemark.driver.headers.MessageHeader;
import io.tidemark.driver.rabbitmq.quorum.config.MessageProperties;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Publishing;
import io.tidemark.driver.rabbitmq.quorum.config.QuorumConfiguration.Timestamp;
import io.tidemark.driver.rabbitmq.quorum.config.StreamFilter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Makes messages with the properties of the driver's file. Safe for several threads. */
final class Amqp10Messages {
  /** Goes into the Bloom filter of the message's chunk. */
  private static final String BLOOM_VALUE = "x-stream-filter-value";

  private final boolean durable;
  private final boolean stamped;
  private final StreamFilter filter;
  private final List<Consumer<Message>> properties = new ArrayList<>();

  Amqp10Messages(QuorumConfiguration configuration) {
    Publishing settings = configuration.publishing();
    this.filter = configuration.filter();
    this.durable = settings.messagePersistence();
    this.stamped = settings.timestamp() != Timestamp.OFF;
    settings
        .messageProperties()
        .forEach((name, value) -> properties.add(property(name, value, value.toString())));
  }

  private static Consumer<Message> property(String name, Object value, String text) {
    return switch (name) {
      case "contentType" -> message -> message.contentType(text);
      case "contentEncoding" -> message -> message.contentEncoding(text);
      case "priority" -> message -> message.priority(Integer.valueOf(text).byteValue());
      case "correlationId" -> message -> message.correlationId(text);
      case "replyTo" -> message -> message.replyTo(text);
      case "expiration" -> message -> message.ttl(Duration.ofMillis(Long.parseLong(text)));
      case "messageId" -> message -> message.messageId(text);
      case "userId" -> message -> message.userId(text.getBytes(StandardCharsets.UTF_8));
      case "headers" -> message -> ((Map<?, ?>) value).forEach((k, v) -> header(message, k, v));
      default -> throw new IllegalArgumentException("messageProperties." + name);
    };
  }

  private static void header(Message message, Object name, Object value) {
    String key = name.toString();
    if (value instanceof Integer || value instanceof Long) {
      message.property(key, ((Number) value).longValue());
    } else if (value instanceof Number number) {
      message.property(key, number.doubleValue());
    } else if (value instanceof Boolean truth) {
      message.property(key, truth);
    } else {
      message.property(key, value.toString());
    }
  }

  Message message(Publisher publisher, byte[] body) {
    Message message = publisher.message(body).durable(durable);
    if (stamped) {
      message.creationTime(System.currentTimeMillis());
    }
    for (Consumer<Message> property : properties) {
      property.accept(message);
    }
    return message;
  }

  Message message(Publisher publisher, byte[] body, List<MessageHeader> headers) {
    Message message = message(publisher, body);
    for (MessageHeader header : headers) {
      if (header.name().equals(MessageProperties.CONTENT_TYPE)) {
        message.contentType(header.text());
      } else if (header.isText()) {
        message.property(header.name(), header.text());
      } else {
        message.property(header.name(), header.bytes());
      }
    }
    return message;
  }

  /** Says whether consumers with a filter want it. */
  Message marked(Message message, boolean wanted) {
    String value = wanted ? StreamFilter.MATCH : StreamFilter.OTHER;
    Message marked = message.property(StreamFilter.PROPERTY, value);
    return filter.bloom() ? marked.annotation(BLOOM_VALUE, value) : marked;
  }

  /** Whether consumers with a filter want a received message. */
  static boolean isWanted(Message message) {
    return StreamFilter.MATCH.equals(message.property(StreamFilter.PROPERTY));
  }

  /** The client has null for an empty body. */
  static byte[] body(Message message) {
    byte[] body = message.body();
    return body == null ? new byte[0] : body;
  }
}
