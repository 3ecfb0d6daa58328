package io.tidemark.driver.headers;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.GroupedSends;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A {@link BenchmarkProducer} that sends messages of different priorities; every producer of a
 * driver with {@link PrioritySupport} is one. In a run without priorities it gets {@link
 * BenchmarkProducer#sendAsync} as other producers do. {@link GroupedSends} holds for both.
 */
public interface PrioritySender {

  /**
   * {@link BenchmarkProducer#sendAsync} with a priority.
   *
   * @param headers as in {@link HeaderSender#sendAsync}; empty if the run has none
   * @param priority one of those of {@link PrioritySupport#expectPriorities}; a higher one is to be
   *     received first
   */
  CompletableFuture<Void> sendAsync(
      Optional<String> key, byte[] payload, List<MessageHeader> headers, int priority);
}
