package io.tidemark.verdict;

import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.Text;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;

/** Whether publish latencies end where the driver's futures completed. */
final class PublishTimeRule {
  /** Fewer samples than that change no percentile up to the 99th. */
  private static final double PERCENT_THAT_MATTERS = 1;

  private final RuleInput facts;
  private final Findings findings;

  PublishTimeRule(RuleInput facts, Findings findings) {
    this.facts = facts;
    this.findings = findings;
  }

  void judge() {
    Counters measured =
        facts.measuredPhases().stream()
            .map(PhaseResult::counters)
            .reduce(Counters.ZERO, Counters::plus);
    long unstamped = measured.get(Counter.UNSTAMPED_MESSAGES);
    double errorNanos =
        facts.measuredPhases().stream()
            .map(PhaseResult::counters)
            .mapToDouble(
                phase ->
                    (double) phase.get(Counter.UNSTAMPED_MESSAGES)
                        * phase.meanUnstampedErrorNanos())
            .sum();
    double percent = 100.0 * unstamped / Math.max(1, measured.get(Counter.ACKNOWLEDGED));
    if (percent >= PERCENT_THAT_MATTERS) {
      findings.remark(
          FindingCode.PUBLISH_LATENCY_UNCERTAIN,
          ("publish latencies of %s of %s messages (%s) may be too long, by up to %s"
                  + " (mean %s): their futures were complete when sendAsync returned and have"
                  + " no completion time")
              .formatted(
                  Text.count(unstamped),
                  Text.count(measured.get(Counter.ACKNOWLEDGED)),
                  Text.percent(percent),
                  Text.nanos(measured.get(Counter.UNSTAMPED_WORST_ERROR_NANOS)),
                  Text.nanos(Math.floor(errorNanos / unstamped))));
    }
  }
}
