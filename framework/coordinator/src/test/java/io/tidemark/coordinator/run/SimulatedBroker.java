package io.tidemark.coordinator.run;

import io.tidemark.base.ManualClock;
import io.tidemark.model.worker.AlteredProbe;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** What all scripted workers of a test share: topics that hold messages, and how they misbehave. */
public final class SimulatedBroker {

  /** A message with the true times of its life (the coordinator's clock). */
  public record Message(int producer, long sequence, long intended, long acknowledged) {}

  /** What a subscription has before it. */
  public static final class Queue {
    final List<Message> messages = new ArrayList<>();
    int next;
  }

  public final ManualClock clock;
  public final List<ScriptedWorker> workers = new ArrayList<>();
  public final Map<Integer, Queue> queues = new LinkedHashMap<>();
  public final List<Message> waiting = new ArrayList<>();
  public final Map<Integer, String> topicOfSubscription = new LinkedHashMap<>();
  public long publishNanos = 2_000_000;
  public long deliveryNanos = 3_000_000;
  public double closedLoopPerSecond = 200;
  public double consumedPerSecond = Double.MAX_VALUE;
  public double acknowledgedPerSecond = Double.MAX_VALUE;
  private double lastAcknowledgedNanos;
  public Predicate<Message> loses = message -> false;
  public Predicate<Message> corrupts = message -> false;
  public Predicate<Message> neverAcknowledges = message -> false;
  public Predicate<Integer> passesProbesTo = subscription -> true;
  public List<AlteredProbe> altered = List.of();
  public List<String> probeFailures = List.of();

  public Map<String, String> facts = Map.of("broker.version", "1", "acknowledgement", "all copies");

  /** What arrives before the load without a stamp, by subscription. */
  public Map<Integer, Integer> withoutStamp = Map.of();

  private double consumeCredit;
  private long now;

  public SimulatedBroker(ManualClock clock) {
    this.clock = clock;
    this.now = clock.epochNanos();
  }

  public void subscribe(int subscription, String topic) {
    queues.computeIfAbsent(subscription, key -> new Queue()).messages.addAll(waiting);
    waiting.clear();
    topicOfSubscription.put(subscription, topic);
  }

  /** Since the last moment that was simulated all processes have been stopped. */
  public void stoodStill() {
    now = clock.epochNanos();
  }

  /** Lets everything happen until now, a millisecond at a time. */
  public void advance() {
    long until = clock.epochNanos();
    while (now + 1_000_000 <= until) {
      now += 1_000_000;
      for (ScriptedWorker worker : workers) {
        worker.produceAt(now);
      }
      consume();
    }
  }

  /** When a message that comes now is acknowledged: one after the other. */
  public long acknowledgementOf(long trueNanos) {
    double earliest = lastAcknowledgedNanos + 1e9 / acknowledgedPerSecond;
    lastAcknowledgedNanos = Math.max(earliest, trueNanos + (double) publishNanos);
    return acknowledgedPerSecond == Double.MAX_VALUE
        ? trueNanos + publishNanos
        : (long) lastAcknowledgedNanos;
  }

  public void publish(String topic, Message message) {
    if (loses.test(message)) {
      return;
    }
    topicOfSubscription.forEach(
        (subscription, of) -> {
          if (of.equals(topic)) {
            queues.get(subscription).messages.add(message);
          }
        });
  }

  private void consume() {
    consumeCredit =
        consumedPerSecond == Double.MAX_VALUE
            ? Double.MAX_VALUE
            : Math.min(consumeCredit + consumedPerSecond / 1_000, 1 + consumedPerSecond / 1_000);
    queues.forEach(
        (subscription, queue) -> {
          ScriptedWorker reader = reader(subscription);
          while (reader != null
              && consumeCredit >= 1
              && queue.next < queue.messages.size()
              && queue.messages.get(queue.next).acknowledged() + deliveryNanos <= now) {
            reader.receive(subscription, queue.messages.get(queue.next++), now);
            consumeCredit -= 1;
          }
        });
  }

  private ScriptedWorker reader(int subscription) {
    return workers.stream().filter(w -> w.consumes(subscription)).findFirst().orElse(null);
  }
}
