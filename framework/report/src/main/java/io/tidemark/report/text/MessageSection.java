package io.tidemark.report.text;

import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.result.DeliveryReport;
import io.tidemark.model.result.DeliveryReport.AuditedOffsets;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.Text;
import io.tidemark.model.snapshot.Counter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Outcomes of the messages of the whole run: errors, messages in flight, backlog, delivery. */
final class MessageSection {
  private static final String UNKNOWN = "not known";

  private MessageSection() {}

  static List<String> lines(RunResult run, TerminalStyle style) {
    List<String> lines = new ArrayList<>();
    add(lines, "errors", errors(run, style));
    add(lines, "in flight", inFlight(run, style));
    add(lines, "backlog", backlog(run));
    add(lines, "delivery", delivery(run, style));
    offsets(run.delivery(), style).ifPresent(text -> add(lines, "offsets", text));
    clients(run, style).ifPresent(text -> add(lines, "clients", text));
    DamageMarks.of(run).notes(FigureGroup.DELIVERY).forEach(note -> add(lines, "", note));
    run.delivery().limits().forEach(limit -> add(lines, "", limit));
    return lines;
  }

  private static void add(List<String> lines, String name, String value) {
    String text = String.format("%-11s%s", name, value);
    lines.addAll(Wrapped.lines(text, Wrapped.WIDTH - 2, " ".repeat(11)));
  }

  private static String errors(RunResult run, TerminalStyle style) {
    List<String> parts = new ArrayList<>();
    long unanswered = run.delivery().unacknowledged();
    String failed = number(run.delivery().failed() + unanswered, "failed sends", style);
    parts.add(failed + (unanswered == 0 ? "" : " (" + Text.count(unanswered) + " never answered)"));
    parts.add(number(sum(run, Counter.CONSUMER_ERRORS), "consumer errors", style));
    addUnlessZero(parts, sum(run, Counter.FOREIGN), "foreign messages", style);
    addUnlessZero(
        parts, sum(run, Counter.NEGATIVE_END_TO_END), "negative end-to-end latencies", style);
    addUnlessZero(
        parts, sum(run, Counter.OVERFLOWED), "latencies above the histograms' range", style);
    return String.join(", ", parts);
  }

  private static String inFlight(RunResult run, TerminalStyle style) {
    String text = number(run.delivery().unacknowledged(), "never answered", style);
    return run.unacknowledgedAges()
        .map(
            ages ->
                "%s, ages %s to %s"
                    .formatted(
                        text, style.latency(ages.minMicros()), style.latency(ages.maxMicros())))
        .orElse(text);
  }

  /** Opened while the load was under way. */
  private static Optional<String> clients(RunResult run, TerminalStyle style) {
    long opened = sum(run, Counter.CLIENTS_OPENED);
    long failed = sum(run, Counter.CLIENTS_FAILED);
    if (opened + failed == 0) {
      return Optional.empty();
    }
    double measured = run.totals().counters().get(Counter.CLIENTS_OPENED);
    return Optional.of(
        String.format(
            Locale.ROOT,
            "%s opened during the load (%.1f per second of the test), %s",
            Text.count(opened),
            measured / Math.max(1, run.totals().lengthSeconds()),
            number(failed, "failed", style)));
  }

  private static String backlog(RunResult run) {
    if (run.samples().isEmpty()) {
      return UNKNOWN;
    }
    long peak = 0;
    long end = 0;
    for (Sample sample : run.samples()) {
      end = sample.backlog();
      peak = Math.max(peak, end);
    }
    return "peak %s, at the end %s".formatted(Text.count(peak), Text.count(end));
  }

  private static String delivery(RunResult run, TerminalStyle style) {
    DeliveryReport delivery = run.delivery();
    if (delivery.mode() == DeliveryMode.OFF) {
      return "not audited (delivery: off)";
    }
    List<String> parts = new ArrayList<>();
    parts.add(known("lost", delivery.lost(), style));
    parts.add(known("duplicated", delivery.duplicated(), style));
    parts.add(known("out of order", delivery.outOfOrder(), style));
    parts.add(known("corrupted", delivery.corrupted(), style));
    parts.add(known("unacknowledged but received", delivery.unacknowledgedButReceived(), style));
    // Part of at-least-once delivery: not highlighted.
    long redelivered = sum(run, Counter.REDELIVERED);
    if (redelivered > 0) {
      parts.add("redelivered by the broker " + Text.count(redelivered));
    }
    long filtered = sum(run, Counter.FILTERED_MESSAGES);
    if (delivery.abortedReads().isPresent()) {
      parts.add(known("aborted reads", delivery.abortedReads(), style));
      parts.add(Text.count(filtered) + " in aborted transactions");
    } else if (filtered > 0) {
      parts.add(Text.count(filtered) + " filtered out by consumers");
    }
    return String.join(", ", parts);
  }

  private static Optional<String> offsets(DeliveryReport delivery, TerminalStyle style) {
    List<AuditedOffsets> audited =
        delivery.subscriptions().stream().flatMap(each -> each.offsets().stream()).toList();
    if (audited.isEmpty()) {
      return Optional.empty();
    }
    double share = delivery.sampleShare().orElse(1);
    List<String> parts = new ArrayList<>();
    parts.add(
        Text.count(audited.stream().mapToLong(AuditedOffsets::checked).sum())
            + " messages checked"
            + (share >= 1 ? "" : " (a sample of 1/" + Math.round(1 / share) + ")"));
    parts.add(known("not unique", delivery.offsetsNotUnique(), style));
    parts.add(known("other than acknowledged", delivery.offsetsMismatched(), style));
    parts.add(known("committed back", delivery.commitsBack(), style));
    parts.add(known("committed ahead", delivery.commitsAhead(), style));
    parts.add(known("key order violated", delivery.keyOrderViolations(), style));
    return Optional.of(String.join(", ", parts));
  }

  /** Includes warm-up and drain, because errors there are relevant, too. */
  private static long sum(RunResult run, Counter counter) {
    return run.phases().stream().mapToLong(phase -> phase.counters().get(counter)).sum();
  }

  private static String known(String name, Optional<Long> number, TerminalStyle style) {
    String text = name + " " + number.map(Text::count).orElse(UNKNOWN);
    return number.orElse(0L) == 0 ? text : style.bad(text);
  }

  private static String number(long number, String name, TerminalStyle style) {
    String text = Text.count(number) + " " + name;
    return number == 0 ? text : style.bad(text);
  }

  private static void addUnlessZero(
      List<String> parts, long number, String name, TerminalStyle style) {
    if (number != 0) {
      parts.add(number(number, name, style));
    }
  }
}
