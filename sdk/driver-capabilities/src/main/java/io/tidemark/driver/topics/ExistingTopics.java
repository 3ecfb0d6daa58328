package io.tidemark.driver.topics;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A driver that can use existing topics ({@code topicNames} of a workload). */
public interface ExistingTopics {

  /**
   * Looks these topics up.
   *
   * @return partitions by topic; a topic that does not exist has no entry
   */
  CompletableFuture<Map<String, Integer>> describeTopics(List<String> topics);
}
