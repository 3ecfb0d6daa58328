package io.openmessaging.benchmark.driver;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A producer for one topic.
 *
 * <p>One thread at a time calls {@link #sendAsync}; {@code close()} is called after the last send.
 */
public interface BenchmarkProducer extends AutoCloseable {

  /**
   * Publishes one message.
   *
   * <p>May block while the client's own buffers are full; this time counts as schedule delay of the
   * producer. The payload belongs to the driver until the future completes and must not be
   * modified.
   *
   * @param key routing or partitioning key; empty where the workload uses none
   * @param payload the message body, written by the framework
   * @return completed when the broker has acknowledged the message; completed exceptionally when it
   *     was refused, returned or lost. An exception thrown instead counts as a failed send.
   */
  CompletableFuture<Void> sendAsync(Optional<String> key, byte[] payload);
}
