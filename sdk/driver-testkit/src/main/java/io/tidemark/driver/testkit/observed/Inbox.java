package io.tidemark.driver.testkit.observed;

import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.LogMessage;
import io.tidemark.driver.ReceivedMessage;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A consumer's callback that stores messages; like OMB's, with body and time only. */
public class Inbox implements ConsumerCallback {
  public static final int UNKNOWN_PARTITION = -1;
  private static final byte[] NO_ARRAY = {};

  private final List<Arrival> arrivals = new ArrayList<>();
  private final List<Throwable> failures = new ArrayList<>();
  private boolean sealed;
  private int late;

  /**
   * One delivery.
   *
   * @param given the array that the driver passed; empty if it passed a buffer
   * @param partition as reported by the driver; -1 if not reported
   * @param offset as reported by the driver; -1 if not reported
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared as a whole.
  public record Arrival(
      byte[] payload, byte[] given, long publishTimestamp, int partition, long offset) {
    /** Which message it is; -1 if the body is too short to say it. */
    public long number() {
      return payload.length < NumberedPayload.MIN_BYTES ? -1 : NumberedPayload.number(payload);
    }
  }

  @Override
  public void messageReceived(byte[] payload, long publishTimestamp) {
    receive(new Arrival(payload.clone(), payload, publishTimestamp, UNKNOWN_PARTITION, -1));
  }

  @Override
  public void messageReceived(ByteBuffer buffer, long publishTimestamp) {
    byte[] payload = new byte[buffer.remaining()];
    buffer.duplicate().get(payload);
    receive(new Arrival(payload, NO_ARRAY, publishTimestamp, UNKNOWN_PARTITION, -1));
  }

  final void receive(ReceivedMessage message) {
    byte[] array = message.array();
    receive(
        new Arrival(
            array == null ? message.body() : array.clone(),
            array == null ? NO_ARRAY : array,
            message.publishedMillis(),
            Math.max(UNKNOWN_PARTITION, message.partition()),
            message instanceof LogMessage logged ? logged.offset() : -1));
  }

  private void receive(Arrival arrival) {
    synchronized (this) {
      arrivals.add(arrival);
      late += sealed ? 1 : 0;
    }
    arrived(arrival);
  }

  /** Deliveries whose array has another content now. */
  public long overwritten() {
    return arrivals().stream()
        .filter(a -> a.given != NO_ARRAY && !Arrays.equals(a.given, a.payload))
        .count();
  }

  /** For inboxes that fail on purpose. */
  protected void arrived(Arrival arrival) {}

  public synchronized void failed(Throwable cause) {
    failures.add(cause);
  }

  /** Later deliveries are violations. */
  public synchronized void seal() {
    sealed = true;
  }

  public synchronized boolean isSealed() {
    return sealed;
  }

  public synchronized int late() {
    return late;
  }

  public synchronized List<Arrival> arrivals() {
    return List.copyOf(arrivals);
  }

  public synchronized int count() {
    return arrivals.size();
  }

  public synchronized List<Throwable> failures() {
    return List.copyOf(failures);
  }

  public List<Long> numbers() {
    return arrivals().stream().map(Arrival::number).toList();
  }

  public Set<Long> distinctNumbers() {
    return new HashSet<>(numbers());
  }
}
