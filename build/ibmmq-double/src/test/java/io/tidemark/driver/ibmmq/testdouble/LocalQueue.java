package io.tidemark.driver.ibmmq.testdouble;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * A queue of the double: messages by priority, then by arrival; a message seen by a get whose
 * buffer was too small stays reserved for that reader. Any thread may call.
 */
public final class LocalQueue {
  private static final long NANOS_PER_MILLI = 1_000_000L;
  private static final long LONGEST_NAP_MILLIS = 500;

  private final String name;
  private final QueueAttributes attributes;
  private final boolean temporary;
  private final List<StoredMessage> messages = new ArrayList<>();
  private int uncommitted;
  private int openForInput;
  private int openForOutput;

  LocalQueue(String name, QueueAttributes attributes, boolean temporary) {
    this.name = name;
    this.attributes = attributes;
    this.temporary = temporary;
  }

  public String name() {
    return name;
  }

  public QueueAttributes attributes() {
    return attributes;
  }

  /** Messages a getter may have now. */
  public synchronized int depth() {
    dropExpired();
    return messages.size();
  }

  public synchronized List<StoredMessage> messages() {
    return List.copyOf(messages);
  }

  public synchronized int openForInput() {
    return openForInput;
  }

  public synchronized int openForOutput() {
    return openForOutput;
  }

  /** Its attributes by selector, for MQINQ and PCF inquiries. */
  synchronized Map<Integer, Integer> describe() {
    return Map.of(
        PcfMessage.Q_TYPE, 1, // local
        PcfMessage.CURRENT_DEPTH, depth(),
        PcfMessage.MAX_DEPTH, attributes.maxDepth(),
        PcfMessage.MAX_MESSAGE_BYTES, attributes.maxMessageBytes(),
        PcfMessage.DEFAULT_PERSISTENCE, attributes.defaultPersistence(),
        PcfMessage.BACKOUT_THRESHOLD, attributes.backoutThreshold(),
        PcfMessage.OPEN_INPUT_COUNT, openForInput,
        PcfMessage.OPEN_OUTPUT_COUNT, openForOutput);
  }

  synchronized void opened(boolean input, boolean output, int count) {
    openForInput += input ? count : 0;
    openForOutput += output ? count : 0;
  }

  synchronized void clear() {
    messages.clear();
  }

  /**
   * Takes a place on the queue for a message that {@link #publish} or {@link #withdraw} follows.
   */
  synchronized void admit(StoredMessage message) {
    if (message.dataBytes() > attributes.maxMessageBytes()) {
      throw new MqFailure(ReasonCode.MSG_TOO_BIG_FOR_Q);
    }
    if (temporary && message.descriptor().persistence() == 1) {
      throw new MqFailure(ReasonCode.PERSISTENT_NOT_ALLOWED);
    }
    dropExpired();
    if (messages.size() + uncommitted >= attributes.maxDepth()) {
      throw new MqFailure(ReasonCode.Q_FULL);
    }
    uncommitted++;
  }

  synchronized void publish(StoredMessage message) {
    uncommitted--;
    int at = messages.size();
    while (at > 0
        && messages.get(at - 1).descriptor().priority() < message.descriptor().priority()) {
      at--;
    }
    messages.add(at, message);
    notifyAll();
  }

  synchronized void withdraw() {
    uncommitted--;
  }

  /** A rolled-back get: first again, and counted. */
  synchronized void restore(StoredMessage message) {
    message.descriptor().backedOut();
    messages.add(0, message);
    notifyAll();
  }

  /**
   * Waits for a message and reserves it for the reader, whose earlier reservations end.
   *
   * @param waitMillis -1 waits until {@code cancelled}
   */
  synchronized Optional<StoredMessage> reserve(
      Selection selection, Object reader, long waitMillis, BooleanSupplier cancelled) {
    long started = System.nanoTime();
    if (!selection.byToken()) {
      release(reader);
    }
    while (!cancelled.getAsBoolean()) {
      dropExpired();
      Optional<StoredMessage> found =
          messages.stream().filter(m -> m.isFreeFor(reader) && selection.accepts(m)).findFirst();
      found.ifPresent(m -> m.reserveFor(reader));
      long leftMillis =
          waitMillis < 0
              ? LONGEST_NAP_MILLIS
              : waitMillis - (System.nanoTime() - started) / NANOS_PER_MILLI;
      if (found.isPresent() || leftMillis <= 0) {
        return found;
      }
      nap(Math.min(leftMillis, LONGEST_NAP_MILLIS));
    }
    return Optional.empty();
  }

  synchronized void remove(StoredMessage message) {
    message.reserveFor(null);
    messages.remove(message);
  }

  synchronized void release(Object reader) {
    messages.stream().filter(m -> m.isFreeFor(reader)).forEach(m -> m.reserveFor(null));
    notifyAll();
  }

  /** Lets waiting readers look whether they are cancelled. */
  synchronized void wake() {
    notifyAll();
  }

  private void nap(long millis) {
    try {
      wait(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MqFailure(ReasonCode.CONNECTION_BROKEN);
    }
  }

  private void dropExpired() {
    long now = System.nanoTime();
    messages.removeIf(m -> m.isExpired(now));
  }
}
