package io.tidemark.verdict;

import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.Text;
import io.tidemark.model.worker.Counters;
import io.tidemark.model.worker.UnstampedCounts;

/** Whether publish latencies end where the driver's futures completed. */
final class PublishTimeRule {
  /** Fewer samples than that change no percentile up to the 99th. */
  private static final double PERCENT_THAT_MATTERS = 1;

  private final RunFacts facts;
  private final Findings findings;

  PublishTimeRule(RunFacts facts, Findings findings) {
    this.facts = facts;
    this.findings = findings;
  }

  void judge() {
    Counters measured =
        facts.measuredPhases().stream()
            .map(PhaseResult::counters)
            .reduce(Counters.ZERO, Counters::plus);
    UnstampedCounts unstamped = measured.unstamped();
    double errorNanos =
        facts.measuredPhases().stream()
            .map(phase -> phase.counters().unstamped())
            .mapToDouble(phase -> (double) phase.messages() * phase.meanErrorNanos())
            .sum();
    double percent = 100.0 * unstamped.messages() / Math.max(1, measured.acknowledged());
    if (unstamped.messages() > 0 && percent >= PERCENT_THAT_MATTERS) {
      findings.remark(
          FindingCode.PUBLISH_LATENCY_UNCERTAIN,
          ("publish latencies of %s of %s messages (%s) may be too long, by up to %s (mean %s):"
                  + " their futures were complete when sendAsync returned and carry no time of"
                  + " completion")
              .formatted(
                  Text.count(unstamped.messages()),
                  Text.count(measured.acknowledged()),
                  Text.percent(percent),
                  Text.nanos(unstamped.worstErrorNanos()),
                  Text.nanos(Math.floor(errorNanos / unstamped.messages()))));
    }
  }
}
