package io.tidemark.simulation.world;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What really became of a message, noted by the simulated broker. Times are virtual. */
public final class SentMessage {
  public static final long NEVER = Long.MAX_VALUE;

  final Object producer;
  final long number;
  final int worker;
  final int partition;
  final String topic;
  final int priority;
  final long beganNanos;

  /** How late it was, by the clock of its worker and its stamp. */
  final long delayNanos;

  long sendEndedNanos = NEVER;
  long acknowledgedNanos = NEVER;
  long failedNanos = NEVER;
  final Map<String, List<Arrival>> arrivals = new HashMap<>();
  final Map<String, List<Arrival>> refusals = new HashMap<>();
  final Map<String, List<Arrival>> deadLetters = new HashMap<>();
  final Map<String, List<Arrival>> dropped = new HashMap<>();

  final List<Overtaking> overtakings = new ArrayList<>();

  /** A call of a consumer's callback. */
  public record Arrival(long nanos, long order, int worker) {}

  /**
   * An arrival after a message of a lower priority.
   *
   * @param afterNanos from the send of this message to the last arrival of a lower one before
   */
  public record Overtaking(Arrival at, long afterNanos) {}

  SentMessage(
      Object producer,
      long number,
      int worker,
      String topic,
      int partition,
      int priority,
      long beganNanos,
      long delayNanos) {
    this.beganNanos = beganNanos;
    this.delayNanos = delayNanos;
    this.producer = producer;
    this.number = number;
    this.worker = worker;
    this.topic = topic;
    this.partition = partition;
    this.priority = priority;
  }

  public Object producer() {
    return producer;
  }

  public long number() {
    return number;
  }

  public int worker() {
    return worker;
  }

  public int partition() {
    return partition;
  }

  /** 0 in a run without priorities. */
  public int priority() {
    return priority;
  }

  /** Its arrivals after a message of a lower priority at the same consumer. */
  public List<Overtaking> overtakings() {
    return overtakings;
  }

  public String topic() {
    return topic;
  }

  public long beganNanos() {
    return beganNanos;
  }

  public long delayNanos() {
    return delayNanos;
  }

  public long sendEndedNanos() {
    return sendEndedNanos;
  }

  public long acknowledgedNanos() {
    return acknowledgedNanos;
  }

  public long failedNanos() {
    return failedNanos;
  }

  public Map<String, List<Arrival>> arrivals() {
    return arrivals;
  }

  /** Calls of a consumer's callback that refused it. */
  public Map<String, List<Arrival>> refusals() {
    return refusals;
  }

  /** Calls of the callback of a consumer of dead letters. */
  public Map<String, List<Arrival>> deadLetters() {
    return deadLetters;
  }

  /** The refusal after which the broker had it no more. */
  public Map<String, List<Arrival>> dropped() {
    return dropped;
  }

  boolean isAnswered() {
    return acknowledgedNanos < NEVER || failedNanos < NEVER;
  }

  /** When it was due. */
  public long intendedNanos() {
    return beganNanos - delayNanos;
  }

  void arrived(String subscription, Arrival arrival) {
    add(arrivals, subscription, arrival);
  }

  static void add(Map<String, List<Arrival>> to, String subscription, Arrival arrival) {
    to.computeIfAbsent(subscription, key -> new ArrayList<>()).add(arrival);
  }
}
