package io.tidemark.verdict;

import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.Text;
import io.tidemark.model.result.VerdictInputs.BrokerTrend;
import io.tidemark.model.result.finish.FigureTrends.Kind;
import io.tidemark.model.result.finish.LinearTrend.Line;
import io.tidemark.model.workload.Pattern;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;

/**
 * Whether rates, latencies, or memory and disk of the broker went on changing under a constant
 * load. A change counts if it is larger than a share of the first value, and its line is steeper
 * than noise explains: more than four standard errors.
 */
record DriftRule(RuleInput facts, Findings findings) {
  @Found.Type(
      "Rates, latencies, or memory and disk of the broker went on changing under a constant"
          + " load. [The rule](../concepts/measuring.md#steady-state).")
  record Drift(String phase, List<String> changes) implements Found {
    @Override
    public String sentence() {
      return "in phase " + phase + " under a constant load " + Text.listed(changes, MOST_NAMED);
    }

    @Override
    public String brief() {
      return "in phase " + phase + " under a constant load " + Text.listed(changes, 1);
    }
  }

  private static final double SHARE = 0.1;
  private static final double P99_SHARE = 0.25;
  private static final double LEAST_ERRORS = 4;
  private static final double LEAST_SECONDS = 60;
  private static final double LEAST_LATENCY_CHANGE_NANOS = 50_000;
  private static final int MOST_NAMED = 4;

  static void judge(RuleInput facts, Findings findings) {
    boolean constant =
        facts.workload().consumers().backlogSizeBytes() == 0
            && (facts.workload().pattern() == Pattern.PUBSUB
                || facts.workload().pattern() == Pattern.REQUEST_REPLY);
    if (constant && facts.completed()) {
      DriftRule rule = new DriftRule(facts, findings);
      facts.measuredPhases().stream().filter(rule::isConstant).forEach(rule::judge);
    }
  }

  private boolean isConstant(PhaseResult result) {
    return facts.workload().phases().stream()
        .filter(phase -> phase.name().equals(result.name()))
        .allMatch(
            phase ->
                phase.startRatePerSecond().equals(phase.endRatePerSecond())
                    || phase.endRatePerSecond().isEmpty());
  }

  private void judge(PhaseResult phase) {
    List<String> changes = new ArrayList<>();
    for (BrokerTrend trend : facts.inputs().brokerTrends()) {
      Line line = new Line(trend.from(), trend.to(), trend.seconds(), trend.errors());
      if (trend.phase().equals(phase.name()) && counts(line, SHARE)) {
        changes.add(text(trend.metric() + " of " + trend.subject(), line, DriftRule::mebibytes));
      }
    }
    boolean scheduled = phase.intendedRatePerSecond().isPresent();
    facts
        .samples()
        .drift(phase.name())
        .trends()
        .forEach(
            (figure, trend) -> {
              if (figure.kind() != Kind.RATE || !scheduled) {
                trend
                    .line()
                    .filter(line -> counts(line, figure.kind()))
                    .ifPresent(line -> changes.add(text(figure.name(), line, figure::text)));
              }
            });
    if (!changes.isEmpty()) {
      findings.remark(new Drift(phase.name(), changes));
    }
  }

  private static boolean counts(Line line, Kind kind) {
    boolean small =
        kind != Kind.RATE && Math.abs(line.to() - line.from()) < LEAST_LATENCY_CHANGE_NANOS;
    return !small && counts(line, kind == Kind.P99 ? P99_SHARE : SHARE);
  }

  private static boolean counts(Line line, double limit) {
    return line.seconds() >= LEAST_SECONDS
        && line.from() > 0
        && line.errors() > LEAST_ERRORS
        && Math.abs(line.share()) >= limit;
  }

  /** A line that ends below zero does not say where the value is then. */
  private static String text(String name, Line line, DoubleFunction<String> value) {
    return "%s %s from %s%s in %s (%s an hour)"
        .formatted(
            name,
            line.to() > line.from() ? "rose" : "fell",
            value.apply(line.from()),
            line.to() > 0 ? " to " + value.apply(line.to()) : "",
            Text.duration(line.seconds()),
            value.apply(Math.abs(line.perHour())));
  }

  private static String mebibytes(double bytes) {
    return Text.threeDigits(bytes / (1 << 20)) + " MiB";
  }
}
