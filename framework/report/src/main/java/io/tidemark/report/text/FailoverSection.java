package io.tidemark.report.text;

import io.tidemark.model.result.FailoverReport;
import io.tidemark.model.result.FailoverReport.Lag;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The failover of a run on the console: what was lost, and how long it took. */
public final class FailoverSection {
  private static final String UNKNOWN = "not known";
  private static final double BYTES_PER_MEGABYTE = 1e6;

  /**
   * One figure.
   *
   * @param column its name in a table with a row for each run
   * @param bad whether it is a loss
   */
  public record Figure(String name, String column, String value, boolean bad) {}

  private FailoverSection() {}

  /** Empty for a run without a failover. */
  static List<String> lines(RunResult run, TerminalStyle style) {
    TextTable table = new TextTable(2);
    for (Figure figure : run.failover().map(FailoverSection::figures).orElse(List.of())) {
      table.row(figure.name(), figure.bad() ? style.bad(figure.value()) : figure.value());
    }
    List<String> lines = new ArrayList<>(table.lines());
    if (run.failover().isPresent()) {
      lines.addAll(DamageMarks.of(run).recoveryNotes());
    }
    return lines;
  }

  /** In the order of a table. */
  public static List<Figure> figures(FailoverReport failover) {
    List<Figure> figures = new ArrayList<>();
    figures.add(figure("failure of site A", "failure", failover.failure()));
    figures.add(figure("confirmed at site A", "confirmed", Text.count(failover.confirmed())));
    figures.add(
        new Figure(
            "missing at site B (RPO)",
            "missing (RPO)",
            failover.missing().map(Text::count).orElse(UNKNOWN),
            failover.missing().orElse(0L) > 0));
    figures.add(
        figure(
            "age of the oldest missing message (RPO)",
            "oldest missing (RPO)",
            failover.missing().orElse(-1L) == 0
                ? "none is missing"
                : time(failover.oldestMissingNanos())));
    figures.add(figure("site B promoted after", "promoted", Text.nanos(failover.promotedNanos())));
    figures.add(
        figure(
            "first message at site B after (RTO)",
            "first message (RTO)",
            time(failover.firstMessageNanos())));
    figures.add(
        figure(
            "last message at site B after (RTO)",
            "last message (RTO)",
            time(failover.lastMessageNanos())));
    figures.add(figure("largest replication lag", "largest lag", messages(failover.largestLag())));
    figures.add(
        figure("replication lag before the failure", "last lag", messages(failover.lastLag())));
    figures.add(
        figure(
            "disk used at site B",
            "disk",
            failover
                .diskBytes()
                .map(bytes -> String.format(Locale.ROOT, "%.1f MB", bytes / BYTES_PER_MEGABYTE))
                .orElse(UNKNOWN)));
    return figures;
  }

  private static Figure figure(String name, String column, String value) {
    return new Figure(name, column, value, false);
  }

  private static String time(Optional<Long> nanos) {
    return nanos.map(Text::nanos).orElse(UNKNOWN);
  }

  private static String messages(Optional<Lag> lag) {
    return lag.map(each -> Text.count(each.messages()) + " messages").orElse(UNKNOWN);
  }
}
