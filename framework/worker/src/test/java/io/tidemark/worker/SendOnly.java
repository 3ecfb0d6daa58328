package io.tidemark.worker;

import io.openmessaging.benchmark.driver.BenchmarkProducer;

/** A producer of which only the send matters: tests close what is behind it. */
@FunctionalInterface
public interface SendOnly extends BenchmarkProducer {
  @Override
  default void close() {}
}
