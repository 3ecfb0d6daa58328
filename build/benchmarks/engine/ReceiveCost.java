package io.tidemark.worker.calibration;

import io.tidemark.base.SystemClock;
import io.tidemark.driver.CallbackAdapter;
import io.tidemark.driver.ReceivedBatch;
import io.tidemark.driver.ReceivedMessage;
import io.tidemark.measure.EnvelopeForm;
import io.tidemark.measure.EnvelopeLayout;
import io.tidemark.measure.EnvelopeWriter;
import io.tidemark.measure.MessageKind;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.load.EnvelopeSpec;
import io.tidemark.model.worker.ConsumerRequest;
import io.tidemark.model.worker.SubscriptionHandle;
import io.tidemark.model.worker.TopicHandle;
import io.tidemark.worker.engine.Engine;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * What a received message costs in the framework's callback, in nanoseconds of one thread: {@code
 * ReceiveCost <rounds>}. Passes stored messages of 100 bytes in batches of 500, as from a poll of
 * Kafka.
 */
final class ReceiveCost {
  private static final int MESSAGES = 200_000;
  private static final int POLL = 500;
  private static final int BYTES = 100;
  private static final int WARM_UP = 60;

  private static volatile long sum;

  public static void main(String[] args) {
    int rounds = Integer.parseInt(args[0]);
    ByteBuffer[] stored = stored();
    double[] off = new double[rounds];
    double[] full = new double[rounds];
    double[] touched = new double[rounds];
    for (int round = -WARM_UP; round < rounds; round++) {
      double withoutEngine = touch(stored);
      double withoutAudit = pass(stored, DeliveryMode.OFF);
      double withAudit = pass(stored, DeliveryMode.FULL);
      if (round >= 0) {
        touched[round] = withoutEngine;
        off[round] = withoutAudit;
        full[round] = withAudit;
      }
    }
    System.out.printf(
        Locale.ROOT,
        "median: reading the last bytes %.1f ns, callback off %.1f ns, full %.1f ns%n",
        median(touched),
        median(off),
        median(full));
  }

  private static ByteBuffer[] stored() {
    EnvelopeLayout layout = EnvelopeLayout.forProducers(EnvelopeSpec.DEFAULT, 1);
    EnvelopeWriter writer = new EnvelopeWriter(layout, 1, 0);
    ByteBuffer[] all = new ByteBuffer[MESSAGES];
    ByteBuffer fetched = ByteBuffer.allocate(POLL * 2 * BYTES);
    for (int i = 0; i < MESSAGES; i++) {
      if (fetched.remaining() < 2 * BYTES) {
        fetched = ByteBuffer.allocate(POLL * 2 * BYTES);
      }
      byte[] body = new byte[BYTES];
      long hash = EnvelopeWriter.bodyHash(body, BYTES, layout);
      long sent = SystemClock.get().epochNanos() + 1_000L * i;
      writer.write(body, EnvelopeForm.FULL, hash, MessageKind.DATA, i, sent, 0);
      int at = fetched.position();
      fetched.put(body).position(at + BYTES + 10);
      all[i] = fetched.slice(at, BYTES);
    }
    return all;
  }

  private static double pass(ByteBuffer[] stored, DeliveryMode delivery) {
    Calibration calibration =
        new Calibration(SystemClock.get(), BYTES, Duration.ofMillis(100), Optional.empty());
    try (Engine engine = calibration.engine(1, delivery)) {
      TopicHandle topic = new TopicHandle("calibration", 1);
      CallbackAdapter adapter =
          new CallbackAdapter(
              "cost",
              engine.callbackFor(
                  new ConsumerRequest(1, new SubscriptionHandle(0, topic, "calibration"), true)));
      Polled message = new Polled();
      long start = System.nanoTime();
      for (int from = 0; from < MESSAGES; from += POLL) {
        message.batch = adapter.batchArrived();
        for (int i = from; i < from + POLL; i++) {
          message.body = stored[i];
          adapter.received(message);
        }
      }
      double nanos = (System.nanoTime() - start) / (double) MESSAGES;
      engine.cut();
      return nanos;
    }
  }

  /** One view for all messages, as drivers have it. */
  private static final class Polled implements ReceivedMessage {
    private ByteBuffer body;
    private ReceivedBatch batch;

    @Override
    public ByteBuffer buffer() {
      return body;
    }

    @Override
    public long publishedMillis() {
      return 0;
    }

    @Override
    public int partition() {
      return 0;
    }

    @Override
    public ReceivedBatch batch() {
      return batch;
    }
  }

  /** The memory must be read in any case. */
  private static double touch(ByteBuffer[] stored) {
    long start = System.nanoTime();
    long bytes = 0;
    for (ByteBuffer message : stored) {
      bytes += message.get(message.limit() - 1) + message.remaining();
    }
    sum = bytes;
    return (System.nanoTime() - start) / (double) stored.length;
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  private ReceiveCost() {}
}
