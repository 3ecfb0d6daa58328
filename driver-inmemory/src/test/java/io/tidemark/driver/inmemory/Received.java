package io.tidemark.driver.inmemory;

import io.tidemark.driver.MessageCallback;
import io.tidemark.driver.ReceivedMessage;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Remembers what a consumer was given. */
class Received implements MessageCallback {
  final List<String> texts = new CopyOnWriteArrayList<>();
  final List<Integer> partitions = new CopyOnWriteArrayList<>();
  final List<Throwable> failures = new CopyOnWriteArrayList<>();

  @Override
  public void messageReceived(ReceivedMessage message) {
    partitions.add(message.partition());
    texts.add(new String(message.body(), StandardCharsets.UTF_8));
  }

  @Override
  public void consumerFailed(Throwable cause) {
    failures.add(cause);
  }
}
