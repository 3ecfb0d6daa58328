package io.tidemark.driver;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A driver that removes what it made. Called after producers and consumers are closed. */
public interface TopicCleaner {

  /**
   * Deletes these topics with their subscriptions; those that do not exist any more are no error.
   */
  CompletableFuture<Void> deleteTopics(List<String> topics);
}
