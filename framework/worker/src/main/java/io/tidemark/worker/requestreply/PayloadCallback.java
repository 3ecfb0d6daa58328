package io.tidemark.worker.requestreply;

import io.tidemark.driver.MessageCallback;
import io.tidemark.driver.ReceivedMessage;
import java.util.function.Consumer;

/**
 * A consumer's callback that uses only the body.
 *
 * @param received gets each message's payload
 * @param failed gets the consumer's errors
 */
record PayloadCallback(Consumer<byte[]> received, Consumer<Throwable> failed)
    implements MessageCallback {

  @Override
  public void messageReceived(ReceivedMessage message) {
    received.accept(message.body());
  }

  @Override
  public void consumerFailed(Throwable cause) {
    failed.accept(cause);
  }
}
