package io.tidemark.driver.rabbitmq.stream;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The possibly unconfirmed messages of one producer, so that all are completed at its end. A
 * completed message is only counted: the sender drops whole segments without reading the state of
 * each message from other cores. Segments are new objects rather than places of a ring, because a
 * young reference written into an old array costs a collector's barrier for each message.
 *
 * <p>A message references only the count of its segment: a late one does not keep the others
 * reachable.
 *
 * <p>One sender adds; other threads may read, and see messages added before a happens-before edge.
 */
final class SendsUnderWay {
  private static final int SEGMENT_MESSAGES = 256;

  private final int mostSegments;
  private final List<StreamSend> stragglers = new ArrayList<>();

  /** The sender's; made before its segment and the count behind it, which confirms change. */
  private StreamSend[] sends = new StreamSend[SEGMENT_MESSAGES];

  private volatile Segment first = new Segment(sends);
  private Segment last = first;
  private int used;
  private int segments = 1;

  /** A number of consecutive messages. */
  static final class Segment {
    private final StreamSend[] sends;
    private final DoneCount done = new DoneCount();
    private volatile @Nullable Segment next;

    private Segment(StreamSend[] sends) {
      this.sends = sends;
    }

    private boolean isDone() {
      return done.get() == SEGMENT_MESSAGES;
    }

    /** Null for the last one, and when it has been dropped. */
    @Nullable Segment next() {
      return next;
    }
  }

  /**
   * @param mostMessages that are usually under way; older ones that are still open are kept apart
   */
  SendsUnderWay(int mostMessages) {
    this.mostSegments = mostMessages / SEGMENT_MESSAGES + 2;
  }

  /**
   * The sender's: one more.
   *
   * @param delivered whether consumers of the driver's file get it
   */
  StreamSend add(boolean delivered) {
    if (used == SEGMENT_MESSAGES) {
      begin();
    }
    StreamSend send = new StreamSend(last.done, delivered);
    sends[used++] = send;
    return send;
  }

  private void begin() {
    sends = new StreamSend[SEGMENT_MESSAGES];
    Segment fresh = new Segment(sends);
    last.next = fresh;
    last = fresh;
    used = 0;
    segments++;
    Segment second = first.next;
    while (second != null && (segments > mostSegments || first.isDone())) {
      dropFirst(second);
      second = first.next;
    }
  }

  /**
   * Also cuts the link: a dropped segment in the old generation would keep all later ones reachable
   * until the next full collection, and each young collection would copy them.
   */
  private synchronized void dropFirst(Segment second) {
    Segment dropped = first;
    keepOpenOnes(dropped);
    first = second;
    dropped.next = null;
    segments--;
  }

  private void keepOpenOnes(Segment segment) {
    if (!stragglers.isEmpty()) {
      stragglers.removeIf(StreamSend::isDone);
    }
    if (segment.isDone()) {
      return;
    }
    for (StreamSend send : segment.sends) {
      if (!send.isDone()) {
        stragglers.add(send);
      }
    }
  }

  /** Returns the sends that are neither confirmed nor failed. */
  synchronized List<StreamSend> open() {
    List<StreamSend> open = new ArrayList<>(stragglers);
    open.removeIf(StreamSend::isDone);
    for (Segment segment = first; segment != null; segment = segment.next) {
      for (StreamSend send : segment.sends) {
        if (send != null && !send.isDone()) {
          open.add(send);
        }
      }
    }
    return open;
  }

  /** The segment of the oldest messages. */
  Segment first() {
    return first;
  }

  /** Done or not. */
  int keptMessages() {
    return (segments - 1) * SEGMENT_MESSAGES + used;
  }
}
