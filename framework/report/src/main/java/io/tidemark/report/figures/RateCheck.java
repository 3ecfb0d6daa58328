package io.tidemark.report.figures;

import io.tidemark.model.snapshot.Counter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Whether each rate of a result is its count over the time in which it was counted, for every
 * sample, phase and total. Otherwise Tidemark has a bug, and the result must not be used.
 */
public final class RateCheck {
  private static final int MOST = 20;
  // Counts are whole; times have nanoseconds.
  private static final double ROUNDING = 0.5;
  private static final double ROUNDING_SHARE = 1e-6;

  private final List<String> problems = new ArrayList<>();

  private RateCheck() {}

  /** One line for each difference, with interval and figures; at most 20. */
  public static List<String> problems(StoredRun run) {
    RateCheck check = new RateCheck();
    check.interval("the total", run.totals().byTime());
    run.phases().forEach(phase -> check.interval("phase " + phase.name(), phase.byTime()));
    for (StoredSample sample : run.samples()) {
      String name =
          String.format(
              Locale.ROOT,
              "sample at %.3f s of phase %s",
              sample.secondsFromStart(),
              sample.phase());
      double seconds = sample.lengthSeconds();
      check.interval(
          name, new StoredPhase.ByTime(seconds, seconds, sample.rates(), sample.counts()));
    }
    return check.problems;
  }

  private void interval(String name, StoredPhase.ByTime in) {
    for (Counter counter : in.rates().byCounter().keySet()) {
      boolean received = counter.group() == Counter.Group.RECEIVING;
      rate(name, counter, in, received ? in.receivingSeconds() : in.sendingSeconds());
    }
  }

  private void rate(String name, Counter counter, StoredPhase.ByTime in, double seconds) {
    double perSecond = in.rates().get(counter);
    long count = in.requiredCounts().get(counter);
    double difference = Math.abs(perSecond * seconds - count);
    // This form also fails for NaN.
    boolean fits = difference <= ROUNDING + ROUNDING_SHARE * count;
    if (!fits && problems.size() < MOST) {
      problems.add(
          String.format(
              Locale.ROOT,
              "%s: %s %.3f over %.6f s is not the count of %d",
              name,
              counter.rateKey(),
              perSecond,
              seconds,
              count));
    }
  }
}
