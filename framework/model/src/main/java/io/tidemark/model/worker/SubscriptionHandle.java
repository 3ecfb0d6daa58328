package io.tidemark.model.worker;

/**
 * One subscription to one topic.
 *
 * @param index among all of the run, from 0
 * @param topic its topic
 * @param name as the driver knows it
 */
public record SubscriptionHandle(int index, TopicHandle topic, String name) {}
