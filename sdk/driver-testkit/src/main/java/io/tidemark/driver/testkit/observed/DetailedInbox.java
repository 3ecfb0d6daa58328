package io.tidemark.driver.testkit.observed;

import io.tidemark.driver.DetailedConsumerCallback;
import java.nio.ByteBuffer;

/** An inbox that also records partitions and failures. */
public class DetailedInbox extends Inbox implements DetailedConsumerCallback {
  @Override
  public void messageReceived(byte[] payload, long publishTimestamp, int partition) {
    receive(payload, publishTimestamp, partition);
  }

  @Override
  public void messageReceived(ByteBuffer payload, long publishTimestamp, int partition) {
    receive(payload, publishTimestamp, partition);
  }

  @Override
  public void consumerFailed(Throwable cause) {
    failed(cause);
  }
}
