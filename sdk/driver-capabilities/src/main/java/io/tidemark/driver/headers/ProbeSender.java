package io.tidemark.driver.headers;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A {@link io.openmessaging.benchmark.driver.BenchmarkProducer} whose consumers do not get every
 * message, for example because the broker filters. Before the load the framework sends probes to
 * check the path; they must reach every consumer. A producer without this capability sends probes
 * as it sends messages.
 */
public interface ProbeSender {

  /**
   * Sends a probe so that no filter keeps it from a consumer. Called on a framework thread before
   * the load; may block as {@code sendAsync} may.
   *
   * @param key as messages with keys have one
   * @param payload not changed before the future completes
   * @return completes when the broker has acknowledged, exceptionally when it has not
   */
  CompletableFuture<Void> sendProbeAsync(Optional<String> key, byte[] payload);
}
