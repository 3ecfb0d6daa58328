package io.tidemark.coordinator;

import io.tidemark.base.ManualClock;
import io.tidemark.model.worker.AlteredProbe;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** What all scripted workers of a test share: topics that hold messages, and how they misbehave. */
final class SimulatedBroker {

  /** A message with the true times of its life (the coordinator's clock). */
  record Message(int producer, long sequence, long intended, long acknowledged) {}

  /** What a subscription has before it. */
  static final class Queue {
    final List<Message> messages = new ArrayList<>();
    int next;
  }

  final ManualClock clock;
  final List<ScriptedWorker> workers = new ArrayList<>();
  final Map<Integer, Queue> queues = new LinkedHashMap<>();
  final List<Message> waiting = new ArrayList<>();
  final Map<Integer, String> topicOfSubscription = new LinkedHashMap<>();
  long publishNanos = 2_000_000;
  long deliveryNanos = 3_000_000;
  double closedLoopPerSecond = 200;
  double consumedPerSecond = Double.MAX_VALUE;
  double acknowledgedPerSecond = Double.MAX_VALUE;
  private double lastAcknowledgedNanos;
  Predicate<Message> loses = message -> false;
  Predicate<Message> doubles = message -> false;
  Predicate<Message> corrupts = message -> false;
  Predicate<Message> neverAcknowledges = message -> false;
  Predicate<Integer> passesProbesTo = subscription -> true;
  List<AlteredProbe> altered = List.of();
  private double consumeCredit;
  private long now;

  SimulatedBroker(ManualClock clock) {
    this.clock = clock;
    this.now = clock.epochNanos();
  }

  void subscribe(int subscription, String topic) {
    queues.computeIfAbsent(subscription, key -> new Queue()).messages.addAll(waiting);
    waiting.clear();
    topicOfSubscription.put(subscription, topic);
  }

  /** Since the last moment that was simulated all processes have been stopped. */
  void stoodStill() {
    now = clock.epochNanos();
  }

  /** Lets everything happen until now, a millisecond at a time. */
  void advance() {
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
  long acknowledgementOf(long trueNanos) {
    double earliest = lastAcknowledgedNanos + 1e9 / acknowledgedPerSecond;
    lastAcknowledgedNanos = Math.max(earliest, trueNanos + (double) publishNanos);
    return acknowledgedPerSecond == Double.MAX_VALUE
        ? trueNanos + publishNanos
        : (long) lastAcknowledgedNanos;
  }

  void publish(String topic, Message message) {
    if (loses.test(message)) {
      return;
    }
    topicOfSubscription.forEach(
        (subscription, of) -> {
          if (of.equals(topic)) {
            queues.get(subscription).messages.add(message);
            if (doubles.test(message)) {
              queues.get(subscription).messages.add(message);
            }
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
