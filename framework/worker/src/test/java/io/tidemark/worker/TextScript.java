package io.tidemark.worker;

import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.worker.DriverDouble.DriverScript;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A driver that hands payloads on as UTF-8 text, as OMB's for Redis does. */
public final class TextScript {
  private TextScript() {}

  public static void play() {
    DriverScript script = DriverDouble.play();
    script.createConsumer =
        (topic, subscription, callback) ->
            script.inMemory.createConsumer(topic, subscription, new AsText(callback));
  }

  private record AsText(ConsumerCallback callback) implements ConsumerCallback {
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
  }
}
