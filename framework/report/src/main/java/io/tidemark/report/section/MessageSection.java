package io.tidemark.report.section;

import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.metric.Unit;
import io.tidemark.model.result.DeliveryReport;
import io.tidemark.model.result.DeliveryReport.AuditedOffsets;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.RequestReplyReport;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Text;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Cell.Tone;
import io.tidemark.report.document.Section;
import io.tidemark.report.runs.ShownRuns;
import io.tidemark.report.runs.ShownRuns.Rows;
import io.tidemark.report.runs.ShownRuns.ShownRun;
import io.tidemark.report.text.VerdictText.DamageMarks;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.DoubleStream;

/** Outcomes of the messages of the whole run: errors, messages in flight, backlog, delivery. */
public final class MessageSection {
  private MessageSection() {}

  public static Section of(ShownRuns runs) {
    Rows rows = runs.rows("", "");
    for (ShownRun run : runs.runs()) {
      add(rows, run, "errors", errors(run.result()));
      add(rows, run, "in flight", inFlight(run.result()));
      add(rows, run, "backlog", List.of(backlog(run.backlog())));
      add(rows, run, "delivery", delivery(run.result()));
      add(rows, run, "offsets", offsets(run.result().delivery()));
      add(rows, run, "clients", clients(run.result()));
      run.result()
          .delivery()
          .limits()
          .forEach(limit -> add(rows, run, "", List.of(Cell.of(limit))));
    }
    return Section.of("messages", "Messages (whole run, with warm-up)")
        .add(rows.table())
        .notes(runs.notes(run -> DamageMarks.of(run).notes(FigureGroup.DELIVERY)));
  }

  /** What became of requests. */
  public static Section requests(ShownRuns runs) {
    Rows rows =
        runs.rows(
            "requests sent",
            "answered in time",
            "timed out",
            "late replies",
            "duplicate replies",
            "replies without a request",
            "unanswered at the end",
            "requests lost",
            "replies lost");
    for (ShownRun run : runs.runs()) {
      run.result().requestReply().ifPresent(trips -> rows.add(run, fate(trips)));
    }
    return Section.of("requests", "Requests (whole run, with warm-up)").add(rows.table());
  }

  private static List<Cell> fate(RequestReplyReport trips) {
    List<Cell> row = new ArrayList<>();
    row.add(Cell.of(trips.requestsSent(), Unit.COUNT));
    row.add(Cell.of(trips.counts().get(Counter.ANSWERED), Unit.COUNT));
    for (Counter counter :
        List.of(Counter.TIMED_OUT, Counter.LATE, Counter.DUPLICATE_REPLIES, Counter.NEVER_ASKED)) {
      row.add(Cell.zero(Optional.of(trips.counts().get(counter))));
    }
    row.add(Cell.zero(Optional.of(trips.unanswered())));
    row.add(Cell.zero(trips.requestsLost()));
    row.add(Cell.zero(trips.repliesLost()));
    return row;
  }

  private static void add(Rows rows, ShownRun run, String name, List<Cell> texts) {
    if (!texts.isEmpty()) {
      rows.add(run, Cell.of(name), Cell.joined(", ", texts));
    }
  }

  private static List<Cell> errors(RunResult run) {
    List<Cell> parts = new ArrayList<>();
    long unanswered = run.delivery().unacknowledged();
    Cell failed = number(run.delivery().failed() + unanswered, "failed send");
    Cell never = Cell.of(" (" + Text.count(unanswered) + " never answered)");
    parts.add(unanswered == 0 ? failed : Cell.joined("", List.of(failed, never)));
    parts.add(number(sum(run, Counter.CONSUMER_ERRORS), "consumer error"));
    addUnlessZero(parts, sum(run, Counter.FOREIGN), "foreign message");
    addUnlessZero(parts, sum(run, Counter.NEGATIVE_END_TO_END), "negative end-to-end latency");
    addUnlessZero(parts, sum(run, Counter.OVERFLOWED), "latency above the range of histograms");
    return parts;
  }

  private static List<Cell> inFlight(RunResult run) {
    List<Cell> parts = new ArrayList<>();
    parts.add(
        counted(
            run.delivery().unacknowledged(),
            Text.count(run.delivery().unacknowledged()) + " never answered"));
    run.part(DeliveryReport.AGES)
        .ifPresent(
            ages ->
                parts.add(
                    Cell.of(
                        "ages %s to %s"
                            .formatted(
                                Text.micros(ages.minMicros()), Text.micros(ages.maxMicros())))));
    return parts;
  }

  /** Opened while the load was under way. */
  private static List<Cell> clients(RunResult run) {
    long opened = sum(run, Counter.CLIENTS_OPENED);
    long failed = sum(run, Counter.CLIENTS_FAILED);
    double measured = run.totals().counters().get(Counter.CLIENTS_OPENED);
    return opened + failed == 0
        ? List.of()
        : List.of(
            Cell.of(
                String.format(
                    Locale.ROOT,
                    "%s opened during the load (%.1f per second of the test)",
                    Text.count(opened),
                    measured / Math.max(1, run.totals().lengthSeconds()))),
            counted(failed, Text.count(failed) + " failed"));
  }

  private static Cell backlog(double[] samples) {
    return samples.length == 0
        ? Cell.UNKNOWN
        : Cell.of(
            "peak %s, at the end %s"
                .formatted(
                    Text.count(Math.round(DoubleStream.of(samples).max().orElse(0))),
                    Text.count(Math.round(samples[samples.length - 1]))));
  }

  private static List<Cell> delivery(RunResult run) {
    DeliveryReport delivery = run.delivery();
    if (delivery.mode() == DeliveryMode.OFF) {
      return List.of(Cell.of("not audited (delivery: off)"));
    }
    List<Cell> parts = new ArrayList<>();
    parts.add(known("lost", delivery.lost()));
    parts.add(known("duplicated", delivery.duplicated()));
    parts.add(known("out of order", delivery.outOfOrder()));
    parts.add(known("corrupted", delivery.corrupted()));
    parts.add(known("unacknowledged but received", delivery.unacknowledgedButReceived()));
    // Part of at-least-once delivery: not highlighted.
    long redelivered = sum(run, Counter.REDELIVERED);
    if (redelivered > 0) {
      parts.add(Cell.of("redelivered by the broker " + Text.count(redelivered)));
    }
    long filtered = sum(run, Counter.FILTERED_MESSAGES);
    if (delivery.abortedReads().isPresent()) {
      parts.add(known("aborted reads", delivery.abortedReads()));
      parts.add(Cell.of(Text.count(filtered) + " in aborted transactions"));
    } else if (filtered > 0) {
      parts.add(Cell.of(Text.count(filtered) + " filtered out by consumers"));
    }
    return parts;
  }

  private static List<Cell> offsets(DeliveryReport delivery) {
    List<AuditedOffsets> audited =
        delivery.subscriptions().stream().flatMap(each -> each.offsets().stream()).toList();
    if (audited.isEmpty()) {
      return List.of();
    }
    double share = delivery.sampleShare().orElse(1);
    return List.of(
        Cell.of(
            Text.plural(audited.stream().mapToLong(AuditedOffsets::checked).sum(), "message")
                + " checked"
                + (share >= 1 ? "" : " (a sample of 1/" + Math.round(1 / share) + ")")),
        known("not unique", delivery.offsetsNotUnique()),
        known("other than acknowledged", delivery.offsetsMismatched()),
        known("committed back", delivery.commitsBack()),
        known("committed ahead", delivery.commitsAhead()),
        known("key order violated", delivery.keyOrderViolations()));
  }

  /** Includes warm-up and drain, because errors there are relevant, too. */
  private static long sum(RunResult run, Counter counter) {
    return run.phases().stream().mapToLong(phase -> phase.counters().get(counter)).sum();
  }

  private static Cell known(String name, Optional<Long> number) {
    String text = name + " " + number.map(Text::count).orElse(Cell.UNKNOWN.text());
    return Cell.of(text, number.orElse(0L) == 0 ? Tone.NONE : Tone.BAD);
  }

  private static Cell number(long number, String noun) {
    return counted(number, Text.plural(number, noun));
  }

  private static Cell counted(long number, String text) {
    return Cell.of(text, number == 0 ? Tone.NONE : Tone.BAD);
  }

  private static void addUnlessZero(List<Cell> parts, long number, String name) {
    if (number != 0) {
      parts.add(number(number, name));
    }
  }
}
