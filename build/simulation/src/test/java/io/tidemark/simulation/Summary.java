package io.tidemark.simulation;

import io.tidemark.simulation.kernel.SeedReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What many seeds came to. */
final class Summary {
  private static final int PROBLEMS_SHOWN = 6;
  private static final int SEEDS_SHOWN = 20;

  private final long beginNanos;
  private final Map<String, Integer> outcomes = new TreeMap<>();
  private final List<Long> failed = new ArrayList<>();
  private long done;
  private long switches;
  private long virtualNanos;
  private long hash;

  Summary(long beginNanos) {
    this.beginNanos = beginNanos;
  }

  void add(SeedReport report) {
    done++;
    switches += report.switches();
    virtualNanos += report.virtualNanos();
    hash += Long.parseUnsignedLong(report.hash(), 16) * (2 * report.seed() + 1); // In any order.
    outcomes.merge(report.outcome().replaceAll("[ \\[].*", ""), 1, Integer::sum);
    if (report.failed()) {
      failed.add(report.seed());
    }
  }

  int failed() {
    return failed.size();
  }

  /** Returns the hash of all events of all seeds, independent of the order of the seeds. */
  String hash() {
    return String.format(Locale.ROOT, "%016x", hash);
  }

  static void print(List<String> problems) {
    problems.stream()
        .limit(PROBLEMS_SHOWN)
        .forEach(problem -> System.out.println("  PROBLEM " + problem));
    if (problems.size() > PROBLEMS_SHOWN) {
      System.out.println("  and " + (problems.size() - PROBLEMS_SHOWN) + " more");
    }
  }

  /** Prints the last lines; whether there were seeds, and all are well. */
  boolean print(String before) {
    double seconds = (System.nanoTime() - beginNanos) / 1e9;
    System.out.println(before + "runs: " + outcomes);
    failed.sort(null);
    if (!failed.isEmpty()) {
      System.out.println(
          "seeds with problems: "
              + failed.subList(0, Math.min(SEEDS_SHOWN, failed.size()))
              + (failed.size() > SEEDS_SHOWN ? " ..." : ""));
    }
    System.out.printf(
        Locale.ROOT,
        "%d seeds in %.1f s (%.0f a minute), %.1f virtual hours, %d turns of threads, hash %s;"
            + " %d with problems%n",
        done,
        seconds,
        done * 60 / seconds,
        virtualNanos / 3.6e12,
        switches,
        hash(),
        failed.size());
    return failed.isEmpty() && done > 0;
  }
}
