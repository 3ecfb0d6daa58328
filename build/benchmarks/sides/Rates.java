import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts what one publisher and one consumer do and prints it every second in PerfTest's words:
 * {@code time 3.000 s, confirmed: 36700 msg/s, received: 36650 msg/s}. Safe for all threads.
 */
final class Rates {
  private final LongAdder confirmed = new LongAdder();
  private final LongAdder received = new LongAdder();
  private final long startNanos = System.nanoTime();
  private long beforeNanos = startNanos;
  private long confirmedBefore;
  private long receivedBefore;

  void countConfirmed() {
    confirmed.increment();
  }

  void countReceived() {
    received.increment();
  }

  /** On a thread that does not keep the process alive. */
  void printEverySecond() {
    ScheduledExecutorService ticker =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "rates");
              thread.setDaemon(true);
              return thread;
            });
    ticker.scheduleWithFixedDelay(this::print, 1, 1, TimeUnit.SECONDS);
  }

  private void print() {
    long nowNanos = System.nanoTime();
    long confirmedNow = confirmed.sum();
    long receivedNow = received.sum();
    double seconds = (nowNanos - beforeNanos) / 1e9;
    System.out.printf(
        Locale.ROOT,
        "time %.3f s, confirmed: %.0f msg/s, received: %.0f msg/s%n",
        (nowNanos - startNanos) / 1e9,
        (confirmedNow - confirmedBefore) / seconds,
        (receivedNow - receivedBefore) / seconds);
    beforeNanos = nowNanos;
    confirmedBefore = confirmedNow;
    receivedBefore = receivedNow;
  }
}
