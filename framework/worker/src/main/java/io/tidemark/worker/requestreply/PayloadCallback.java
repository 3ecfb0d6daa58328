package io.tidemark.worker.requestreply;

import io.tidemark.driver.DetailedConsumerCallback;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * A consumer's callback that uses only the body.
 *
 * @param received gets each message's payload
 * @param failed gets the consumer's errors
 */
record PayloadCallback(Consumer<byte[]> received, Consumer<Throwable> failed)
    implements DetailedConsumerCallback {

  @Override
  public void messageReceived(byte[] payload, long publishTimestamp) {
    received.accept(payload);
  }

  @Override
  public void messageReceived(ByteBuffer payload, long publishTimestamp) {
    byte[] bytes = new byte[payload.remaining()];
    payload.get(payload.position(), bytes);
    received.accept(bytes);
  }

  @Override
  public void messageReceived(byte[] payload, long publishTimestamp, int partition) {
    received.accept(payload);
  }

  @Override
  public void messageReceived(ByteBuffer payload, long publishTimestamp, int partition) {
    messageReceived(payload, publishTimestamp);
  }

  @Override
  public void consumerFailed(Throwable cause) {
    failed.accept(cause);
  }
}
