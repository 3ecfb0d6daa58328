package io.openmessaging.benchmark.driver;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

public interface BenchmarkProducer extends AutoCloseable {
  CompletableFuture<Void> sendAsync(Optional<String> key, byte[] payload);
}
