package io.tidemark.driver.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.driver.MessageCallback;
import io.tidemark.driver.ReceivedMessage;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Remembers what a consumer was given. */
public class ReceivedRecords implements MessageCallback {
  public final List<String> texts = new CopyOnWriteArrayList<>();
  public final Map<String, Set<Integer>> partitionsByText = new ConcurrentHashMap<>();
  public final Set<String> redelivered = ConcurrentHashMap.newKeySet();
  public final List<Throwable> failures = new CopyOnWriteArrayList<>();

  @Override
  public void messageReceived(ReceivedMessage message) {
    String text = new String(message.body(), UTF_8);
    if (message.redelivered()) {
      redelivered.add(text);
    }
    partitionsByText
        .computeIfAbsent(text, t -> ConcurrentHashMap.newKeySet())
        .add(message.partition());
    texts.add(text);
  }

  @Override
  public void consumerFailed(Throwable cause) {
    failures.add(cause);
  }
}
