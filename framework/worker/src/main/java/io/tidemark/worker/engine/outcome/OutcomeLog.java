package io.tidemark.worker.engine.outcome;

import io.tidemark.driver.outcome.DeadLetterReason;
import io.tidemark.driver.outcome.Outcome;
import io.tidemark.measure.outcome.Times;
import io.tidemark.model.outcome.OutcomePlan;
import io.tidemark.model.snapshot.Settled;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/**
 * What consumers of this worker do with messages, and have done since the last snapshot. A message
 * that is refused takes about 100 bytes until it is accepted. Thread-safe.
 */
public final class OutcomeLog {
  /** Of a message that was not refused on this worker. */
  static final long NEVER = Long.MIN_VALUE;

  private final OutcomePlan plan;
  private final boolean deadLetters;
  private final Map<Message, Refused> refused = new HashMap<>();
  private Map<Place, Since> since = new HashMap<>();

  private record Message(int subscription, int producer, long sequence) {}

  private record Refused(int times, long lastEpochNanos) {}

  private record Place(int subscription, int producer) {}

  private static final class Since {
    private final Times refused = new Times();
    private final Times accepted = new Times();
    private final Times deadLetters = new Times();
    private final Map<DeadLetterReason, Roaring64Bitmap> reasons =
        new EnumMap<>(DeadLetterReason.class);
  }

  /**
   * What is to be done with a delivery.
   *
   * @param refusals before it
   * @param refusedEpochNanos when the last of them was; or {@link #NEVER}
   * @param dropped whether the message ends with it, and not as a dead letter
   */
  record Decision(Outcome outcome, int refusals, long refusedEpochNanos, boolean dropped) {}

  public OutcomeLog(OutcomePlan plan) {
    this.plan = plan;
    this.deadLetters = plan.keys().hasDeadLetters();
  }

  /**
   * A message is delivered.
   *
   * @param deliveries as the broker counts them, this one included; 0 if it does not. Another
   *     worker may have refused the message
   */
  synchronized Decision delivered(
      int subscription, int producer, long sequence, int deliveries, long epochNanos) {
    Message message = new Message(subscription, producer, sequence);
    Refused before = refused.get(message);
    int refusals = Math.max(before == null ? 0 : before.times(), deliveries - 1);
    Outcome outcome = plan.outcome(producer, sequence, refusals);
    if (outcome == Outcome.ACCEPT) {
      refused.remove(message);
      since(subscription, producer).accepted.add(sequence);
    } else {
      refused.put(message, new Refused(refusals + 1, epochNanos));
      since(subscription, producer).refused.add(sequence);
    }
    boolean dropped =
        !deadLetters
            && plan.endsRefused(producer, sequence)
            && refusals + 1 == plan.refusals(producer, sequence);
    return new Decision(
        outcome, refusals, before == null ? NEVER : before.lastEpochNanos(), dropped);
  }

  /**
   * @param reason as the broker says; null if it does not
   */
  synchronized void deadLetter(
      int subscription, int producer, long sequence, @Nullable DeadLetterReason reason) {
    refused.remove(new Message(subscription, producer, sequence));
    Since all = since(subscription, producer);
    all.deadLetters.add(sequence);
    if (reason != null) {
      all.reasons.computeIfAbsent(reason, any -> new Roaring64Bitmap()).addLong(sequence);
    }
  }

  private Since since(int subscription, int producer) {
    return since.computeIfAbsent(new Place(subscription, producer), place -> new Since());
  }

  /** What was added since the last call. */
  public synchronized List<Settled> drain() {
    List<Settled> drained =
        since.entrySet().stream()
            .map(
                each ->
                    new Settled(
                        each.getKey().subscription(),
                        each.getKey().producer(),
                        each.getValue().refused.levels(),
                        each.getValue().accepted.levels(),
                        each.getValue().deadLetters.levels(),
                        each.getValue().reasons))
            .toList();
    since = new HashMap<>();
    return drained;
  }
}
