package io.tidemark.http.omb;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.tidemark.http.protocol.MalformedBodyException;
import io.tidemark.model.worker.TopicsRequest;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/** OMB's bodies. Names and shapes are OMB's. */
final class OmbJson {
  private static final ObjectMapper MAPPER =
      new ObjectMapper()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
  static final JavaType TOPIC_NAMES =
      MAPPER.getTypeFactory().constructCollectionType(List.class, String.class);
  static final JavaType NUMBER = MAPPER.constructType(Double.class);

  record TopicsInfo(long numberOfTopics, long numberOfPartitionsPerTopic) {
    private static final int MOST = 1_000_000;

    /**
     * Commands of the port.
     *
     * @throws IllegalArgumentException when the number exceeds the limit
     */
    TopicsRequest request() {
      require("numberOfTopics", numberOfTopics);
      require("numberOfPartitionsPerTopic", numberOfPartitionsPerTopic);
      return new TopicsRequest(
          (int) numberOfTopics, (int) numberOfPartitionsPerTopic, List.of(), false);
    }

    private static void require(String field, long value) {
      if (value < 1 || value > MOST) {
        throw new IllegalArgumentException(field + ": got " + value + "; allowed 1 to " + MOST);
      }
    }
  }

  record TopicSubscription(String topic, String subscription) {
    TopicSubscription {
      Objects.requireNonNull(topic, "topic");
      Objects.requireNonNull(subscription, "subscription");
    }
  }

  record ConsumerAssignment(List<TopicSubscription> topicsSubscriptions) {
    ConsumerAssignment {
      topicsSubscriptions = List.copyOf(topicsSubscriptions);
    }
  }

  /** The key distributor is text: what is unknown means none. */
  record ProducerWork(List<byte[]> payloadData, double publishRate, String keyDistributorType) {
    ProducerWork {
      payloadData = List.copyOf(payloadData);
    }
  }

  record CountersStats(long messagesSent, long messagesReceived, long messageSendErrors) {}

  record PeriodStats(
      long messagesSent,
      long messageSendErrors,
      long bytesSent,
      long messagesReceived,
      long bytesReceived,
      long totalMessagesSent,
      long totalMessageSendErrors,
      long totalMessagesReceived,
      String publishLatency,
      String publishDelayLatency,
      String endToEndLatency) {}

  record CumulativeLatencies(
      String publishLatency, String publishDelayLatency, String endToEndLatency) {}

  private OmbJson() {}

  static <T> T read(byte[] body, Class<T> type) throws MalformedBodyException {
    return read(body, MAPPER.constructType(type));
  }

  static <T> T read(byte[] body, JavaType type) throws MalformedBodyException {
    try {
      T value = MAPPER.readValue(body, type);
      if (value == null || value instanceof Collection<?> elements && elements.contains(null)) {
        throw new MalformedBodyException(type.getRawClass().getSimpleName(), null);
      }
      return value;
    } catch (IOException | RuntimeException e) {
      throw new MalformedBodyException(type.getRawClass().getSimpleName(), e);
    }
  }

  static String write(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot write " + value.getClass().getSimpleName(), e);
    }
  }
}
