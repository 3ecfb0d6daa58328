package io.tidemark.verdict;

import static io.tidemark.model.result.Verdict.Severity.INVALIDATES;

import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.verdict.FigureUse.Damage;
import io.tidemark.verdict.Found.Reach;
import java.util.EnumSet;
import java.util.List;

/** Whether the result has all that the run did. */
record RecordRule(RuleInput facts, Findings findings) {
  @Found.Type(
      as = INVALIDATES,
      value = "An error of the load generator itself: its counts are incomplete.",
      next = "see the event; if memory was short, use a larger heap (HEAP_OPTS); else report it",
      damages = Reach.ALL)
  @Found.Says(
      "internal error of the generator on worker {worker}, {where}: {first}[; and "
          + "{#others|event|events} more]")
  record EngineError(String worker, String where, String first, int others) implements Found {}

  /** Messages belong to the phase of their due time, samples to that in which they were taken. */
  @Found.Type(
      as = INVALIDATES,
      value =
          "Nothing was measured in the measured phases, or no sample was taken in time or could be"
              + " written.",
      next = "check that the broker delivers messages; use a longer test",
      damages = Reach.ALL)
  record NoSamples(long messages, Why why, long messageLimit) implements Found {
    private static final String KNOWN =
        ": the latencies of {#messages|message|messages} are known, rates and backlog are not";

    enum Why {
      NO_MESSAGE("no message was measured in the measured phases", ""),
      LIMIT_USED_UP(
          "no message was measured in the measured phases: messageLimit {messageLimit} was used up"
              + " before they began",
          "raise messageLimit, or shorten warmupDuration"),
      ANSWERED_LATER(
          "no message was acknowledged or received during the measured phases; of their messages,"
              + " {#messages|was|were} afterwards",
          ""),
      COORDINATOR_LATE(
          "the coordinator was too late to take a sample during the measured phases" + KNOWN,
          "use a longer test, and free cores for the coordinator"),
      NOT_WRITTEN(
          "the result has no sample of the measured phases, see result-incomplete" + KNOWN,
          "free space in --results-dir");

      private final String says;
      private final String next;

      Why(String says, String next) {
        this.says = says;
        this.next = next;
      }
    }

    @Override
    public String sentence() {
      return said(why.says);
    }

    @Override
    public String next() {
      return why.next.isEmpty() ? Found.super.next() : why.next;
    }
  }

  @Found.Type(
      as = INVALIDATES,
      value =
          "Samples or telemetry could not be written during the run. The disk was full, or the"
              + " directory was removed.",
      next = "free space in --results-dir",
      damages = Reach.ALL)
  @Found.Says("{text}")
  record ResultIncomplete(String text) implements Found {}

  @Found.Type("More events occurred than the result contains. The result has the first 10,000.")
  @Found.Says("{#events|more event|more events} occurred than the result contains")
  record EventsCut(long events) implements Found {}

  @Found.Type(
      "More telemetry arrived than the result contains. The result has the first 20 million"
          + " readings.")
  @Found.Says(
      "{#readings|more telemetry reading|more telemetry readings} arrived than the result "
          + "contains")
  record TelemetryCut(long readings) implements Found {}

  @Found.Type("Something could not be closed or removed.")
  @Found.Says("{text}")
  record CleanUp(String text) implements Found {}

  @Found.Type(
      "`telemetry.otlp`: something of the run could not be exported. The message has the number"
          + " of lost metrics and events, and the first error. Figures are not affected.")
  @Found.Says("{text}")
  record NotExported(String text) implements Found {}

  @Found.Type(
      "Profiles of processes were recorded; the figures contain the cost."
          + " [Profiles](../how-to/diagnose.md).")
  @Found.Says("profiles of {processes} were recorded; the figures contain their cost")
  record Profiled(List<String> processes) implements Found {}

  @Found.Type(
      "A process could not be profiled as asked. The message has the process and the reason."
          + " The other figures are not affected.")
  @Found.Says("{process}: {why}")
  record ProfileIncomplete(String process, String why) implements Found {}

  static void judge(RuleInput facts, Findings findings) {
    RecordRule rule = new RecordRule(facts, findings);
    List<RunEvent> errors = facts.events(RunEvent.ENGINE_ERROR);
    errors.stream()
        .limit(1)
        .map(e -> new EngineError(e.source(), e.subject(), e.text(), errors.size() - 1))
        .forEach(findings::invalidates);
    if (!facts.samples().anyMessage(facts.measuredNames())) {
      rule.withoutSamples();
    }
    rule.remarks();
    incomplete(facts, findings);
  }

  /** Also of a total, of which nothing else is not that of its classes. */
  static void incomplete(RuleInput facts, Findings findings) {
    facts.inputs().damages().forEach(each -> findings.invalidates(new ResultIncomplete(each)));
  }

  private void withoutSamples() {
    long messages =
        facts.measuredPhases().stream()
            .map(PhaseResult::counters)
            .mapToLong(all -> Math.max(all.get(Counter.ACKNOWLEDGED), all.get(Counter.RECEIVED)))
            .sum();
    NoSamples found =
        new NoSamples(messages, why(messages), facts.workload().limits().messageLimit());
    // Latencies and the audit need no samples.
    findings.invalidates(
        found,
        messages == 0
            ? Damage.unknown(found)
            : Damage.unknown(
                EnumSet.of(FigureGroup.RATES, FigureGroup.RECOVERY, FigureGroup.TELEMETRY)));
  }

  private NoSamples.Why why(long messages) {
    long limit = facts.workload().limits().messageLimit();
    if (messages == 0) {
      return limit > 0 && facts.total().get(Counter.SENT) >= limit
          ? NoSamples.Why.LIMIT_USED_UP
          : NoSamples.Why.NO_MESSAGE;
    }
    if (facts.samples().anySample(facts.measuredNames())) {
      return NoSamples.Why.ANSWERED_LATER;
    }
    return facts.inputs().damages().isEmpty()
        ? NoSamples.Why.COORDINATOR_LATE
        : NoSamples.Why.NOT_WRITTEN;
  }

  private void remarks() {
    facts.events(RunEvent.NOT_EXPORTED).stream()
        .reduce((earlier, later) -> later)
        .ifPresent(event -> findings.remark(new NotExported(event.detail())));
    List<String> profiled =
        facts.events(RunEvent.PROFILED).stream().map(RunEvent::subject).distinct().toList();
    if (!profiled.isEmpty()) {
      findings.remark(new Profiled(profiled));
    }
    facts
        .events(RunEvent.PROFILE_FAILED)
        .forEach(each -> findings.remark(new ProfileIncomplete(each.subject(), each.detail())));
    facts.inputs().problems().forEach(problem -> findings.remark(new CleanUp(problem)));
    if (facts.inputs().droppedEvents() > 0) {
      findings.remark(new EventsCut(facts.inputs().droppedEvents()));
    }
    if (facts.inputs().droppedReadings() > 0) {
      findings.remark(new TelemetryCut(facts.inputs().droppedReadings()));
    }
  }
}
