package io.tidemark.worker;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;

/** A driver that writes a time into each body, as OMB's for NATS does into the first 8 bytes. */
public final class TimeInBodyScript extends DriverDouble.DriverScript {
  private final boolean atTheEnd;

  public TimeInBodyScript(boolean atTheEnd) {
    this.atTheEnd = atTheEnd;
  }

  @Override
  public CompletableFuture<BenchmarkProducer> createProducer(String topic) {
    return super.createProducer(topic).thenApply(this::writing);
  }

  private BenchmarkProducer writing(BenchmarkProducer producer) {
    return (WithWorker.SendOnly)
        (key, payload) -> {
          int at = atTheEnd ? payload.length - Long.BYTES : 0;
          ByteBuffer.wrap(payload).putLong(at, System.currentTimeMillis());
          return producer.sendAsync(key, payload);
        };
  }
}
