package io.tidemark.driver.testkit.observed;

import io.tidemark.driver.MessageCallback;
import io.tidemark.driver.ReceivedMessage;

/** An inbox that also records partitions and failures. */
public class DetailedInbox extends Inbox implements MessageCallback {
  @Override
  public void messageReceived(ReceivedMessage message) {
    receive(message);
  }

  @Override
  public void consumerFailed(Throwable cause) {
    failed(cause);
  }
}
