package io.tidemark.driver.outcome;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.CallbackAdapter;
import io.tidemark.driver.DescribedDriver;
import io.tidemark.driver.ReceivedMessage;
import io.tidemark.driver.topics.TopicCleaner;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A driver whose consumers can refuse messages. They pass each message with {@link
 * CallbackAdapter#settle} and do with it what that returns, before they take the next one of the
 * same partition; without such a run it returns {@link Outcome#ACCEPT} for all.
 */
public interface OutcomeSupport {

  /**
   * Why the driver cannot do what a run asks for: checked before the run, on an instance that is
   * not initialized. Connects to nothing.
   *
   * @param configuration the whole driver file as maps, lists and scalars, as in {@link
   *     DescribedDriver#validate}
   * @return what is allowed instead, as a part of a sentence that begins with the key of {@code
   *     outcomes}; empty if it can
   */
  Optional<String> outcomeProblem(OutcomeRequest wanted, Map<String, Object> configuration);

  /**
   * What older keys of the driver's file mean, as keys of {@code outcomes}; empty for nothing. The
   * framework reads the workload with them.
   *
   * @param configuration as in {@link #outcomeProblem}
   */
  default Map<String, Object> meantOutcomes(Map<String, Object> configuration) {
    return Map.of();
  }

  /**
   * What consumers of this run are going to do. Called before {@code initialize}, if at all. What
   * only the broker's version decides {@code initialize} refuses with an IOException whose message
   * begins with the key, such as {@code outcomes.delayed: }.
   */
  void expectOutcomes(OutcomeRequest wanted);

  /**
   * Creates a consumer of the dead letters of a subscription; completes when it is subscribed.
   * Called only if the run has dead letters, and after a consumer of the subscription exists. It
   * accepts all messages, and passes them as they were published, with {@link
   * ReceivedMessage#deadLetterReason} if the broker says it. {@link TopicCleaner} deletes the
   * destination with the topic, unless the request names it.
   */
  CompletableFuture<BenchmarkConsumer> createDeadLetterConsumer(
      String topic, String subscriptionName, ConsumerCallback callback);
}
