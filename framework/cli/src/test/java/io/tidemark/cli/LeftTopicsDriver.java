package io.tidemark.cli;

import io.tidemark.driver.topics.TopicCleaner;
import io.tidemark.driver.topics.TopicLister;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/** A broker with topics that are left, and nothing else. */
public final class LeftTopicsDriver extends FakeDriver implements TopicLister, TopicCleaner {
  static final List<ListedTopic> LEFT = new CopyOnWriteArrayList<>();

  @Override
  public String getTopicNamePrefix() {
    return "left";
  }

  @Override
  public CompletableFuture<List<ListedTopic>> listTopics(String prefix) {
    return CompletableFuture.completedFuture(
        LEFT.stream().filter(topic -> topic.name().startsWith(prefix)).toList());
  }

  @Override
  public CompletableFuture<Void> deleteTopics(List<String> topics) {
    LEFT.removeIf(topic -> topics.contains(topic.name()));
    return CompletableFuture.completedFuture(null);
  }
}
