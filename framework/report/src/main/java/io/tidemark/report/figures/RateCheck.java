package io.tidemark.report.figures;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.Throughput;
import io.tidemark.model.result.file.ResultJson;
import io.tidemark.model.result.json.CountsJson;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Whether each rate of a result, as it is written, is its count over the time in which it was
 * counted, for every sample, phase and total. Otherwise Tidemark has a bug, and the result must not
 * be used.
 */
public final class RateCheck {
  private static final int MOST = 20;
  // Counts are whole; times have nanoseconds.
  private static final double ROUNDING = 0.5;
  private static final double ROUNDING_SHARE = 1e-6;

  private final List<String> problems = new ArrayList<>();

  private RateCheck() {}

  /** One line for each difference, with interval and figures; at most 20. */
  public static List<String> problems(RunResult run) {
    RateCheck check = new RateCheck();
    check.tree(ResultJson.tree(run));
    long start = -1;
    for (Sample sample : run.samples()) {
      start = start < 0 ? sample.startEpochNanos() : start;
      String name =
          String.format(
              Locale.ROOT,
              "sample at %.3f s of phase %s",
              (sample.startEpochNanos() - start) / 1e9,
              sample.phase());
      check.interval(
          name, ResultJson.tree(new Throughput(sample.counters(), sample.lengthNanos())));
    }
    return check.problems;
  }

  /** Contradictions in the total and the phases of a {@code result.json}. */
  static List<String> ofResult(JsonNode result) {
    RateCheck check = new RateCheck();
    check.tree(result);
    return check.problems;
  }

  /** Contradictions in one interval, as files have it. */
  static List<String> ofInterval(String name, JsonNode byTime) {
    RateCheck check = new RateCheck();
    check.interval(name, byTime);
    return check.problems;
  }

  private void tree(JsonNode result) {
    interval("the total", result.at("/totals/byTime"));
    result
        .path("phases")
        .forEach(phase -> interval("phase " + phase.path("name").asText(), phase.path("byTime")));
  }

  private void interval(String name, JsonNode in) {
    Counters counts = CountsJson.Read.counters(in.path("counts"));
    for (Counter counter : Counter.rated(true)) {
      if (in.path("rates").has(counter.rateName())) {
        boolean received = counter.group() == Counter.Group.RECEIVING;
        double rate = in.path("rates").path(counter.rateName()).asDouble(Double.NaN);
        double seconds = in.path(received ? "receivingSeconds" : "sendingSeconds").asDouble();
        rate(name, counter, rate, counts.get(counter), seconds);
      }
    }
  }

  private void rate(String name, Counter counter, double perSecond, long count, double seconds) {
    double difference = Math.abs(perSecond * seconds - count);
    // This form also fails for NaN.
    boolean fits = difference <= ROUNDING + ROUNDING_SHARE * count;
    if (!fits && problems.size() < MOST) {
      problems.add(
          String.format(
              Locale.ROOT,
              "%s: %s %.3f over %.6f s is not the count of %d",
              name,
              counter.rateName(),
              perSecond,
              seconds,
              count));
    }
  }
}
