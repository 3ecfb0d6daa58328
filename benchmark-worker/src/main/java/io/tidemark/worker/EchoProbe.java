package io.tidemark.worker;

import io.openmessaging.benchmark.driver.ConsumerCallback;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/** One message and the wait for it to come back unchanged; others are passed over. */
final class EchoProbe implements ConsumerCallback {
  private final byte[] payload;
  private final CompletableFuture<Void> arrival = new CompletableFuture<>();

  EchoProbe(int bytes) {
    payload = new byte[bytes];
    new Random().nextBytes(payload);
  }

  /** A copy that the driver may keep. */
  byte[] payload() {
    return payload.clone();
  }

  CompletableFuture<Void> arrival() {
    return arrival;
  }

  @Override
  public void messageReceived(byte[] received, long publishTimestamp) {
    if (Arrays.equals(payload, received)) {
      arrival.complete(null);
    }
  }

  @Override
  public void messageReceived(ByteBuffer received, long publishTimestamp) {
    byte[] copy = new byte[received.remaining()];
    received.duplicate().get(copy);
    messageReceived(copy, publishTimestamp);
  }
}
