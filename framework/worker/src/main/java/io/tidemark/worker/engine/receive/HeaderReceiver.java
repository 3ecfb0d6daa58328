package io.tidemark.worker.engine.receive;

import io.tidemark.driver.BatchCallback;
import io.tidemark.driver.HeaderCallback;
import io.tidemark.driver.ReceivedHeaders;
import java.nio.ByteBuffer;

/** One consumer's end of the receive path in a run whose stamps are in headers. */
public final class HeaderReceiver implements HeaderCallback, BatchCallback {
  private static final int UNKNOWN_PARTITION = -1;

  private final MessageReceiver receiver;

  public HeaderReceiver(MessageReceiver receiver) {
    this.receiver = receiver;
  }

  @Override
  public void messageReceived(byte[] payload, long publishTimestamp) {
    messageReceived(payload, publishTimestamp, UNKNOWN_PARTITION);
  }

  @Override
  public void messageReceived(ByteBuffer payload, long publishTimestamp) {
    messageReceived(payload, publishTimestamp, UNKNOWN_PARTITION);
  }

  @Override
  public void messageReceived(byte[] payload, long publishTimestamp, int partition) {
    messageReceived(payload, publishTimestamp, partition, false, ReceivedHeaders.NONE);
  }

  @Override
  public void messageReceived(ByteBuffer payload, long publishTimestamp, int partition) {
    messageReceived(payload, publishTimestamp, partition, false, ReceivedHeaders.NONE);
  }

  @Override
  public void messageReceived(
      byte[] payload,
      long publishTimestamp,
      int partition,
      boolean redelivered,
      ReceivedHeaders headers) {
    if (receiver.accepts(payload)) {
      receiver.messageReceived(ByteBuffer.wrap(payload), partition, redelivered, headers);
    }
  }

  @Override
  public void messageReceived(
      ByteBuffer payload,
      long publishTimestamp,
      int partition,
      boolean redelivered,
      ReceivedHeaders headers) {
    receiver.messageReceived(payload, partition, redelivered, headers);
  }

  @Override
  public void consumerFailed(Throwable cause) {
    receiver.consumerFailed(cause);
  }

  @Override
  public void batchBegins() {
    receiver.batchBegins();
  }

  @Override
  public void batchEnds() {
    receiver.batchEnds();
  }
}
