package io.openmessaging.benchmark.driver;

public interface BenchmarkConsumer extends AutoCloseable {}
