package io.tidemark.verdict;

import static io.tidemark.model.result.Verdict.Severity.INVALIDATES;

import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.Text;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.verdict.Found.Reach;
import java.util.EnumSet;
import java.util.List;

/** Whether the result has all that the run did. */
final class RecordRule {
  @Found.Type(
      as = INVALIDATES,
      value = "An error of the load generator itself: its counts are incomplete.",
      next = "see the event; if memory was short, use a larger heap (HEAP_OPTS); else report it",
      damages = Reach.ALL)
  record EngineError(String worker, String where, String first, int others) implements Found {
    @Override
    public String sentence() {
      return "internal error of the generator on worker %s, %s: %s%s"
          .formatted(
              worker,
              where,
              first,
              others == 0 ? "" : "; and " + Text.plural(others, "event") + " more");
    }
  }

  /** Messages belong to the phase of their due time, samples to that in which they were taken. */
  @Found.Type(
      as = INVALIDATES,
      value =
          "Nothing was measured in the measured phases, or no sample was taken in time or could be"
              + " written.",
      next = "check that the broker delivers messages; use a longer test",
      damages = Reach.ALL)
  record NoSamples(long messages, Why why, long messageLimit) implements Found {
    enum Why {
      NO_MESSAGE,
      LIMIT_USED_UP,
      ANSWERED_LATER,
      COORDINATOR_LATE,
      NOT_WRITTEN
    }

    @Override
    public String sentence() {
      String known =
          " the latencies of %s are known, rates and backlog are not"
              .formatted(Text.plural(messages, "message"));
      return switch (why) {
        case NO_MESSAGE -> "no message was measured in the measured phases";
        case LIMIT_USED_UP ->
            "no message was measured in the measured phases: messageLimit "
                + messageLimit
                + " was used up before they began";
        case ANSWERED_LATER ->
            "no message was acknowledged or received during the measured phases; of their messages, "
                + Text.plural(messages, "was", "were")
                + " afterwards";
        case COORDINATOR_LATE ->
            "the coordinator was too late to take a sample during the measured phases:" + known;
        case NOT_WRITTEN ->
            "the result has no sample of the measured phases, see result-incomplete:" + known;
      };
    }

    @Override
    public String next() {
      return switch (why) {
        case NO_MESSAGE, ANSWERED_LATER -> Found.super.next();
        case LIMIT_USED_UP -> "raise messageLimit, or shorten warmupDuration";
        case COORDINATOR_LATE -> "use a longer test, and free cores for the coordinator";
        case NOT_WRITTEN -> "free space in --results-dir";
      };
    }
  }

  @Found.Type(
      as = INVALIDATES,
      value =
          "Samples or telemetry could not be written during the run. The disk was full, or the"
              + " directory was removed.",
      next = "free space in --results-dir",
      damages = Reach.ALL)
  record ResultIncomplete(String text) implements Found.Described {}

  @Found.Type("More events occurred than the result contains. The result has the first 10,000.")
  record EventsCut(long events) implements Found {
    @Override
    public String sentence() {
      return Text.plural(events, "more event") + " occurred than the result contains";
    }
  }

  @Found.Type(
      "More telemetry arrived than the result contains. The result has the first 20 million"
          + " readings.")
  record TelemetryCut(long readings) implements Found {
    @Override
    public String sentence() {
      return Text.plural(readings, "more telemetry reading") + " arrived than the result contains";
    }
  }

  @Found.Type("Something could not be closed or removed.")
  record CleanUp(String text) implements Found.Described {}

  @Found.Type(
      "`telemetry.otlp`: something of the run could not be exported. The message has the number"
          + " of lost metrics and events, and the first error. Figures are not affected.")
  record NotExported(String text) implements Found.Described {}

  @Found.Type(
      "Profiles of processes were recorded; the figures contain the cost."
          + " [Profiles](../how-to/profile.md).")
  record Profiled(List<String> processes) implements Found {
    @Override
    public String sentence() {
      return "profiles of "
          + String.join(", ", processes)
          + " were recorded; the figures contain their cost";
    }
  }

  @Found.Type(
      "A process could not be profiled as asked. The message has the process and the reason."
          + " The other figures are not affected.")
  record ProfileIncomplete(String process, String why) implements Found {
    @Override
    public String sentence() {
      return process + ": " + why;
    }
  }

  private final RuleInput facts;
  private final Findings findings;

  private RecordRule(RuleInput facts, Findings findings) {
    this.facts = facts;
    this.findings = findings;
  }

  static void judge(RuleInput facts, Findings findings) {
    RecordRule rule = new RecordRule(facts, findings);
    List<RunEvent> errors = facts.events(RunEvent.ENGINE_ERROR);
    errors.stream()
        .limit(1)
        .map(e -> new EngineError(e.source(), e.subject(), e.detail(), errors.size() - 1))
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
        new NoSamples(messages, why(messages), facts.workload().load().messageLimit());
    // Latencies and the audit need no samples.
    findings.invalidates(
        found,
        messages == 0
            ? Damage.unknown(found)
            : Damage.unknown(
                EnumSet.of(FigureGroup.RATES, FigureGroup.RECOVERY, FigureGroup.TELEMETRY)));
  }

  private NoSamples.Why why(long messages) {
    long limit = facts.workload().load().messageLimit();
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
