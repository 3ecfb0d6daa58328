package io.tidemark.driver.kafka.consumer;

import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.CallbackAdapter;
import io.tidemark.driver.LogMessage;
import io.tidemark.driver.ReceivedBatch;
import io.tidemark.driver.outcome.Outcome;
import java.nio.ByteBuffer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** Passes records and failures to the framework. */
public final class Deliveries implements RecordSink {
  private static final ByteBuffer NO_BYTES = ByteBuffer.allocate(0);
  private static final Short FIRST = 1;
  private static final ConsumerRecord<?, ByteBuffer> NONE =
      new ConsumerRecord<>("", 0, 0, null, NO_BYTES);

  private final CallbackAdapter callback;
  private final View view;

  private Deliveries(CallbackAdapter callback, boolean shared) {
    this.callback = callback;
    this.view = new View(shared);
  }

  /** Returns the deliveries to a member of a consumer group. */
  public static Deliveries ofGroup(ConsumerCallback callback, String group) {
    return new Deliveries(new CallbackAdapter("group " + group, callback), false);
  }

  /** Returns the deliveries to a member of a share group, in which partitions keep no order. */
  public static Deliveries ofShareGroup(ConsumerCallback callback, String group) {
    return new Deliveries(new CallbackAdapter("share group " + group, callback), true);
  }

  @Override
  public ReceivedBatch batchArrived() {
    return callback.batchArrived();
  }

  @Override
  public void deliver(ConsumerRecord<?, ByteBuffer> message, ReceivedBatch batch) {
    view.message = message;
    view.batch = batch;
    callback.received(view);
    view.message = NONE; // It would keep a whole fetch in memory.
  }

  @Override
  public Outcome settle(ConsumerRecord<?, ByteBuffer> message, ReceivedBatch batch) {
    view.message = message;
    view.batch = batch;
    Outcome outcome = callback.settle(view);
    view.message = NONE;
    return outcome;
  }

  @Override
  public void failed(Throwable cause) {
    callback.failed(KafkaRefusals.shown(cause));
  }

  /** The record that the polling thread delivers. */
  private static final class View implements LogMessage {
    private final boolean shared;
    private ConsumerRecord<?, ByteBuffer> message = NONE;
    private ReceivedBatch batch = ReceivedBatch.NONE;

    View(boolean shared) {
      this.shared = shared;
    }

    @Override
    public ByteBuffer buffer() {
      return message.value() == null ? NO_BYTES.duplicate() : message.value();
    }

    @Override
    public long publishedMillis() {
      return message.timestamp();
    }

    @Override
    public int partition() {
      return shared ? NO_ORDER : message.partition();
    }

    @Override
    public long offset() {
      return message.offset();
    }

    @Override
    public boolean redelivered() {
      return shared && message.deliveryCount().orElse(FIRST) > 1;
    }

    @Override
    public int deliveries() {
      return message.deliveryCount().orElse(FIRST);
    }

    @Override
    public @Nullable ByteBuffer key() {
      return message.key() instanceof ByteBuffer bytes ? bytes : null;
    }

    /** If several headers have this name, the last one counts. */
    @Override
    public byte @Nullable [] header(String name) {
      Header last = message.headers().lastHeader(name);
      if (last == null) {
        return null;
      }
      return last.value() == null ? NO_BYTES.array() : last.value();
    }

    @Override
    public ReceivedBatch batch() {
      return batch;
    }
  }
}
