package io.tidemark.worker.engine.receive;

import io.tidemark.driver.DetailedConsumerCallback;
import io.tidemark.driver.HeaderCallback;
import io.tidemark.driver.MessagePosition;
import io.tidemark.driver.PositionCallback;
import io.tidemark.driver.ReceivedHeaders;
import io.tidemark.worker.engine.record.OffsetLog;
import java.nio.ByteBuffer;
import java.util.Optional;

/** One consumer's end of the receive path in a run that audits offsets. */
public class PositionReceiver implements PositionCallback {
  private final DetailedConsumerCallback receiver;
  private final OffsetLog offsets;

  private PositionReceiver(DetailedConsumerCallback receiver, OffsetLog offsets) {
    this.receiver = receiver;
    this.offsets = offsets;
  }

  /** Takes headers if the receiver does. */
  public static PositionReceiver of(DetailedConsumerCallback receiver, OffsetLog offsets) {
    return receiver instanceof HeaderCallback headered
        ? new WithHeaders(headered, offsets)
        : new PositionReceiver(receiver, offsets);
  }

  /** In a run that also needs headers. */
  private static final class WithHeaders extends PositionReceiver implements HeaderCallback {
    private final HeaderCallback headered;

    private WithHeaders(HeaderCallback headered, OffsetLog offsets) {
      super(headered, offsets);
      this.headered = headered;
    }

    @Override
    void pass(
        byte[] payload, long timestamp, int partition, boolean again, ReceivedHeaders headers) {
      headered.messageReceived(payload, timestamp, partition, again, headers);
    }

    @Override
    void pass(
        ByteBuffer payload, long timestamp, int partition, boolean again, ReceivedHeaders headers) {
      headered.messageReceived(payload, timestamp, partition, again, headers);
    }

    @Override
    public void messageReceived(
        byte[] payload,
        long publishTimestamp,
        int partition,
        boolean redelivered,
        ReceivedHeaders headers) {
      headered.messageReceived(payload, publishTimestamp, partition, redelivered, headers);
    }

    @Override
    public void messageReceived(
        ByteBuffer payload,
        long publishTimestamp,
        int partition,
        boolean redelivered,
        ReceivedHeaders headers) {
      headered.messageReceived(payload, publishTimestamp, partition, redelivered, headers);
    }
  }

  void pass(byte[] payload, long timestamp, int partition, boolean again, ReceivedHeaders headers) {
    receiver.messageReceived(payload, timestamp, partition, again);
  }

  void pass(
      ByteBuffer payload, long timestamp, int partition, boolean again, ReceivedHeaders headers) {
    receiver.messageReceived(payload, timestamp, partition, again);
  }

  @Override
  public void messageReceived(
      byte[] payload,
      long publishTimestamp,
      boolean redelivered,
      ReceivedHeaders headers,
      MessagePosition position,
      Optional<String> key) {
    offsets.handsIn(position, key);
    try {
      pass(payload, publishTimestamp, position.partition(), redelivered, headers);
    } finally {
      offsets.handedIn();
    }
  }

  @Override
  public void messageReceived(
      ByteBuffer payload,
      long publishTimestamp,
      boolean redelivered,
      ReceivedHeaders headers,
      MessagePosition position,
      Optional<String> key) {
    offsets.handsIn(position, key);
    try {
      pass(payload, publishTimestamp, position.partition(), redelivered, headers);
    } finally {
      offsets.handedIn();
    }
  }

  @Override
  public void messageReceived(byte[] payload, long publishTimestamp) {
    receiver.messageReceived(payload, publishTimestamp);
  }

  @Override
  public void messageReceived(ByteBuffer payload, long publishTimestamp) {
    receiver.messageReceived(payload, publishTimestamp);
  }

  @Override
  public void messageReceived(byte[] payload, long publishTimestamp, int partition) {
    receiver.messageReceived(payload, publishTimestamp, partition);
  }

  @Override
  public void messageReceived(ByteBuffer payload, long publishTimestamp, int partition) {
    receiver.messageReceived(payload, publishTimestamp, partition);
  }

  @Override
  public void messageReceived(
      byte[] payload, long publishTimestamp, int partition, boolean redelivered) {
    receiver.messageReceived(payload, publishTimestamp, partition, redelivered);
  }

  @Override
  public void messageReceived(
      ByteBuffer payload, long publishTimestamp, int partition, boolean redelivered) {
    receiver.messageReceived(payload, publishTimestamp, partition, redelivered);
  }

  @Override
  public void consumerFailed(Throwable cause) {
    receiver.consumerFailed(cause);
  }
}
