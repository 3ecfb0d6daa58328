package io.tidemark.worker.engine;

import io.tidemark.worker.engine.Subscription.Stream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** All streams of a worker, numbered as they turn up. Safe for all threads. */
final class Streams {
  private final int producers;
  private final Map<Integer, Subscription> subscriptions = new HashMap<>();
  private final List<Stream> streams = new ArrayList<>();

  Streams(int producers) {
    this.producers = producers;
  }

  synchronized Subscription subscription(int index) {
    return subscriptions.computeIfAbsent(index, i -> new Subscription(i, producers, this));
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
