package io.tidemark.driver.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.driver.DetailedConsumerCallback;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Remembers what a consumer was given. */
public class ReceivedRecords implements DetailedConsumerCallback {
  public final List<String> texts = new CopyOnWriteArrayList<>();
  public final Map<String, Set<Integer>> partitionsByText = new ConcurrentHashMap<>();
  public final List<Throwable> failures = new CopyOnWriteArrayList<>();

  @Override
  public void messageReceived(ByteBuffer payload, long publishTimestamp, int partition) {
    String text = UTF_8.decode(payload).toString();
    partitionsByText.computeIfAbsent(text, t -> ConcurrentHashMap.newKeySet()).add(partition);
    texts.add(text);
  }

  @Override
  public void messageReceived(byte[] payload, long publishTimestamp, int partition) {
    throw new AssertionError("this driver has buffers");
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
