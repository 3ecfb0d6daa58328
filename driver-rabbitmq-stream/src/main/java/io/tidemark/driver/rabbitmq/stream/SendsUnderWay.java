package io.tidemark.driver.rabbitmq.stream;

import java.util.ArrayList;
import java.util.List;

/**
 * The messages of one producer that may be unconfirmed, so that none is left open at its end.
 * Nothing is counted or cleared when a message is confirmed: the sender drops whole segments of
 * messages that are done. Segments are new objects rather than places of a ring, because a young
 * reference written into an old array costs a collector's barrier for each message.
 *
 * <p>One sender adds; other threads may look, and see what was added before they were told of it.
 */
final class SendsUnderWay {
  private static final int SEGMENT_MESSAGES = 256;

  private final int mostSegments;
  private final List<StreamSend> stragglers = new ArrayList<>();
  private volatile Segment first = new Segment();
  private Segment last = first;
  private int used;
  private int segments = 1;

  /** So many messages in a row. */
  static final class Segment {
    private final StreamSend[] sends = new StreamSend[SEGMENT_MESSAGES];
    private volatile Segment next;

    /** Null for the last one, and when it has been dropped. */
    Segment next() {
      return next;
    }
  }

  /**
   * @param mostMessages that are usually under way; older ones that are still open are kept apart
   */
  SendsUnderWay(int mostMessages) {
    this.mostSegments = mostMessages / SEGMENT_MESSAGES + 2;
  }

  /** The sender's. */
  void add(StreamSend send) {
    if (used == SEGMENT_MESSAGES) {
      begin();
    }
    last.sends[used++] = send;
  }

  private void begin() {
    Segment fresh = new Segment();
    last.next = fresh;
    last = fresh;
    used = 0;
    segments++;
    while (first.next != null && (segments > mostSegments || isDone(first))) {
      dropFirst();
    }
  }

  /**
   * Cuts the link, too: a dropped segment that the collector has put among the old would keep all
   * that follow it alive until the next full collection, and each young one would copy them.
   */
  private synchronized void dropFirst() {
    Segment dropped = first;
    keepOpenOnes(dropped);
    first = dropped.next;
    dropped.next = null;
    segments--;
  }

  private static boolean isDone(Segment segment) {
    // The last is the likeliest to be open.
    for (int i = SEGMENT_MESSAGES - 1; i >= 0; i--) {
      if (!segment.sends[i].isDone()) {
        return false;
      }
    }
    return true;
  }

  private void keepOpenOnes(Segment segment) {
    if (!stragglers.isEmpty()) {
      stragglers.removeIf(StreamSend::isDone);
    }
    for (StreamSend send : segment.sends) {
      if (!send.isDone()) {
        stragglers.add(send);
      }
    }
  }

  /** Those that are neither confirmed nor failed. */
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
