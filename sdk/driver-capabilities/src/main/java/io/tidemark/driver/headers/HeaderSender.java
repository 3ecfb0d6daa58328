package io.tidemark.driver.headers;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.driver.GroupedSends;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A {@link BenchmarkProducer} that sends headers with its messages; every producer of a driver with
 * {@link HeaderSupport} is one. In a run without headers it gets {@link
 * BenchmarkProducer#sendAsync} as other producers do. {@link GroupedSends} holds for both.
 */
public interface HeaderSender {

  /**
   * {@link BenchmarkProducer#sendAsync} with headers, which the consumers of the message get byte
   * for byte. The driver may add headers with other names.
   *
   * @param headers with different names; the driver keeps the list until the future completes, and
   *     changes neither it nor the values
   */
  CompletableFuture<Void> sendAsync(
      Optional<String> key, byte[] payload, List<MessageHeader> headers);

  /** {@link ProbeSender#sendProbeAsync} with headers; for a producer that is a ProbeSender, too. */
  default CompletableFuture<Void> sendProbeAsync(
      Optional<String> key, byte[] payload, List<MessageHeader> headers) {
    return sendAsync(key, payload, headers);
  }
}
