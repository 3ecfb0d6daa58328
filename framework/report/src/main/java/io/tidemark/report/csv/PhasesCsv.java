package io.tidemark.report.csv;

import io.tidemark.model.metric.Metric;
import io.tidemark.model.metric.Metric.Needs;
import io.tidemark.model.metric.MetricSource;
import io.tidemark.model.metric.Metrics;
import io.tidemark.model.result.LatencyMicros.Statistic;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RequestReplyReport;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Text;
import io.tidemark.model.result.Verdict.ObjectiveResult;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.report.text.VerdictText;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** {@code phases.csv}: one row for each measured phase, with its metrics and objectives. */
public final class PhasesCsv {
  private static final List<Measure> MEASURES =
      List.of(
          Measure.SCHEDULE_DELAY,
          Measure.PUBLISH_LATENCY,
          Measure.PUBLISH_RESPONSE,
          Measure.END_TO_END);
  private static final List<Counter> COUNTED =
      List.of(Counter.SENT, Counter.ACKNOWLEDGED, Counter.FAILED, Counter.RECEIVED);

  public static final Csv<Row> TABLE =
      withMetrics(
          new Csv<Row>()
              .text("phase", "name of the phase", row -> row.phase.name())
              .number(
                  "startEpochMicros",
                  "its start in epoch microseconds",
                  row -> row.phase.startEpochMicros())
              .number("lengthSeconds", "its length", row -> row.phase.lengthSeconds())
              .optional("producers", "number of producers", row -> row.phase.producers())
              .optional("consumers", "number of consumers", row -> row.phase.consumers())
              .optional(
                  "messageSizeBytes", "size of a message", row -> row.phase.messageSizeBytes())
              .optional(
                  "intendedRatePerSecond",
                  "messages per second of the schedule; empty for a closed loop",
                  row -> row.phase.intendedRatePerSecond())
              .number(
                  "sendRatePerSecond",
                  Counter.SENT.meaning() + ", per second",
                  row -> row.phase.perSecond(Counter.SENT))
              .with(table -> COUNTED.forEach(counter -> byTime(table, counter)))
              .optional(
                  "backlogMessages",
                  "messages acknowledged and not yet received, over all subscriptions, at the end",
                  row -> row.phase.backlogMessages())
              .latencies(MEASURES, Statistic.FEW, row -> row.phase.latencies()),
          false);

  /** A measured phase of a run. */
  record Row(RunResult run, PhaseResult phase) {
    static List<Row> measured(RunResult run) {
      return VerdictText.measured(run).stream().map(phase -> new Row(run, phase)).toList();
    }

    RequestReplyReport asked() {
      return run.requestReply().orElseThrow();
    }
  }

  private PhasesCsv() {}

  public static ResultFiles.Content of(RunResult run) {
    return TABLE.of(Row.measured(run));
  }

  private static void byTime(Csv<Row> table, Counter counter) {
    table.number(
        counter.key(), counter.meaning(), row -> row.phase.byTime().counters().get(counter));
  }

  /**
   * The metrics of phases that have no column yet; whether all objectives of the phase were met,
   * and those that were not.
   */
  static Csv<Row> withMetrics(Csv<Row> table, boolean requestReply) {
    for (Metric metric : Metrics.all()) {
      if (metric.isOfPhases()
          && metric.isOfRequests() == requestReply
          && metric.measure().filter(Measure::isRare).isEmpty()
          && metric.needs() != Needs.PRIORITIES
          && !table.has(column(metric))) {
        table.number(
            column(metric),
            "the metric " + metric + ": " + metric.words(),
            row -> {
              OptionalDouble value = metric.value(MetricSource.of(row.run, Optional.of(row.phase)));
              return value.isPresent() ? value.getAsDouble() : null;
            });
      }
    }
    return table
        .text(
            "objectivesMet",
            "whether the phase met all its objectives; empty if it has none",
            row -> VerdictText.met(row.run, row.phase).map(String::valueOf).orElse(""))
        .text(
            "missedObjectives",
            "objectives of the phase that were missed",
            row ->
                VerdictText.objectives(row.run, row.phase).stream()
                    .filter(each -> !each.met())
                    .map(PhasesCsv::missed)
                    .collect(Collectors.joining("; ")))
        .text(
            "damagedFigures",
            "groups of figures that must not be used, with the reasons",
            row -> VerdictText.damage(row.run.verdict().figures()).orElse(""));
  }

  /** {@code endToEndP99_9Micros} of {@code endToEnd.p99.9}. */
  private static String column(Metric metric) {
    String unit =
        switch (metric.unit()) {
          case PER_SECOND -> "PerSecond";
          case MICROSECONDS -> "Micros";
          case MESSAGES -> "Messages";
          default -> "";
        };
    String[] parts = metric.id().split("\\.", 2);
    return parts.length == 1
        ? parts[0] + unit
        : parts[0] + Text.capital(parts[1]).replace('.', '_') + unit;
  }

  private static String missed(ObjectiveResult objective) {
    return objective.key() + " " + objective.condition() + " is " + objective.actual();
  }

  /** {@code requesters.csv}: one row for each measured phase of a request/reply run. */
  public static final class RequestersCsv {
    private static final List<Measure> MEASURES =
        List.of(
            Measure.ROUND_TRIP,
            Measure.ROUND_TRIP_RESPONSE,
            Measure.REQUEST_LEG,
            Measure.RESPONDER_TIME,
            Measure.REPLY_LEG);
    private static final List<Statistic> STATISTICS =
        List.of(Statistic.MEAN, Statistic.P50, Statistic.P99, Statistic.P99_9, Statistic.MAX);

    public static final Csv<PhasesCsv.Row> TABLE =
        PhasesCsv.withMetrics(
            new Csv<PhasesCsv.Row>()
                .text("driver", "name of the driver file", row -> row.run().identity().driverName())
                .text(
                    "way",
                    "`native` or `generic`: by the broker's own mechanism, or by topics",
                    row -> row.asked().way())
                .text("mechanism", "what carries replies", row -> row.asked().mechanism())
                .text("phase", "name of the phase", row -> row.phase().name())
                .optional(
                    "requesters", "number of active requesters", row -> row.phase().requesters())
                .number("responders", "number of responders", row -> row.asked().responders())
                .number(
                    "messageSizeBytes",
                    "size of a request",
                    row -> row.run().shape().messageSizeBytes())
                .number("lengthSeconds", "length of the phase", row -> row.phase().lengthSeconds())
                .number(
                    "countedSeconds",
                    "time over which the rate was counted",
                    row -> row.phase().byTime().sendingNanos() / 1e9)
                .number(
                    "answeredRequestsByTime",
                    "requests answered during this time, whenever they were due",
                    row -> row.phase().byTime().counters().get(Counter.ANSWERED))
                .number(
                    "answeredRequests",
                    "requests due in the phase and answered in time",
                    row -> row.phase().counters().get(Counter.ANSWERED))
                .number(
                    "timedOutRequests",
                    "requests due in the phase and not answered within the timeout",
                    row -> row.phase().counters().get(Counter.TIMED_OUT))
                .number(
                    "failedRequests",
                    "requests due in the phase whose send failed",
                    row -> row.phase().counters().get(Counter.FAILED))
                .latencies(MEASURES, STATISTICS, row -> row.phase().latencies()),
            true);

    private RequestersCsv() {}

    public static ResultFiles.Content of(RunResult run) {
      return TABLE.of(PhasesCsv.Row.measured(run));
    }
  }
}
