package io.tidemark.cli;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.CallbackAdapter;
import io.tidemark.driver.LogMessage;
import io.tidemark.driver.MessagePosition;
import io.tidemark.driver.SendFuture;
import io.tidemark.driver.topics.CommittedOffset;
import io.tidemark.driver.topics.OffsetSource;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** One topic in memory that is a log of two partitions with one group; subclasses have faults. */
public class LogDriver extends FakeDriver implements OffsetSource {
  private static final int PARTITIONS = 2;
  private static final int REDELIVERED = 3;

  private final long[] ends = new long[PARTITIONS];
  private final long[] processed = new long[PARTITIONS];
  private final List<CallbackAdapter> consumers = new ArrayList<>();
  private final List<Stored> waiting = new ArrayList<>();
  private final List<Stored> last = new ArrayList<>();
  private String topic = "";
  private String subscription = "";
  private int sent;

  /** A message in the log. */
  record Stored(byte[] array, Optional<String> text, int partition, long offset)
      implements LogMessage {
    @Override
    public long publishedMillis() {
      return System.currentTimeMillis();
    }

    @Override
    public ByteBuffer key() {
      return text.map(StandardCharsets.UTF_8::encode).orElse(null);
    }
  }

  /** Every tenth message gets the offset of the one before it. */
  public static final class RepeatsOffsets extends LogDriver {
    @Override
    long offset(int number, long end) {
      return number % 10 == 0 && end > 0 ? end - 1 : end;
    }
  }

  /** The acknowledgement of every tenth message has another offset than its delivery. */
  public static final class AcknowledgesOthers extends LogDriver {
    @Override
    long acknowledged(int number, long offset) {
      return number % 10 == 0 ? offset + 1_000_000 : offset;
    }
  }

  /** Every second reading of a committed offset is that of an earlier time. */
  public static final class CommitsBack extends LogDriver {
    private int readings;

    @Override
    long committed(long processed) {
      return readings++ / PARTITIONS % 2 == 1 ? processed / 2 : processed;
    }
  }

  /** Every tenth message is never delivered, and later offsets are committed. */
  public static final class SkipsMessages extends LogDriver {
    @Override
    boolean delivers(int number) {
      return number % 10 != 0;
    }
  }

  /** Every tenth message is delivered after the next one with the same key. */
  public static final class OvertakesInKeys extends LogDriver {
    private final Map<String, Stored> held = new HashMap<>();

    /** Not beyond a message that is held. */
    @Override
    long committed(long all) {
      return 0;
    }

    @Override
    List<Stored> inOrder(int number, Stored message) {
      String key = message.text().orElse("");
      Stored before = held.remove(key);
      if (before != null) {
        return List.of(message, before);
      }
      if (number % 10 != 0) {
        return List.of(message);
      }
      held.put(key, message);
      return List.of();
    }
  }

  /** What a log gives a message when its partition ends there. */
  long offset(int number, long end) {
    return end;
  }

  long acknowledged(int number, long offset) {
    return offset;
  }

  long committed(long all) {
    return all;
  }

  boolean delivers(int number) {
    return true;
  }

  /** The messages to be delivered now. */
  List<Stored> inOrder(int number, Stored message) {
    return List.of(message);
  }

  /** Its acknowledgement has the position. */
  private static final class Positioned extends SendFuture {
    private final MessagePosition position;

    private Positioned(MessagePosition position) {
      this.position = position;
    }

    @Override
    public Optional<MessagePosition> position() {
      return Optional.of(position);
    }
  }

  @Override
  synchronized CompletableFuture<Void> send(Optional<String> key, byte[] payload) {
    int number = ++sent;
    int partition = Math.floorMod(key.hashCode(), PARTITIONS);
    long offset = offset(number, ends[partition]);
    ends[partition] = offset + 1;
    Stored message = new Stored(payload.clone(), key, partition, offset);
    if (delivers(number)) {
      inOrder(number, message).forEach(this::deliver);
    } else {
      processed[partition] = offset + 1;
    }
    Positioned future =
        new Positioned(new MessagePosition(partition, acknowledged(number, offset)));
    future.complete(null);
    return future;
  }

  private void deliver(Stored message) {
    if (consumers.isEmpty()) {
      waiting.add(message);
      return;
    }
    int partition = message.partition();
    consumers.get(partition % consumers.size()).received(message);
    processed[partition] = Math.max(processed[partition], message.offset() + 1);
    last.add(message);
    if (last.size() > REDELIVERED) {
      last.remove(0);
    }
  }

  @Override
  public synchronized List<CommittedOffset> committedOffsets() {
    List<CommittedOffset> all = new ArrayList<>();
    for (int partition = 0; partition < PARTITIONS; partition++) {
      all.add(
          new CommittedOffset(
              topic, subscription, partition, committed(processed[partition]), ends[partition]));
    }
    return all;
  }

  @Override
  public synchronized CompletableFuture<Void> createTopic(String name, int partitions) {
    topic = name;
    return CompletableFuture.completedFuture(null);
  }

  /** A rebalance: the last messages are delivered again, then those that wait. */
  @Override
  public synchronized CompletableFuture<BenchmarkConsumer> createConsumer(
      String name, String subscriptionName, ConsumerCallback consumerCallback) {
    subscription = subscriptionName;
    CallbackAdapter consumer = new CallbackAdapter("log", consumerCallback);
    consumers.add(consumer);
    List<Stored> again = new ArrayList<>(last);
    again.addAll(waiting);
    waiting.clear();
    again.forEach(this::deliver);
    return CompletableFuture.completedFuture(() -> leave(consumer));
  }

  private synchronized void leave(CallbackAdapter consumer) {
    consumers.remove(consumer);
  }
}
