package io.tidemark.driver.inmemory;

import io.tidemark.driver.DetailedConsumerCallback;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Remembers what a consumer was given, as {@code partition:text}. */
class Received implements DetailedConsumerCallback {
  final List<String> texts = new CopyOnWriteArrayList<>();
  final List<Integer> partitions = new CopyOnWriteArrayList<>();
  final List<Throwable> failures = new CopyOnWriteArrayList<>();

  @Override
  public void messageReceived(byte[] payload, long publishTimestamp, int partition) {
    partitions.add(partition);
    texts.add(new String(payload, StandardCharsets.UTF_8));
  }

  @Override
  public void messageReceived(ByteBuffer payload, long publishTimestamp, int partition) {
    throw new AssertionError("this driver has arrays");
  }

  @Override
  public void messageReceived(byte[] payload, long publishTimestamp) {
    throw new AssertionError("this driver knows the partition");
  }

  @Override
  public void messageReceived(ByteBuffer payload, long publishTimestamp) {
    throw new AssertionError("this driver knows the partition");
  }

  @Override
  public void consumerFailed(Throwable cause) {
    failures.add(cause);
  }
}
