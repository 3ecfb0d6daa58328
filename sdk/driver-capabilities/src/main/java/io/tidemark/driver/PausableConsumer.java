package io.tidemark.driver;

/**
 * A {@link io.openmessaging.benchmark.driver.BenchmarkConsumer} that can pause deliveries without
 * blocking its callback. Called from a framework thread; both return at once and may be repeated.
 */
public interface PausableConsumer {

  /** Stops deliveries; messages in flight may still arrive. */
  void pause();

  /** Starts deliveries again. */
  void resume();
}
