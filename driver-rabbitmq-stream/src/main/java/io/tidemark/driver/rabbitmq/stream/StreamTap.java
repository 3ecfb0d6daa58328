package io.tidemark.driver.rabbitmq.stream;

import com.rabbitmq.stream.Consumer;
import com.rabbitmq.stream.Environment;
import com.rabbitmq.stream.Message;
import com.rabbitmq.stream.MessageHandler;
import com.rabbitmq.stream.OffsetSpecification;
import io.tidemark.driver.topics.MessageTap.Callback;
import io.tidemark.driver.topics.MessageTap.TappedMessage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the streams of a topic from their ends: without a name, and without a stored offset. */
final class StreamTap implements AutoCloseable {
  private final Callback callback;
  private final List<Consumer> consumers = new ArrayList<>();

  private StreamTap(Callback callback) {
    this.callback = callback;
  }

  /**
   * @param streams of the topic, by partition
   */
  static StreamTap open(Environment environment, List<String> streams, Callback callback) {
    StreamTap tap = new StreamTap(callback);
    try {
      for (int k = 0; k < streams.size(); k++) {
        int partition = k;
        tap.consumers.add(
            environment.consumerBuilder().stream(streams.get(k))
                .offset(OffsetSpecification.next())
                .noTrackingStrategy()
                .messageHandler((context, message) -> tap.read(context, message, partition))
                .build());
      }
      return tap;
    } catch (RuntimeException e) {
      tap.close();
      throw e;
    }
  }

  private void read(MessageHandler.Context context, Message message, int partition) {
    byte[] body = message.getBodyAsBinary();
    callback.message(
        new TappedMessage(
            context.timestamp(),
            partition,
            body == null ? 0 : body.length,
            Optional.empty(),
            headers(message)));
    context.processed();
  }

  private static Map<String, byte[]> headers(Message message) {
    Map<String, Object> properties = message.getApplicationProperties();
    if (properties == null) {
      return Map.of();
    }
    Map<String, byte[]> headers = new HashMap<>();
    properties.forEach(
        (name, value) ->
            headers.put(
                name,
                value instanceof byte[] bytes
                    ? bytes
                    : String.valueOf(value).getBytes(StandardCharsets.UTF_8)));
    return headers;
  }

  @Override
  public void close() {
    consumers.forEach(Consumer::close);
  }
}
