package io.tidemark.measure.outcome;

import io.tidemark.driver.outcome.DeadLetterReason;
import io.tidemark.model.outcome.OutcomePlan;
import io.tidemark.model.outcome.OutcomeReport.SubscriptionOutcomes;
import io.tidemark.model.snapshot.Settled;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.roaringbitmap.longlong.LongIterator;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/**
 * In which end each acknowledged message was: accepted, a dead letter, dropped, or none, and how
 * often; and whether the broker followed the plan. It merges the deltas of all workers. Not
 * thread-safe.
 */
public final class OutcomeAudit {
  private static final int EXAMPLES = 5;

  private final OutcomePlan plan;
  private final boolean deadLetters;
  private final Map<Place, Seen> seen = new HashMap<>();

  private record Place(int subscription, int producer) {}

  /** A message that was not refused as often as planned. */
  private record Deviation(int producer, long sequence, int refusals, int planned, boolean early) {
    String text() {
      String then = early && refusals >= planned ? " and its acceptance" : "";
      return producer
          + ":"
          + sequence
          + " refused "
          + refusals
          + " times, planned "
          + planned
          + then;
    }
  }

  private static final class Seen {
    private final Times refused = new Times();
    private final Times accepted = new Times();
    private final Times deadLetters = new Times();

    /** Of those that were refused for good, as planned, without a dead-letter destination. */
    private final Roaring64Bitmap dropped = new Roaring64Bitmap();

    private final Map<DeadLetterReason, Roaring64Bitmap> reasons =
        new EnumMap<>(DeadLetterReason.class);
  }

  public OutcomeAudit(OutcomePlan plan) {
    this.plan = plan;
    this.deadLetters = plan.keys().hasDeadLetters();
  }

  /** Takes an interval; returns the sequences that have ended without being accepted. */
  public Roaring64Bitmap add(Settled delta) {
    int producer = delta.producer();
    Seen all = seen.computeIfAbsent(new Place(delta.subscription(), producer), place -> new Seen());
    all.refused.add(delta.refused());
    all.accepted.add(delta.accepted());
    all.deadLetters.add(delta.deadLetters());
    delta
        .reasons()
        .forEach(
            (reason, some) ->
                all.reasons.computeIfAbsent(reason, any -> new Roaring64Bitmap()).or(some));
    Roaring64Bitmap over = new Roaring64Bitmap();
    delta.deadLetters().forEach(over::or);
    if (!deadLetters && !delta.refused().isEmpty()) {
      LongIterator refused = delta.refused().get(0).getLongIterator();
      while (refused.hasNext()) {
        long sequence = refused.next();
        if (isOver(all, producer, sequence)) {
          over.addLong(sequence);
        }
      }
      all.dropped.or(over);
    }
    return over;
  }

  /** Whether consumers have refused a message as often as planned, after which it must not come. */
  private boolean isOver(Seen all, int producer, long sequence) {
    return plan.endsRefused(producer, sequence)
        && all.refused.of(sequence) >= plan.refusals(producer, sequence);
  }

  /** The sequences that were refused at least once; not a copy. */
  public Roaring64Bitmap refused(int subscription, int producer) {
    Seen all = seen.get(new Place(subscription, producer));
    return all == null ? new Roaring64Bitmap() : all.refused.atLeast(1);
  }

  /** The account of a subscription, as far as it has come. */
  public final class Account {
    private final int subscription;
    private final Map<Integer, Long> deliveries = new TreeMap<>();
    private final List<Deviation> deviations = new ArrayList<>();
    private final Map<DeadLetterReason, Long> reasons = new EnumMap<>(DeadLetterReason.class);
    private final List<String> otherReason = new ArrayList<>();
    private final long[] ends = new long[End.values().length];
    private long lostRefused;

    private Account(int subscription) {
      this.subscription = subscription;
    }

    /**
     * @param acknowledged sequences of a producer of the subscription's topic
     */
    public void add(int producer, Roaring64Bitmap acknowledged) {
      Seen all = seen.getOrDefault(new Place(subscription, producer), new Seen());
      Roaring64Bitmap accepted = all.accepted.atLeast(1);
      Roaring64Bitmap dead = all.deadLetters.atLeast(1);
      Roaring64Bitmap both = Roaring64Bitmap.and(accepted, dead);
      count(End.BOTH, acknowledged, both);
      count(End.ACCEPTED, acknowledged, Roaring64Bitmap.andNot(accepted, both));
      count(End.ACCEPTED_AGAIN, acknowledged, andNot(all.accepted.atLeast(2), both));
      count(End.DEAD_LETTER, acknowledged, Roaring64Bitmap.andNot(dead, both));
      count(End.DEAD_LETTER_AGAIN, acknowledged, andNot(all.deadLetters.atLeast(2), both));
      Roaring64Bitmap dropped = andNot(andNot(all.dropped, accepted), dead);
      count(End.DROPPED, acknowledged, dropped);
      Roaring64Bitmap none = andNot(andNot(andNot(acknowledged, accepted), dead), dropped);
      ends[End.NONE.ordinal()] += none.getLongCardinality();
      none.and(all.refused.atLeast(1));
      none.forEach(each -> lostRefused += isOver(all, producer, each) ? 1 : 0);
      deliveries(acknowledged, all);
      deviations(producer, all);
      all.reasons.forEach(
          (reason, sequences) -> reasons(producer, reason, sequences, acknowledged));
    }

    private static Roaring64Bitmap andNot(Roaring64Bitmap of, Roaring64Bitmap without) {
      return Roaring64Bitmap.andNot(of, without);
    }

    private void count(End end, Roaring64Bitmap acknowledged, Roaring64Bitmap sequences) {
      ends[end.ordinal()] += Roaring64Bitmap.andCardinality(acknowledged, sequences);
    }

    /** By the number of deliveries: the refused ones, and one if it was accepted. */
    private void deliveries(Roaring64Bitmap acknowledged, Seen all) {
      Roaring64Bitmap accepted = Roaring64Bitmap.and(acknowledged, all.accepted.atLeast(1));
      Roaring64Bitmap others = Roaring64Bitmap.andNot(acknowledged, accepted);
      for (int refusals = 0; ; refusals++) {
        Roaring64Bitmap more = all.refused.atLeast(refusals + 1);
        put(refusals + 1, Roaring64Bitmap.andNot(accepted, more));
        if (refusals > 0) {
          put(refusals, Roaring64Bitmap.andNot(others, more));
        }
        if (more.isEmpty()) {
          return;
        }
        accepted.and(more);
        others.and(more);
      }
    }

    private void put(int number, Roaring64Bitmap messages) {
      if (!messages.isEmpty()) {
        deliveries.merge(number, messages.getLongCardinality(), Long::sum);
      }
    }

    private void deviations(int producer, Seen all) {
      Roaring64Bitmap some = all.deadLetters.atLeast(1).clone();
      some.or(all.refused.atLeast(1));
      LongIterator each = some.getLongIterator();
      while (each.hasNext()) {
        long sequence = each.next();
        int refusals = all.refused.of(sequence);
        int planned = plan.refusals(producer, sequence);
        boolean early =
            all.deadLetters.of(sequence) > 0
                && (refusals < planned || !plan.endsRefused(producer, sequence));
        // After its acceptance a message counts as a duplicate.
        boolean again = refusals > planned && all.accepted.of(sequence) == 0;
        if (early || again) {
          deviations.add(new Deviation(producer, sequence, refusals, planned, early));
        }
      }
    }

    private void reasons(
        int producer,
        DeadLetterReason reason,
        Roaring64Bitmap sequences,
        Roaring64Bitmap acknowledged) {
      reasons.merge(reason, Roaring64Bitmap.andCardinality(acknowledged, sequences), Long::sum);
      LongIterator each = sequences.getLongIterator();
      while (each.hasNext()) {
        long sequence = each.next();
        DeadLetterReason planned = plan.deadLetterReason(producer, sequence);
        if (reason != planned) {
          otherReason.add(producer + ":" + sequence + " " + reason + ", planned " + planned);
        }
      }
    }

    public SubscriptionOutcomes report(String name, String topic) {
      List<Deviation> early = deviations.stream().filter(Deviation::early).toList();
      List<Deviation> late = deviations.stream().filter(each -> !each.early()).toList();
      return new SubscriptionOutcomes(
          name,
          topic,
          ends[End.ACCEPTED.ordinal()] - ends[End.ACCEPTED_AGAIN.ordinal()],
          ends[End.ACCEPTED_AGAIN.ordinal()],
          ends[End.DEAD_LETTER.ordinal()] - ends[End.DEAD_LETTER_AGAIN.ordinal()],
          ends[End.DEAD_LETTER_AGAIN.ordinal()],
          ends[End.BOTH.ordinal()],
          ends[End.DROPPED.ordinal()],
          ends[End.NONE.ordinal()],
          lostRefused,
          early.size(),
          late.size(),
          otherReason.size(),
          reasons,
          deliveries,
          early.stream().limit(EXAMPLES).map(Deviation::text).toList(),
          late.stream().limit(EXAMPLES).map(Deviation::text).toList(),
          otherReason.stream().limit(EXAMPLES).toList());
    }
  }

  private enum End {
    ACCEPTED,
    ACCEPTED_AGAIN,
    DEAD_LETTER,
    DEAD_LETTER_AGAIN,
    BOTH,
    DROPPED,
    NONE
  }

  public Account account(int subscription) {
    return new Account(subscription);
  }
}
