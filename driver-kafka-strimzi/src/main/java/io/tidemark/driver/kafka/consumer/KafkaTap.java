package io.tidemark.driver.kafka.consumer;

import io.tidemark.driver.topics.MessageTap.Callback;
import io.tidemark.driver.topics.MessageTap.TappedMessage;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.header.Header;

/**
 * Reads all partitions of a topic from their ends, without a group: no member, no offsets. One
 * thread polls until it is closed.
 */
public final class KafkaTap implements AutoCloseable {
  private final Consumer<ByteBuffer, ByteBuffer> consumer;
  private final Callback callback;
  private final Duration closeTimeout;
  private final java.util.function.Consumer<KafkaTap> whenClosed;
  private final ConsumerThread thread;
  private volatile boolean closed;

  private KafkaTap(
      Consumer<ByteBuffer, ByteBuffer> consumer,
      String topic,
      Callback callback,
      Duration closeTimeout,
      java.util.function.Consumer<KafkaTap> whenClosed) {
    this.consumer = consumer;
    this.callback = callback;
    this.closeTimeout = closeTimeout;
    this.whenClosed = whenClosed;
    this.thread = new ConsumerThread(this::run, "kafka-tap-" + topic, closeTimeout);
  }

  /**
   * Returns when messages that are sent from then on are read.
   *
   * @param consumer without a group; closed with the tap, also when this fails
   * @param whenClosed gets the tap after each close
   */
  public static KafkaTap open(
      Consumer<ByteBuffer, ByteBuffer> consumer,
      String topic,
      int partitions,
      Callback callback,
      Duration timeout,
      Duration closeTimeout,
      java.util.function.Consumer<KafkaTap> whenClosed) {
    try {
      List<TopicPartition> all =
          IntStream.range(0, partitions).mapToObj(k -> new TopicPartition(topic, k)).toList();
      consumer.assign(all);
      consumer.seekToEnd(all);
      all.forEach(partition -> consumer.position(partition, timeout)); // It seeks only now.
    } catch (RuntimeException e) {
      consumer.close(CloseOptions.timeout(Duration.ZERO));
      throw e;
    }
    KafkaTap tap = new KafkaTap(consumer, topic, callback, closeTimeout, whenClosed);
    tap.thread.start();
    return tap;
  }

  private void run() {
    try {
      while (!closed) {
        poll();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      consumer.close(CloseOptions.timeout(closeTimeout));
    }
  }

  private void poll() throws InterruptedException {
    try {
      for (ConsumerRecord<ByteBuffer, ByteBuffer> each : consumer.poll(ConsumerThread.POLL)) {
        callback.message(message(each));
      }
    } catch (WakeupException e) {
      // close() has been called.
    } catch (KafkaException e) {
      callback.failed(e);
      Thread.sleep(ConsumerThread.AFTER_FAILURE_MILLIS);
    }
  }

  private static TappedMessage message(ConsumerRecord<ByteBuffer, ByteBuffer> each) {
    Map<String, byte[]> headers = new HashMap<>();
    for (Header header : each.headers()) {
      headers.put(header.key(), header.value() == null ? new byte[0] : header.value());
    }
    return new TappedMessage(
        each.timestamp(),
        each.partition(),
        each.value() == null ? 0 : each.value().remaining(),
        Optional.ofNullable(each.key()).map(KafkaTap::bytes),
        headers);
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }

  @Override
  public void close() throws InterruptedException, TimeoutException {
    closed = true;
    consumer.wakeup();
    thread.join();
    whenClosed.accept(this);
  }
}
