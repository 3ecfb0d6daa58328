package io.tidemark.measure;

import io.tidemark.model.snapshot.Measure;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** What the owner of a ring changes with every message. */
abstract class EntryRingEnd extends PadBefore {
  /** Number of entries since the beginning; its store publishes an entry. */
  @SuppressWarnings("unused") // through a VarHandle
  long written;

  /** The owner writes no entry with this number or a higher one before it has drained the ring. */
  long room;
}

/**
 * Messages that one thread has recorded and that no interval contains yet. The thread writes an
 * entry without a lock or an atomic operation: one ordered store publishes it. The holder of the
 * stripe's lock moves entries to the interval: the thread itself when the ring is full, otherwise a
 * cut. So each entry is in exactly one interval, as a whole. Entries of consecutive messages are
 * moved together.
 */
@SuppressWarnings("unused")
abstract class EntryRing extends EntryRingEnd {
  /** A power of two; the words of this number of entries stay in the nearest cache of a core. */
  static final int ENTRIES = 64;

  /** Places of values in an entry, after the two words that {@link #begin} writes. */
  static final int FIRST = 2;

  static final int SECOND = 3;
  static final int THIRD = 4;
  static final int SEQUENCE = 5;

  private static final VarHandle WRITTEN;
  private static final int MARGIN = 16;

  /** Length of an entry. */
  static final int WORDS = 6;

  /** In the first word, below the phase: kind, a detail of it, and a second phase. */
  private static final int BYTE = 0xFF;

  private static final int DETAIL_SHIFT = 8;
  private static final int OTHER_PHASE_SHIFT = 16;
  private static final int HIGH_SHIFT = 32;

  static {
    try {
      WRITTEN = MethodHandles.lookup().findVarHandle(EntryRingEnd.class, "written", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private long q0, q1, q2, q3, q4, q5, q6, q7, q8, q9, q10, q11, q12, q13, q14, q15;
  private final Stripe stripe;
  private final long[] words = new long[MARGIN + ENTRIES * WORDS + MARGIN];

  /** Number of entries that are in intervals; guarded by the stripe's lock. */
  private long drained;

  EntryRing(Stripe stripe) {
    this.stripe = stripe;
    this.room = ENTRIES;
  }

  /** {@link #begin(int, int, int, int, int, int)} of a message with one phase. */
  final int begin(int kind, int detail, int phase, int payloadBytes, int number) {
    return begin(kind, detail, phase, phase, payloadBytes, number);
  }

  /**
   * The owner's next entry; it sets further values, and then publishes it with {@link #end}.
   *
   * @param otherPhase of the same intended time as the phase
   */
  final int begin(int kind, int detail, int otherPhase, int phase, int payloadBytes, int number) {
    if (written == room) {
      makeRoom();
    }
    int at = place(written);
    words[at] =
        (long) phase << HIGH_SHIFT
            | (long) PhasePair.distance(otherPhase) << OTHER_PHASE_SHIFT
            | (long) detail << DETAIL_SHIFT
            | kind;
    words[at + 1] = (long) number << HIGH_SHIFT | payloadBytes;
    return at;
  }

  final void set(int at, int value, long nanosOrSequence) {
    words[at + value] = nanosOrSequence;
  }

  /** In place of the sequence of a message whose sequence is not recorded. */
  final long anyNumber() {
    return written;
  }

  /** Records one value of each entry of a run. */
  final void record(PhaseRecord record, Measure measure, int first, int value, int messages) {
    record.record(measure, words, first + value, WORDS, messages);
  }

  /** {@link #record} of the same value for two measures. */
  final void recordTwice(
      PhaseRecord record, Measure one, Measure two, int first, int value, int messages) {
    record.recordTwice(one, two, words, first + value, WORDS, messages);
  }

  /** {@link #record}, but for values below 0; returns their number. */
  final int recordUnlessNegative(
      PhaseRecord record, Measure measure, int first, int value, int messages) {
    return record.recordUnlessNegative(measure, words, first + value, WORDS, messages);
  }

  final void end() {
    WRITTEN.setRelease(this, written + 1);
  }

  private void makeRoom() {
    stripe.acquire();
    try {
      drain();
    } finally {
      stripe.release();
    }
    room = written + ENTRIES;
  }

  /** Moves all entries to the stripe's interval. The caller has the stripe's lock. */
  final void drain() {
    long end = (long) WRITTEN.getAcquire(this);
    while (drained < end) {
      int at = place(drained);
      int messages = run(at, end);
      drained += messages;
      move(stripe.interval(), at, messages);
    }
  }

  /** How many entries from the next one on differ only in times and in consecutive sequences. */
  private int run(int at, long end) {
    long sequence = words[at + SEQUENCE];
    if (sequence < 0 || !mayRun(at)) {
      return 1;
    }
    long most = Math.min(end - drained, ENTRIES - (drained & ENTRIES - 1));
    int messages = 1;
    for (int next = at + WORDS; messages < most; next += WORDS) {
      if (words[next] != words[at]
          || words[next + 1] != words[at + 1]
          || words[next + SEQUENCE] != sequence + messages) {
        break;
      }
      messages++;
    }
    return messages;
  }

  /** Whether an entry may be moved with those that follow. */
  abstract boolean mayRun(int at);

  /** Moves entries from a place on; more than one only if they are a run. */
  abstract void move(Interval interval, int first, int messages);

  private static int place(long entry) {
    return MARGIN + ((int) entry & ENTRIES - 1) * WORDS;
  }

  final int kind(int at) {
    return (int) words[at] & BYTE;
  }

  final int detail(int at) {
    return (int) words[at] >>> DETAIL_SHIFT & BYTE;
  }

  final int otherPhase(int at) {
    return PhasePair.at((int) words[at] >>> OTHER_PHASE_SHIFT, phase(at));
  }

  final int phase(int at) {
    return (int) (words[at] >> HIGH_SHIFT);
  }

  final int payloadBytes(int at) {
    return (int) words[at + 1];
  }

  final int number(int at) {
    return (int) (words[at + 1] >> HIGH_SHIFT);
  }

  final long get(int at, int value) {
    return words[at + value];
  }
}
