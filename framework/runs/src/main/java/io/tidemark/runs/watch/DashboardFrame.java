package io.tidemark.runs.watch;

import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.Text;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.model.yaml.Printable;
import io.tidemark.report.text.TerminalStyle;
import io.tidemark.runs.PlannedRun;
import io.tidemark.runs.watch.Progress.Stage;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One picture of the dashboard as lines of text. Where the terminal has few lines, the least
 * important ones are left out.
 */
public final class DashboardFrame {
  /** Columns and rows of a terminal, in characters. */
  public record Size(int columns, int rows) {}

  private static final int MOST_COLUMNS = 100;
  private static final int SHORTEST_BAR = 8;
  private static final int LONGEST_BAR = 30;

  /** For the phase, percent, and the time that is left. */
  private static final int ROOM_BESIDE_A_BAR = 58;

  private static final int MOST_EVENTS = 3;

  /** Rows of the terminal that are left to the notes above. */
  private static final int OTHER_ROWS = 2;

  private static final DateTimeFormatter TO_THE_SECOND =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);
  private static final DateTimeFormatter TO_THE_MINUTE =
      DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);

  private final Progress progress;
  private final TerminalStyle style;
  private final int width;
  private final ZoneId zone;
  private final List<DashboardRow> rows = new ArrayList<>();

  private DashboardFrame(Progress progress, TerminalStyle style, int width, ZoneId zone) {
    this.progress = progress;
    this.style = style;
    this.width = width;
    this.zone = zone;
  }

  /** Lines that are shorter than the terminal is wide; empty before the first run. */
  public static List<String> of(Progress progress, TerminalStyle style, Size size, ZoneId zone) {
    if (progress.run().isEmpty()) {
      return List.of();
    }
    int width = Math.min(MOST_COLUMNS, size.columns() - 1);
    DashboardFrame frame = new DashboardFrame(progress, style, width, zone);
    frame.title(progress.run().get());
    frame.phase();
    frame.end();
    if (!progress.points().isEmpty()) {
      frame.rows.addAll(DashboardFigures.of(progress.points(), style, width));
    }
    frame.alarms();
    return frame.most(Math.max(1, size.rows() - 1 - OTHER_ROWS));
  }

  private List<String> most(int lines) {
    Set<DashboardRow> shown =
        rows.stream()
            .sorted(Comparator.comparingInt(DashboardRow::rank))
            .limit(lines)
            .collect(Collectors.toSet());
    return rows.stream().filter(shown::contains).map(row -> cut(row.text())).toList();
  }

  private String cut(String text) {
    return Columns.cut(style.unicode() ? text : Columns.ascii(text), width);
  }

  private void row(int rank, String text) {
    rows.add(new DashboardRow(rank, text));
  }

  private void title(PlannedRun run) {
    int of = progress.estimate().runs();
    String number =
        of > 1
            ? String.format(Locale.ROOT, "run %d of %d: ", progress.estimate().number(), of)
            : "";
    String title = style.rule(2) + ' ' + number + Columns.printable(run.title().text()) + ' ';
    row(1, style.bold(title + style.rule(Math.max(0, width - Columns.of(title)))));
  }

  private void phase() {
    if (progress.stage().isEmpty()) {
      row(0, " " + Columns.printable(progress.doing()));
      return;
    }
    Stage stage = progress.stage().get();
    double elapsed = progress.elapsed().toMillis() / 1e3;
    String position =
        Math.round(elapsed)
            + stage.length().map(all -> "/" + Math.round(all.toMillis() / 1e3)).orElse("")
            + " s";
    row(
        0,
        " %-12s%9s  %s"
            .formatted(
                Columns.printable(stage.name()),
                position,
                stage
                    .length()
                    .filter(all -> !all.isZero())
                    .map(all -> bar(elapsed / (all.toMillis() / 1e3)))
                    .orElse("")));
  }

  private String bar(double share) {
    int length = Math.min(LONGEST_BAR, width - ROOM_BESIDE_A_BAR);
    int done = (int) Math.floor(Math.min(1, share) * length);
    String percent = String.format(Locale.ROOT, "%3.0f %%", Math.min(1, share) * 100);
    return length < SHORTEST_BAR
        ? percent
        : (style.unicode() ? "█" : "#").repeat(done)
            + (style.unicode() ? "░" : ".").repeat(length - done)
            + percent;
  }

  private void end() {
    Optional<Duration> left = progress.estimate().left();
    Optional<Double> share = progress.estimate().share();
    if (left.isPresent() && share.isPresent()) {
      long end = progress.nowEpochNanos() + left.get().toNanos();
      String what = progress.estimate().runs() > 1 ? "all runs" : "run";
      String until =
          Text.duration(left.get().toMillis() / 1e3) + " left, until " + time(end, TO_THE_MINUTE);
      row(7, " %-21s  %s  %s".formatted(what, bar(share.get()), until));
    }
  }

  private String time(long epochNanos, DateTimeFormatter format) {
    return format.format(Instant.ofEpochMilli(epochNanos / 1_000_000).atZone(zone));
  }

  private void alarms() {
    if (progress.stage().isPresent() && !progress.points().isEmpty()) {
      alarms(progress.points().get(progress.points().size() - 1).sample());
    }
    progress.missedObjectives().forEach(line -> alarm(11, line));
    List<RunEvent> events = progress.events();
    for (int i = Math.max(0, events.size() - MOST_EVENTS); i < events.size(); i++) {
      RunEvent event = events.get(i);
      boolean newest = i == events.size() - 1;
      alarm(
          newest ? 3 : 12,
          Columns.printable(
              "%s %s %s: %s"
                  .formatted(
                      time(event.epochNanos(), TO_THE_SECOND),
                      event.kind(),
                      event.subject(),
                      event.text())));
    }
  }

  private void alarms(Sample sample) {
    Counters counters = sample.counters();
    long errors = counters.get(Counter.FAILED) + counters.get(Counter.CONSUMER_ERRORS);
    long timeouts = counters.get(Counter.TIMED_OUT);
    if (errors + timeouts > 0) {
      alarm(
          3,
          "%s, %s in the last sample"
              .formatted(Text.plural(errors, "error"), Text.plural(timeouts, "timeout")));
    }
    boolean nothing = counters.get(Counter.ACKNOWLEDGED) + counters.get(Counter.RECEIVED) == 0;
    if (nothing && progress.isUnderLoad()) {
      alarm(3, "no messages in the last sample");
    }
  }

  private void alarm(int rank, String text) {
    row(rank, style.warning(" ! " + text));
  }

  /** Text by the columns that it takes on a terminal. Colours take none. */
  static final class Columns {
    private static final char ESCAPE = '\u001b';

    /** Characters of East Asian scripts and emoji take two columns, but not those for drawing. */
    private static final int FIRST_WIDE = 0x1100;

    private Columns() {}

    static int of(String text) {
      return (int) text.replaceAll(ESCAPE + "\\[[0-9;]*m", "").codePoints().map(Columns::of).sum();
    }

    private static int of(int codePoint) {
      boolean drawing = codePoint >= 0x2000 && codePoint < 0x2600;
      return codePoint >= FIRST_WIDE && !drawing ? 2 : 1;
    }

    /** The beginning of a text, with the end of its colour. Control characters are escaped. */
    static String cut(String text, int columns) {
      StringBuilder cut = new StringBuilder();
      int left = columns;
      boolean coloured = false;
      for (int i = 0; i < text.length(); ) {
        int end = text.charAt(i) == ESCAPE ? text.indexOf('m', i) : -1;
        if (end > 0) {
          cut.append(text, i, end + 1);
          coloured = true;
          i = end + 1;
          continue;
        }
        int codePoint = text.codePointAt(i);
        left -= of(codePoint);
        if (left < 0) {
          break;
        }
        cut.appendCodePoint(codePoint);
        i += Character.charCount(codePoint);
      }
      return coloured && left < 0 ? cut + TerminalStyle.RESET : cut.toString();
    }

    static String ascii(String text) {
      return text.replaceAll("[^\\p{ASCII}]", "?");
    }

    /** Text from outside, without control characters. */
    static String printable(String text) {
      return Printable.message(text).replace('\t', ' ');
    }
  }
}
