package io.tidemark.worker.engine;

import io.tidemark.worker.engine.SubscriptionGroup.Stream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** All streams of a worker, numbered as they turn up. Safe for all threads. */
final class SequenceStreams {
  private final int producers;
  private final Map<Integer, SubscriptionGroup> subscriptions = new HashMap<>();
  private final List<Stream> streams = new ArrayList<>();

  SequenceStreams(int producers) {
    this.producers = producers;
  }

  synchronized SubscriptionGroup subscription(int index) {
    return subscriptions.computeIfAbsent(index, i -> new SubscriptionGroup(i, producers, this));
  }

  synchronized Stream create(int subscription, int producer) {
    Stream stream = new Stream(streams.size(), subscription, producer);
    streams.add(stream);
    return stream;
  }

  synchronized Stream numbered(int number) {
    return streams.get(number);
  }
}
