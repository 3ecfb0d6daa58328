package io.openmessaging.benchmark.driver;

/**
 * A consumer that a driver created. It delivers messages to its {@link ConsumerCallback} from the
 * moment it exists until {@link #close()} returns.
 *
 * <p>{@code close()} is called once, from a framework thread, before the driver itself is closed.
 * No callback may start after it has returned.
 */
public interface BenchmarkConsumer extends AutoCloseable {}
