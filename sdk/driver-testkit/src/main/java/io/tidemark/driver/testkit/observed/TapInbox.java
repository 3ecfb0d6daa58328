package io.tidemark.driver.testkit.observed;

import io.tidemark.driver.topics.MessageTap;
import io.tidemark.driver.topics.MessageTap.TappedMessage;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Records what a tap sees. */
public final class TapInbox implements MessageTap.Callback {
  private final List<TappedMessage> messages = new CopyOnWriteArrayList<>();

  @Override
  public void message(TappedMessage message) {
    messages.add(message);
  }

  @Override
  public void failed(Throwable cause) {
    throw new AssertionError(cause);
  }

  /** All messages, in the order in which they came. */
  public List<TappedMessage> messages() {
    return List.copyOf(messages);
  }
}
