package io.tidemark.measure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Counters, latencies and audit sets of one worker, written by many threads. A thread stays on its
 * stripe and changes to another one on contention. {@link #acquire} may be called by any thread,
 * {@link #cut} by one at a time; it blocks a recording thread only while a pointer is swapped.
 */
public final class StripedRecorder {
  private static final int MOST_STRIPES = 32;
  private static final int SPINS = 64;
  private static final long PARK_NANOS = 20_000;

  private final boolean audit;
  private final Stripe[] stripes;
  private final int mask;

  /**
   * @param audit whether to keep sequences
   * @param stripes how many at most; rounded up to a power of two
   */
  public StripedRecorder(boolean audit, int stripes) {
    this.audit = audit;
    int count = Integer.highestOneBit(Math.max(1, Math.min(stripes, MOST_STRIPES) * 2 - 1));
    this.stripes = new Stripe[count];
    this.mask = count - 1;
    Arrays.setAll(this.stripes, i -> new Stripe());
  }

  /** Stripes for all cores, the same number for descheduled holders, limited by the heap. */
  public static StripedRecorder forThisMachine(boolean audit) {
    long heapBytes = Runtime.getRuntime().maxMemory();
    int byHeap = (int) Math.max(2, Math.min(MOST_STRIPES, heapBytes >> 25));
    return new StripedRecorder(
        audit, Math.min(byHeap, 2 * Runtime.getRuntime().availableProcessors()));
  }

  /** A stripe, locked for the caller, which releases it after a few writes. */
  public Stripe acquire(ThreadSlot slot) {
    Stripe stripe = stripes[slot.stripe() & mask];
    if (!stripe.tryAcquire()) {
      stripe = acquireOther(slot);
    }
    if (stripe.active == null) {
      stripe.active = new Interval(audit);
    }
    return stripe;
  }

  private Stripe acquireOther(ThreadSlot slot) {
    for (int round = 0; ; round++) {
      for (int i = 1; i <= stripes.length; i++) {
        int index = slot.stripe() + i;
        if (stripes[index & mask].tryAcquire()) {
          slot.moveTo(index & mask);
          return stripes[index & mask];
        }
      }
      pause(round);
    }
  }

  /** All stripes were busy: more threads than stripes, or a descheduled holder. */
  private static void pause(int round) {
    if (round < SPINS) {
      Thread.onSpinWait();
    } else if (round < 2 * SPINS) {
      Thread.yield();
    } else {
      LockSupport.parkNanos(PARK_NANOS);
    }
  }

  /** Everything since the cut before. */
  public RecordedInterval cut() {
    List<Interval> taken = new ArrayList<>(stripes.length);
    List<Stripe> owners = new ArrayList<>(stripes.length);
    for (Stripe stripe : stripes) {
      Interval interval = swap(stripe);
      if (interval != null) {
        taken.add(interval);
        owners.add(stripe);
      }
    }
    RecordedInterval result = RecordedInterval.merge(taken, audit);
    for (int i = 0; i < taken.size(); i++) {
      taken.get(i).clear();
      owners.get(i).spare(taken.get(i));
    }
    return result;
  }

  private static @Nullable Interval swap(Stripe stripe) {
    Interval spare = stripe.spare();
    stripe.spare(null);
    for (int round = 0; !stripe.tryAcquire(); round++) {
      pause(round);
    }
    try {
      return stripe.takeActive(spare);
    } finally {
      stripe.release();
    }
  }
}
