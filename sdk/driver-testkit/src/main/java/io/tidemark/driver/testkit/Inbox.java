package io.tidemark.driver.testkit;

import io.openmessaging.benchmark.driver.ConsumerCallback;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A consumer's callback that stores messages; like OMB's, with body and time only. */
public class Inbox implements ConsumerCallback {
  static final int UNKNOWN_PARTITION = -1;

  private final List<Arrival> arrivals = new ArrayList<>();
  private final List<Throwable> failures = new ArrayList<>();
  private boolean sealed;
  private int late;

  /**
   * One delivery.
   *
   * @param partition as reported by the driver; -1 if not reported
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared as a whole.
  public record Arrival(byte[] payload, long publishTimestamp, int partition) {
    /** Which message it is. */
    public long number() {
      return NumberedPayload.number(payload);
    }
  }

  @Override
  public void messageReceived(byte[] payload, long publishTimestamp) {
    receive(payload, publishTimestamp, UNKNOWN_PARTITION);
  }

  @Override
  public void messageReceived(ByteBuffer payload, long publishTimestamp) {
    receive(bytes(payload), publishTimestamp, UNKNOWN_PARTITION);
  }

  static byte[] bytes(ByteBuffer buffer) {
    byte[] payload = new byte[buffer.remaining()];
    buffer.duplicate().get(payload);
    return payload;
  }

  void receive(byte[] payload, long publishTimestamp, int partition) {
    Arrival arrival = new Arrival(payload.clone(), publishTimestamp, partition);
    synchronized (this) {
      arrivals.add(arrival);
      late += sealed ? 1 : 0;
    }
    arrived(arrival);
  }

  /** For inboxes that fail on purpose. */
  protected void arrived(Arrival arrival) {}

  synchronized void failed(Throwable cause) {
    failures.add(cause);
  }

  /** Later deliveries are violations. */
  synchronized void seal() {
    sealed = true;
  }

  synchronized int late() {
    return late;
  }

  public synchronized List<Arrival> arrivals() {
    return List.copyOf(arrivals);
  }

  public synchronized int count() {
    return arrivals.size();
  }

  synchronized List<Throwable> failures() {
    return List.copyOf(failures);
  }

  List<Long> numbers() {
    return arrivals().stream().map(Arrival::number).toList();
  }

  Set<Long> distinctNumbers() {
    return new HashSet<>(numbers());
  }
}
