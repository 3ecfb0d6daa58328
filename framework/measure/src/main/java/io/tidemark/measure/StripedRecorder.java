package io.tidemark.measure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Counters, latencies and audit sets of one worker, written by many threads. A thread that records
 * many messages gets a {@link ThreadLog} of which it is the only writer. Others stay on their
 * stripe and change to another one on contention. {@link #acquire} and {@link #log} may be called
 * by any thread, {@link #cut} by one at a time; it blocks a recording thread only while a pointer
 * is swapped and a log is emptied.
 */
public final class StripedRecorder {
  private static final int MOST_STRIPES = 32;

  /** Logs for each stripe: a thread that is idle keeps its log. */
  private static final int MOST_LOGS_PER_STRIPE = 2;

  private static final Claim[] NO_CLAIMS = {};

  private final boolean audit;
  private final Stripe[] stripes;
  private final int mask;

  /** The claims of busy threads; an array is never changed. */
  private volatile Claim[] claims = NO_CLAIMS;

  private boolean closed;

  /** A log and its owner. */
  private record Claim(ThreadSlot owner, ThreadLog log) {}

  /**
   * @param audit whether to keep sequences
   * @param stripes how many at most; rounded up to a power of two
   */
  public StripedRecorder(boolean audit, int stripes) {
    this.audit = audit;
    int count = Integer.highestOneBit(Math.max(1, Math.min(stripes, MOST_STRIPES) * 2 - 1));
    this.stripes = new Stripe[count];
    this.mask = count - 1;
    Arrays.setAll(this.stripes, i -> new Stripe(audit));
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
    return stripe;
  }

  /** The thread's log; null while it has recorded few messages, or if others have all logs. */
  public @Nullable ThreadLog log(ThreadSlot slot) {
    ThreadLog log = slot.log(this);
    if (log != null) {
      return log;
    }
    return slot.wantsLog() ? claim(slot) : null;
  }

  private synchronized @Nullable ThreadLog claim(ThreadSlot slot) {
    if (closed) {
      return null;
    }
    for (Claim claim : claims) {
      if (claim.owner() == slot) {
        slot.log(this, claim.log());
        return claim.log();
      }
    }
    if (claims.length >= MOST_LOGS_PER_STRIPE * stripes.length) {
      return null;
    }
    ThreadLog log = new ThreadLog(new Stripe(audit));
    Claim[] more = Arrays.copyOf(claims, claims.length + 1);
    more[claims.length] = new Claim(slot, log);
    claims = more;
    slot.log(this, log);
    return log;
  }

  private synchronized void remove(List<Claim> ended) {
    claims = Arrays.stream(claims).filter(claim -> !ended.contains(claim)).toArray(Claim[]::new);
  }

  /** The threads that have recorded keep nothing of this recorder; cuts are still possible. */
  public synchronized void close() {
    closed = true;
    for (Claim claim : claims) {
      claim.owner().forget(this);
    }
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
      Stripe.pause(round);
    }
  }

  /** Everything since the cut before. */
  public RecordedInterval cut() {
    Claim[] present = claims;
    List<Interval> taken = new ArrayList<>(stripes.length + present.length);
    List<Stripe> owners = new ArrayList<>(stripes.length + present.length);
    List<Claim> ended = new ArrayList<>();
    for (Stripe stripe : stripes) {
      take(stripe, null, taken, owners);
    }
    for (Claim claim : present) {
      if (claim.owner().hasEnded()) { // So this is its last interval.
        ended.add(claim);
      }
      take(claim.log().stripe(), claim.log(), taken, owners);
    }
    RecordedInterval result = RecordedInterval.merge(taken, audit);
    for (int i = 0; i < taken.size(); i++) {
      taken.get(i).clear();
      owners.get(i).spare(taken.get(i));
    }
    if (!ended.isEmpty()) {
      remove(ended);
    }
    return result;
  }

  private static void take(
      Stripe stripe, @Nullable ThreadLog log, List<Interval> taken, List<Stripe> owners) {
    Interval interval = swap(stripe, log);
    if (interval != null) {
      taken.add(interval);
      owners.add(stripe);
    }
  }

  private static @Nullable Interval swap(Stripe stripe, @Nullable ThreadLog log) {
    Interval spare = stripe.spare();
    stripe.spare(null);
    stripe.acquire();
    try {
      if (log != null) {
        log.drain();
      }
      return stripe.takeActive(spare);
    } finally {
      stripe.release();
    }
  }
}
