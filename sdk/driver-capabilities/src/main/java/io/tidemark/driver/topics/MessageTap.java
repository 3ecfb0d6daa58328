package io.tidemark.driver.topics;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A driver that can watch the messages of an existing topic, for {@code bin/benchmark record}: it
 * takes none from another consumer, and changes nothing that others see, such as the offsets of a
 * group.
 */
public interface MessageTap {

  /**
   * Watches the messages that are published to the topic from now on.
   *
   * @param callback gets them, from threads of the driver
   * @return completed with what ends it when messages sent from then on are seen; completed
   *     exceptionally, with a message that names what to do, if the broker can only give messages
   *     to one consumer
   */
  CompletableFuture<AutoCloseable> tap(String topic, Callback callback);

  /** The framework's. Callable from any thread. */
  interface Callback {
    void message(TappedMessage message);

    /** The tap failed, and may continue. */
    void failed(Throwable cause);
  }

  /**
   * What is to be known of a message. Its body is not part of it.
   *
   * @param publishedMillis when it was published, in milliseconds since the epoch; 0 if not known
   * @param partition in which the broker keeps order; -1 if there is none, or it is not known
   * @param bodyBytes size of the body
   * @param key that the driver would get for such a message with {@code sendAsync}; empty for none
   * @param headers names and values, as far as the protocol has them
   */
  record TappedMessage(
      long publishedMillis,
      int partition,
      int bodyBytes,
      Optional<byte[]> key,
      Map<String, byte[]> headers) {
    public TappedMessage {
      headers = Map.copyOf(headers);
    }
  }
}
