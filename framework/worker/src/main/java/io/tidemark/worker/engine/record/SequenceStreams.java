package io.tidemark.worker.engine.record;

import io.tidemark.worker.engine.record.SubscriptionGroup.Stream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** All streams of a worker, numbered as they turn up. Safe for all threads. */
public final class SequenceStreams {
  private final int producers;
  private final Map<Integer, SubscriptionGroup> subscriptions = new HashMap<>();
  private final List<Stream> streams = new ArrayList<>();

  public SequenceStreams(int producers) {
    this.producers = producers;
  }

  public synchronized SubscriptionGroup subscription(int index) {
    return subscriptions.computeIfAbsent(
        index, i -> new SubscriptionGroup(i, producers, producer -> create(i, producer)));
  }

  private synchronized Stream create(int subscription, int producer) {
    Stream stream = new Stream(streams.size(), subscription, producer);
    streams.add(stream);
    return stream;
  }

  public synchronized Stream numbered(int number) {
    return streams.get(number);
  }
}
