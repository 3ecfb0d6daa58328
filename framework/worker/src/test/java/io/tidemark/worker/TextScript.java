package io.tidemark.worker;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;

/** A driver that hands payloads on as UTF-8 text, as OMB's for Redis does. */
public final class TextScript extends DriverDouble.DriverScript {
  @Override
  public CompletableFuture<BenchmarkConsumer> createConsumer(
      String topic, String subscription, ConsumerCallback callback) {
    return super.createConsumer(
        topic,
        subscription,
        new ConsumerCallback() {
          @Override
          public void messageReceived(byte[] payload, long publishTimestamp) {
            String text = new String(payload, StandardCharsets.UTF_8);
            callback.messageReceived(text.getBytes(StandardCharsets.UTF_8), publishTimestamp);
          }

          @Override
          public void messageReceived(ByteBuffer payload, long publishTimestamp) {
            byte[] copy = new byte[payload.remaining()];
            payload.duplicate().get(copy);
            messageReceived(copy, publishTimestamp);
          }
        });
  }
}
