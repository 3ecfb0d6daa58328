package io.tidemark.measure;

import io.tidemark.base.SystemClock;
import io.tidemark.driver.SendFuture;
import io.tidemark.measure.schedule.Pacer;
import io.tidemark.measure.schedule.RateCurve;
import io.tidemark.model.load.EnvelopeSpec;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.HdrHistogram.Histogram;

/**
 * What each step of a message costs by itself, in nanoseconds of CPU time of one thread: {@code
 * StepCosts <rounds>}. A reading of the clock waits for the instructions before it, so steps
 * between two readings cost more in the engine than here. Each line includes the loop.
 */
final class StepCosts {
  private static final int MESSAGES = 50_000;
  private static final int WARM_UP = 30;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private static volatile long result;
  static Object escaped;

  /** A step of the message with that number; what it returns must not be left out. */
  interface Step {
    long run(int i);
  }

  public static void main(String[] args) {
    int rounds = Integer.parseInt(args[0]);
    Map<String, Step> steps = steps();
    Map<String, double[]> nanos = new LinkedHashMap<>();
    for (int round = -WARM_UP; round < rounds; round++) {
      for (Map.Entry<String, Step> step : steps.entrySet()) {
        double each = measure(step.getValue());
        if (round >= 0) {
          nanos.computeIfAbsent(step.getKey(), name -> new double[rounds])[round] = each;
        }
      }
    }
    nanos.forEach(
        (name, all) -> {
          Arrays.sort(all);
          System.out.printf(Locale.ROOT, "%-46s %6.1f ns%n", name, all[rounds / 2]);
        });
  }

  private static double measure(Step step) {
    long start = THREADS.getCurrentThreadCpuTime();
    long sum = 0;
    for (int i = 0; i < MESSAGES; i++) {
      sum += step.run(i);
    }
    result = sum;
    return (THREADS.getCurrentThreadCpuTime() - start) / (double) MESSAGES;
  }

  private static Map<String, Step> steps() {
    Map<String, Step> steps = new LinkedHashMap<>();
    SystemClock clock = SystemClock.get();
    steps.put("nothing (the loop)", i -> i);
    steps.put("reading the clock", i -> clock.epochNanos());
    byte[] body = new byte[100];
    steps.put(
        "copy of 100 B",
        i -> {
          byte[] copy = body.clone();
          escaped = copy;
          return copy.length;
        });
    Histogram histogram = new Histogram(1, 43_200_000_000_000L, 3);
    steps.put(
        "record in HdrHistogram",
        i -> {
          histogram.recordValue(1_000 + (i & 255));
          return 0;
        });
    pacers(steps);
    envelopes(steps, 100);
    envelopes(steps, 1024);
    steps.put("thread's slot", i -> ThreadSlot.current().stripe());
    OrderTrack track = new OrderTrack();
    steps.put(
        "order of a message",
        i -> {
          OrderVerdict verdict = track.enter(i);
          track.leave();
          return verdict.ordinal();
        });
    records(steps);
    futures(steps);
    return steps;
  }

  private static void pacers(Map<String, Step> steps) {
    Pacer closed = Pacer.uniform(RateCurve.closedLoop(0), 1, 0);
    steps.put("pacer, closed loop", i -> advance(closed, i));
    Pacer open = Pacer.uniform(RateCurve.constant(0, 1e6), 1, 0);
    steps.put("pacer, constant rate", i -> advance(open, i));
  }

  private static long advance(Pacer pacer, int i) {
    pacer.advance(i);
    return pacer.nextDueEpochNanos();
  }

  private static void envelopes(Map<String, Step> steps, int bytes) {
    EnvelopeLayout layout = EnvelopeLayout.forProducers(EnvelopeSpec.DEFAULT, 1);
    EnvelopeWriter writer = new EnvelopeWriter(layout, 1, 0);
    byte[] payload = new byte[bytes];
    long hash = EnvelopeWriter.bodyHash(payload, bytes, layout);
    steps.put(
        "write an envelope, " + bytes + " B",
        i -> {
          writer.write(payload, EnvelopeForm.FULL, hash, MessageKind.DATA, i, i, 0);
          return payload[2];
        });
    EnvelopeReader reader = new EnvelopeReader();
    steps.put(
        "read an envelope, " + bytes + " B",
        i -> reader.read(payload, layout, 1, false).ordinal() + reader.sequence());
    steps.put(
        "read an envelope and check the body, " + bytes + " B",
        i -> reader.read(payload, layout, 1, true).ordinal() + reader.sequence());
  }

  private static void records(Map<String, Step> steps) {
    ThreadLog sends = new ThreadLog(new Stripe(true));
    steps.put(
        "record send and acknowledgement, no delay",
        i -> {
          long latency = 90 + (i & 31);
          sends.sends().sentAndAcknowledged(0, 0, 100, 0, latency, latency, 0, i, false);
          return 0;
        });
    steps.put(
        "record send and acknowledgement, delayed",
        i -> {
          long latency = 90 + (i & 31);
          sends.sends().sentAndAcknowledged(0, 0, 100, 50, latency, latency + 50, 0, i, false);
          return 0;
        });
    ThreadLog receptions = new ThreadLog(new Stripe(true));
    steps.put(
        "record reception, delivery off",
        i -> {
          receptions.receptions().received(0, 100, i, 100 + (i & 31), 60 + (i & 31));
          return 0;
        });
    steps.put(
        "record reception, delivery full",
        i -> {
          receptions
              .receptions()
              .delivered(0, 100, i, 100 + (i & 31), 60 + (i & 31), 0, i, OrderVerdict.IN_ORDER);
          return 0;
        });
  }

  private static void futures(Map<String, Step> steps) {
    SendFuture immediate = SendFuture.immediate();
    steps.put(
        "future of a send that has ended, one for all",
        i -> immediate.completedNow().stampNanoTime());
    steps.put(
        "SendFuture, callback, completion",
        i -> {
          SendFuture future = new SendFuture();
          future.whenDone((failure, nanoTime) -> result = nanoTime);
          future.complete(null);
          return 0;
        });
    steps.put(
        "CompletableFuture, callback, completion",
        i -> {
          CompletableFuture<Void> future = new CompletableFuture<>();
          future.whenComplete((ignored, failure) -> result = i);
          future.complete(null);
          return 0;
        });
  }

  private StepCosts() {}
}
