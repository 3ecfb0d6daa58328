package io.tidemark.driver.topics;

import io.tidemark.driver.MessagePosition;
import java.util.Objects;

/**
 * Where consumers of a subscription continue in a partition after a restart.
 *
 * @param topic name of the topic
 * @param subscription name of the subscription
 * @param partition as in {@link MessagePosition}
 * @param nextOffset the first offset that they receive
 * @param endOffset the offset that the next message gets, read <i>after</i> the committed one; -1
 *     if it is not known. A log that was truncated ends before what was committed earlier: this
 *     explains why a committed offset goes back
 */
public record CommittedOffset(
    String topic, String subscription, int partition, long nextOffset, long endOffset) {
  public CommittedOffset {
    Objects.requireNonNull(topic);
    Objects.requireNonNull(subscription);
  }
}
