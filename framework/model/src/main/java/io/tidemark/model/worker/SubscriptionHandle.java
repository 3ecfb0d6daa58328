package io.tidemark.model.worker;

import java.util.Objects;

/**
 * One subscription to one topic.
 *
 * @param index among all of the run, from 0
 * @param topic its topic
 * @param name as the driver knows it
 */
public record SubscriptionHandle(int index, TopicHandle topic, String name) {
  public SubscriptionHandle {
    Objects.requireNonNull(topic);
    Objects.requireNonNull(name);
  }
}
