package io.tidemark.charts.page;

import io.tidemark.charts.FlameGraph;
import io.tidemark.charts.LeafWeight;
import io.tidemark.charts.page.Figure.Graph;
import io.tidemark.model.profile.ErlangUse;
import io.tidemark.model.profile.FrameWeight;
import io.tidemark.model.profile.ProcessProfile;
import io.tidemark.model.profile.ProcessProfile.Pause;
import io.tidemark.model.result.Text;
import io.tidemark.report.chart.RunProfiles;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Section;
import io.tidemark.report.document.Table;
import io.tidemark.report.runs.ReportedRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What profiled processes did: flame graphs, methods, allocation, waits for locks, pauses. */
final class ProfileSection {
  /**
   * Limit of the flame graphs of all processes, in the order of the runs; a page with more is slow.
   */
  private static final int MOST_GRAPHS = 12;

  private static final int MOST_ROWS = 15;

  /** States of threads that do not sleep, as Erlang names them. */
  private static final List<String> STATES =
      List.of("emulator", "port", "gc", "check_io", "aux", "other");

  private static final String WHAT =
      "Click a frame to widen it; a frame above it leads back. The width of a frame is its share of"
          + " the samples of running threads, one every 10 ms; the first row below the whole are"
          + " threads, with # for numbers. The figures of a profiled run contain the cost of the"
          + " profile.";

  private final List<Graph> graphs = new ArrayList<>();
  private final List<List<Cell>> methods = new ArrayList<>();
  private final List<List<Cell>> allocations = new ArrayList<>();
  private final List<List<Cell>> locks = new ArrayList<>();
  private final List<List<Cell>> threads = new ArrayList<>();
  private final List<List<Cell>> memory = new ArrayList<>();
  private final List<List<Cell>> work = new ArrayList<>();
  private final List<List<Cell>> processes = new ArrayList<>();
  private int leftOut;

  private ProfileSection() {}

  /** Empty if no run was profiled. */
  static Optional<Section> section(List<ReportedRun> runs) {
    ProfileSection section = new ProfileSection();
    List<String> warnings = new ArrayList<>();
    for (ReportedRun run : runs) {
      RunProfiles of = RunProfiles.of(run);
      if (!of.problem().isEmpty()) {
        warnings.add("Profiles of " + run.name() + " cannot be read: " + of.problem());
      }
      for (ProcessProfile each : of.profiles()) {
        section.add(
            runs.size() == 1 ? each.process() : each.process() + " of " + run.label(), each);
      }
    }
    return section.processes.isEmpty() && warnings.isEmpty()
        ? Optional.empty()
        : Optional.of(section.build(warnings));
  }

  private Section build(List<String> warnings) {
    List<String> notes = new ArrayList<>();
    if (!graphs.isEmpty()) {
      notes.add(WHAT);
    }
    if (leftOut > 0) {
      notes.add("Flame graphs of " + Text.plural(leftOut, "more process") + " are left out.");
    }
    List<Table> tables = new ArrayList<>();
    table(
        tables,
        "Profiled processes",
        List.of(
            "process",
            "recorded (s)",
            "CPU (cores)",
            "pauses",
            "longest (ms)",
            "paused (%)",
            "runtime"),
        processes);
    table(
        tables,
        "Methods with most of the CPU time: alone, and with what they call",
        List.of("method", "process", "self (%)", "total (%)"),
        methods);
    table(
        tables,
        "What is allocated, and where first in other code than the JDK's",
        List.of("class", "process", "share (%)", "mostly in"),
        allocations);
    table(
        tables,
        "Waits of 10 ms or longer for locks, of all threads together",
        List.of("lock", "process", "waited (ms)", "mostly in"),
        locks);
    List<String> states = new ArrayList<>(List.of("threads", "process", "number", "busy (%)"));
    STATES.forEach(each -> states.add(each.replace('_', ' ') + " (%)"));
    table(tables, "What the threads of Erlang machines did: shares of their time", states, threads);
    table(
        tables,
        "Processes of Erlang machines with most work, in reductions: calls of functions",
        List.of("Erlang process", "process", "million per s", "share (%)"),
        work);
    table(
        tables,
        "Memory of Erlang machines at the end of the last profiled phase",
        List.of("part", "process", "MB"),
        memory);
    return Section.of("profile", "Profile").notes(notes).warnings(warnings).add(tables).add(graphs);
  }

  private static void table(
      List<Table> tables, String caption, List<String> head, List<List<Cell>> rows) {
    if (!rows.isEmpty()) {
      tables.add(new Table(caption, head, rows));
    }
  }

  private void add(String process, ProcessProfile profile) {
    if (!profile.cpu().isEmpty() && graphs.size() < MOST_GRAPHS) {
      String title = "CPU time of " + process + ", " + String.join(", ", profile.phases());
      graphs.add(new Graph("", title, "", FlameGraph.svg(profile.cpu(), title)));
    } else if (!profile.cpu().isEmpty()) {
      leftOut++;
    }
    processes.add(summary(process, profile));
    FrameWeight.of(profile.cpu()).stream()
        .limit(MOST_ROWS)
        .forEach(
            each ->
                methods.add(
                    List.of(
                        Cell.of(each.frame()),
                        Cell.of(process),
                        percent(each.self()),
                        percent(each.total()))));
    LeafWeight.of(profile.allocation()).stream()
        .limit(MOST_ROWS)
        .forEach(each -> allocations.add(row(each, process, percent(each.share()))));
    LeafWeight.of(profile.locks()).stream()
        .limit(MOST_ROWS)
        .forEach(each -> locks.add(row(each, process, number(each.weight() / 1e3, 0))));
    add(process, profile.seconds(), profile.erlang());
  }

  private void add(String process, double seconds, ErlangUse erlang) {
    for (ErlangUse.Threads each : erlang.threads()) {
      List<Cell> row = new ArrayList<>();
      row.add(Cell.of(each.kind().replace('_', ' ')));
      row.add(Cell.of(process));
      row.add(number(each.number(), 0));
      row.add(percent(1 - each.share(ErlangUse.SLEEP)));
      STATES.forEach(state -> row.add(percent(each.share(state))));
      threads.add(row);
    }
    erlang.processes().stream()
        .limit(MOST_ROWS)
        .forEach(
            each ->
                work.add(
                    List.of(
                        Cell.of(each.process()),
                        Cell.of(process),
                        number(each.reductions() / 1e6 / Math.max(1e-3, seconds), 3),
                        percent(each.reductions() / Math.max(1.0, erlang.reductions())))));
    erlang.memory().stream()
        .limit(MOST_ROWS)
        .forEach(
            each ->
                memory.add(
                    List.of(
                        Cell.of(each.part()), Cell.of(process), number(each.bytes() / 1e6, 1))));
  }

  private static List<Cell> row(LeafWeight each, String process, Cell figure) {
    return List.of(Cell.of(each.leaf()), Cell.of(process), figure, Cell.of(each.place()));
  }

  private static List<Cell> summary(String process, ProcessProfile profile) {
    if (!profile.erlang().isEmpty()) {
      Cell none = Cell.of("");
      return List.of(
          Cell.of(process),
          number(profile.seconds(), 1),
          none,
          none,
          none,
          none,
          Cell.of(profile.runtime()));
    }
    double paused = profile.pauses().stream().mapToLong(Pause::micros).sum() / 1e6;
    double longest = profile.pauses().stream().mapToLong(Pause::micros).max().orElse(0) / 1e3;
    return List.of(
        Cell.of(process),
        number(profile.seconds(), 1),
        profile.cores() == 0 ? Cell.of("") : number(profile.cores(), 2),
        number(profile.pauses().size(), 0),
        number(longest, 1),
        percent(paused / Math.max(1e-3, profile.seconds())),
        Cell.of(profile.runtime()));
  }

  private static Cell percent(double share) {
    return number(100 * share, 1);
  }

  private static Cell number(double value, int digits) {
    return Cell.of(String.format(Locale.ROOT, "%,." + digits + "f", value), value);
  }
}
