package io.tidemark.driver.topics;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A driver that deletes its topics. Called after producers and consumers are closed. */
public interface TopicCleaner {

  /** Deletes these topics with their subscriptions; missing topics are no error. */
  CompletableFuture<Void> deleteTopics(List<String> topics);
}
