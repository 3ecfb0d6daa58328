package io.tidemark.driver.topics;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/**
 * A driver that lists topics, so that those which a killed run has left are named by the next run,
 * and removed by {@code bin/benchmark clean}. Needs {@link TopicCleaner}.
 */
public interface TopicLister {

  /**
   * A topic on the broker.
   *
   * @param name as {@link TopicCleaner#deleteTopics} takes it
   * @param inUse whether it has consumers, or producers, as far as the broker reports them; it is
   *     not removed then
   */
  record ListedTopic(String name, boolean inUse) {
    public ListedTopic {
      Objects.requireNonNull(name);
    }
  }

  /**
   * All topics whose names begin so, also those of other programs.
   *
   * @param prefix the driver's {@code getTopicNamePrefix()} with a dash
   */
  CompletableFuture<List<ListedTopic>> listTopics(String prefix);
}
