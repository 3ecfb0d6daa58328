package io.tidemark.measure;

import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one stripe records between two cuts. The caller holds the stripe's lock; the methods are the
 * critical section of a message. Every {@code phase} is a {@link PhasePair}.
 */
public final class Interval {
  /** In place of the sequence of a message without a stamp, which is not recognized on arrival. */
  public static final long NO_SEQUENCE = -1;

  /** In place of the sequence of a message that no consumer receives by design. */
  public static final long FILTERED = -2;

  private final boolean audit;
  private final SequenceSet.BlockPool pool = new SequenceSet.BlockPool();
  private List<PhaseRecord> phases = new ArrayList<>(2);
  private PhaseRecord current = new PhaseRecord(0);
  private SequenceSet[] acknowledged = {};
  private SequenceSet[] failed = {};
  private SequenceSet[] aborted = {};
  private DeliveredRecord[] delivered = {};

  Interval(boolean audit) {
    this.audit = audit;
    phases.add(current);
  }

  /** Counts one event. */
  public void count(int phase, Counter counter) {
    phase(phase).count(counter);
  }

  /** A latency of a message. */
  public void measured(int phase, Measure which, long nanos) {
    phase(phase).recordUnlessNegative(which, nanos);
  }

  /** A message has been handed to the driver. */
  public void sent(int phase, int payloadBytes, long delayNanos) {
    PhaseRecord record = phase(phase);
    record.count(Counter.SENT);
    record.count(Counter.SENT_BYTES, payloadBytes);
    record.record(Measure.SCHEDULE_DELAY, delayNanos);
  }

  /**
   * A message has been acknowledged.
   *
   * @param sender dense and the worker's own
   * @param sequence or {@link #NO_SEQUENCE} or {@link #FILTERED}
   */
  public void acknowledged(
      int phase,
      int payloadBytes,
      long latencyNanos,
      long responseNanos,
      int sender,
      long sequence) {
    PhaseRecord record = phase(phase);
    record.count(Counter.ACKNOWLEDGED);
    record.count(Counter.ACKNOWLEDGED_BYTES, payloadBytes);
    record.record(Measure.PUBLISH_LATENCY, latencyNanos);
    record.record(Measure.PUBLISH_RESPONSE, responseNanos);
    if (sequence == FILTERED) {
      record.count(Counter.FILTERED_MESSAGES);
    } else if (audit && sequence != NO_SEQUENCE) {
      acknowledgedBy(sender).add(sequence);
    }
  }

  /** The sequences of acknowledged messages, which follow each other. */
  void acknowledged(int sender, long first, int count) {
    if (audit) {
      acknowledgedBy(sender).add(first, count);
    }
  }

  /**
   * A message's acknowledgement, which is recorded separately, was seen late.
   *
   * @param errorNanos by how much its publish latency may be too long
   */
  public void unstamped(int phase, long errorNanos) {
    PhaseRecord record = phase(phase);
    record.count(Counter.UNSTAMPED_MESSAGES);
    record.count(Counter.UNSTAMPED_ERROR_NANOS, errorNanos);
    record.count(Counter.UNSTAMPED_WORST_ERROR_NANOS, errorNanos);
  }

  /**
   * A send has ended in an error.
   *
   * @param sequence or {@link #NO_SEQUENCE} or {@link #FILTERED}
   */
  public void failed(int phase, long responseNanos, int sender, long sequence) {
    PhaseRecord record = phase(phase);
    record.count(Counter.FAILED);
    record.record(Measure.FAILED_SEND, responseNanos);
    if (audit && sequence >= 0) {
      failedBy(sender).add(sequence);
    }
  }

  /**
   * The broker has confirmed that the transaction of a message was aborted on purpose. That is an
   * answer like an acknowledgement, but no consumer may receive the message.
   *
   * @param sequence or {@link #NO_SEQUENCE}
   */
  public void aborted(
      int phase,
      int payloadBytes,
      long latencyNanos,
      long responseNanos,
      int sender,
      long sequence) {
    acknowledged(phase, payloadBytes, latencyNanos, responseNanos, sender, FILTERED);
    if (audit && sequence >= 0) {
      if (sender >= aborted.length || aborted[sender] == null) {
        aborted = withSet(aborted, sender);
      }
      aborted[sender].add(sequence);
    }
  }

  /** A message without a known age has arrived. */
  public void received(int phase, int payloadBytes, long atEpochNanos) {
    PhaseRecord record = phase(phase);
    received(record, payloadBytes);
    record.arrived(atEpochNanos);
  }

  /**
   * A message has arrived whose intended and actual send time are known. Latencies below 0 are
   * counted instead of recorded.
   */
  public void received(
      int phase, int payloadBytes, long atEpochNanos, long endToEndNanos, long fromSendNanos) {
    PhaseRecord record = phase(phase);
    received(record, payloadBytes);
    record.arrived(atEpochNanos);
    if (endToEndNanos >= 0) {
      record.record(Measure.END_TO_END, endToEndNanos);
    }
    record.recordUnlessNegative(Measure.END_TO_END_FROM_SEND, fromSendNanos);
  }

  /** A message has arrived of which one latency is known. */
  public void received(int phase, int payloadBytes, long atEpochNanos, Measure which, long nanos) {
    PhaseRecord record = phase(phase);
    received(record, payloadBytes);
    record.arrived(atEpochNanos);
    record.recordUnlessNegative(which, nanos);
  }

  private static void received(PhaseRecord record, int payloadBytes) {
    record.count(Counter.RECEIVED);
    record.count(Counter.RECEIVED_BYTES, payloadBytes);
  }

  /** The sequence of a message that has arrived; {@code stream} is dense and the worker's own. */
  public void delivered(int stream, long sequence, OrderVerdict order) {
    DeliveredRecord record = deliveredRecord(stream);
    if (order == OrderVerdict.UNKNOWN && record.orderJudged) {
      record.orderJudged = false;
    }
    if (!record.received.add(sequence)) {
      record.duplicated++;
    } else if (order == OrderVerdict.REGRESSED) {
      record.regressed.add(sequence);
    }
  }

  /** Sequences that follow each other, of messages that have arrived and are not regressed. */
  void delivered(int stream, long first, int count, OrderVerdict order) {
    DeliveredRecord record = deliveredRecord(stream);
    if (order == OrderVerdict.UNKNOWN && record.orderJudged) {
      record.orderJudged = false;
    }
    record.duplicated += count - record.received.add(first, count);
  }

  /** A request has been answered in time. */
  public void answered(int phase, int replyBytes, long roundTripNanos, long responseNanos) {
    PhaseRecord record = phase(phase);
    received(record, replyBytes);
    record.count(Counter.ANSWERED);
    record.record(Measure.ROUND_TRIP, roundTripNanos);
    record.record(Measure.ROUND_TRIP_RESPONSE, responseNanos);
  }

  /** The parts of a round trip. A leg below 0 is counted instead of recorded. */
  public void legs(int phase, long requestNanos, long responderNanos, long replyNanos) {
    PhaseRecord record = phase(phase);
    record.record(Measure.RESPONDER_TIME, responderNanos);
    record.recordUnlessNegative(Measure.REQUEST_LEG, requestNanos);
    record.recordUnlessNegative(Measure.REPLY_LEG, replyNanos);
  }

  /** A request timed out: the requester has waited that long without a reply. */
  public void timedOut(int phase, long responseNanos) {
    PhaseRecord record = phase(phase);
    record.count(Counter.TIMED_OUT);
    record.record(Measure.ROUND_TRIP_RESPONSE, responseNanos);
  }

  /** The first reply to a request that had timed out; its age starts at the actual send. */
  public void late(int phase, int replyBytes, long ageNanos) {
    PhaseRecord record = phase(phase);
    received(record, replyBytes);
    record.count(Counter.LATE);
    record.record(Measure.LATE_REPLY, ageNanos);
  }

  /** A reply to an answered request. */
  public void duplicateReply(int phase, int replyBytes) {
    PhaseRecord record = phase(phase);
    received(record, replyBytes);
    record.count(Counter.DUPLICATE_REPLIES);
  }

  /** A client has been opened. */
  public void opened(int phase, long nanos) {
    PhaseRecord record = phase(phase);
    record.count(Counter.CLIENTS_OPENED);
    record.record(Measure.CLIENT_OPEN, nanos);
  }

  PhaseRecord phase(int phase) {
    return current.phase == phase ? current : otherPhase(phase);
  }

  private PhaseRecord otherPhase(int phase) {
    for (PhaseRecord record : phases) {
      if (record.phase == phase) {
        current = record;
        return record;
      }
    }
    current = new PhaseRecord(phase);
    phases.add(current);
    return current;
  }

  private SequenceSet acknowledgedBy(int sender) {
    if (sender >= acknowledged.length || acknowledged[sender] == null) {
      acknowledged = withSet(acknowledged, sender);
    }
    return acknowledged[sender];
  }

  private SequenceSet failedBy(int sender) {
    if (sender >= failed.length || failed[sender] == null) {
      failed = withSet(failed, sender);
    }
    return failed[sender];
  }

  private SequenceSet[] withSet(SequenceSet[] sets, int sender) {
    SequenceSet[] room =
        sender < sets.length ? sets : Arrays.copyOf(sets, Math.max(sender + 1, sets.length * 2));
    room[sender] = new SequenceSet(pool);
    return room;
  }

  private DeliveredRecord deliveredRecord(int stream) {
    if (stream >= delivered.length) {
      delivered = Arrays.copyOf(delivered, Math.max(stream + 1, delivered.length * 2));
    }
    if (delivered[stream] == null) {
      delivered[stream] = new DeliveredRecord(pool);
    }
    return delivered[stream];
  }

  List<PhaseRecord> phases() {
    return phases;
  }

  int senders() {
    return Math.max(aborted.length, Math.max(acknowledged.length, failed.length));
  }

  /** Null when there is nothing. */
  @Nullable SequenceSet acknowledged(int sender) {
    return sender < acknowledged.length ? acknowledged[sender] : null;
  }

  /** Null when there is nothing. */
  @Nullable SequenceSet failed(int sender) {
    return sender < failed.length ? failed[sender] : null;
  }

  /** Null when there is nothing. */
  @Nullable SequenceSet aborted(int sender) {
    return sender < aborted.length ? aborted[sender] : null;
  }

  int streams() {
    return delivered.length;
  }

  /** Null when there is nothing. */
  @Nullable DeliveredRecord delivered(int stream) {
    return stream < delivered.length ? delivered[stream] : null;
  }

  /** Ready for the next interval, with the memory of the phase used last. */
  void clear() {
    current = current.cleared(current.phase);
    phases = new ArrayList<>(2);
    phases.add(current);
    clearAll(acknowledged);
    clearAll(failed);
    clearAll(aborted);
    for (DeliveredRecord record : delivered) {
      if (record != null) {
        record.clear();
      }
    }
  }

  private static void clearAll(SequenceSet[] sets) {
    for (SequenceSet set : sets) {
      if (set != null) {
        set.clear();
      }
    }
  }
}
