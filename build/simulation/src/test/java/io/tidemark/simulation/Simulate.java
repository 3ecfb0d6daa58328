package io.tidemark.simulation;

import io.tidemark.simulation.kernel.SeedReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

/** Simulates many seeds and prints those with problems; see {@code bin/simulate --help}. */
public final class Simulate {
  private static final int PROBLEMS_SHOWN = 6;

  private final long last;
  private final boolean shrinks;
  private final boolean keepsLines;
  private final List<String> without;
  private final long endNanos;
  private final long mostFailures;
  private final AtomicLong next;
  private final Map<String, Integer> outcomes = new TreeMap<>();
  private long done;
  private long failed;
  private long switches;
  private long virtualNanos;

  private Simulate(
      long first,
      long last,
      long minutes,
      boolean shrinks,
      boolean keepsLines,
      List<String> without,
      long mostFailures) {
    this.mostFailures = mostFailures;
    this.next = new AtomicLong(first);
    this.last = last;
    this.endNanos = System.nanoTime() + Duration.ofMinutes(minutes).toNanos();
    this.shrinks = shrinks;
    this.keepsLines = keepsLines;
    this.without = without;
  }

  /**
   * @param arguments first and last seed, minutes, jobs, whether to shrink, whether to print
   *     events, parts to leave out
   */
  public static void main(String[] arguments) throws Exception {
    long begin = System.nanoTime();
    List<String> without = arguments.length > 6 ? List.of(arguments[6].split(",")) : List.of();
    Simulate simulate =
        new Simulate(
            Long.parseLong(arguments[0]),
            Long.parseLong(arguments[1]),
            Long.parseLong(arguments[2]),
            Boolean.parseBoolean(arguments[4]),
            Boolean.parseBoolean(arguments[5]),
            without,
            Long.getLong("tidemark.simulation.failures", Long.MAX_VALUE));
    List<Thread> jobs = new ArrayList<>();
    for (int i = 0; i < Integer.parseInt(arguments[3]); i++) {
      Thread job = new Thread(simulate::work, "job-" + i);
      job.start();
      jobs.add(job);
    }
    for (Thread job : jobs) {
      job.join();
    }
    System.exit(simulate.summary((System.nanoTime() - begin) / 1e9) ? 0 : 1);
  }

  private void work() {
    try {
      SeedRunner runner = new SeedRunner();
      while (System.nanoTime() < endNanos) {
        long seed = next.getAndIncrement();
        if (seed > last || hasEnough()) {
          return;
        }
        SeedReport report = runner.run(seed, without, keepsLines);
        List<String> needless =
            shrinks && !report.problems().isEmpty() ? runner.shrunk(seed, without) : without;
        note(report, needless);
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private synchronized boolean hasEnough() {
    return failed >= mostFailures;
  }

  private synchronized void note(SeedReport report, List<String> needless) {
    done++;
    switches += report.switches();
    virtualNanos += report.virtualNanos();
    outcomes.merge(report.outcome().replaceAll("[ \\[].*", ""), 1, Integer::sum);
    report.lines().forEach(System.out::println);
    if (keepsLines || !report.problems().isEmpty()) {
      System.out.printf(
          Locale.ROOT,
          "seed %d: %s%n  hash %s, %.1f virtual seconds%n  %s%n",
          report.seed(),
          report.outcome(),
          report.hash(),
          report.virtualNanos() / 1e9,
          report.plan());
    }
    if (!report.problems().isEmpty()) {
      failed++;
      report.problems().stream()
          .limit(PROBLEMS_SHOWN)
          .forEach(problem -> System.out.println("  PROBLEM " + problem));
      System.out.printf(
          "  again: bin/simulate --seeds %d..%d --trace%s%n",
          report.seed(),
          report.seed(),
          needless.isEmpty() ? "" : " --without " + String.join(",", needless));
    }
  }

  private boolean summary(double seconds) {
    System.out.printf(
        Locale.ROOT,
        "%d seeds in %.1f s (%.0f a minute), %.0f virtual hours, %d turns of threads: %s; %d with"
            + " problems%n",
        done,
        seconds,
        done * 60 / seconds,
        virtualNanos / 3.6e12,
        switches,
        outcomes,
        failed);
    return failed == 0 && done > 0;
  }
}
