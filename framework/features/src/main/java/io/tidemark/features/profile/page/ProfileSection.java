package io.tidemark.features.profile.page;

import io.tidemark.charts.page.Figure.Graph;
import io.tidemark.features.profile.page.FlameGraph.LeafWeight;
import io.tidemark.features.profile.stack.ErlangUse;
import io.tidemark.features.profile.stack.FrameWeight;
import io.tidemark.features.profile.stack.ProcessProfile;
import io.tidemark.features.profile.stack.ProcessProfile.Pause;
import io.tidemark.model.result.Text;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Columns;
import io.tidemark.report.document.Section;
import io.tidemark.report.document.Table;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.runs.ReportedRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.LongStream;

/** What profiled processes did: flame graphs, methods, allocation, waits for locks, pauses. */
public final class ProfileSection {
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

  /** Something of a process. */
  private record Of<T>(String process, ProcessProfile profile, T it) {
    private ErlangUse erlang() {
      return profile.erlang();
    }

    /** What only virtual machines of Java have. */
    private Cell ofJava(double value, int digits) {
      return erlang().isEmpty() ? number(value, digits) : Cell.EMPTY;
    }
  }

  private static final Columns<Of<ProcessProfile>> PROCESSES =
      new Columns<Of<ProcessProfile>>()
          .text("process", Of::process)
          .cell("recorded (s)", of -> number(of.it.seconds(), 1))
          .cell("CPU (cores)", of -> of.it.cores() == 0 ? Cell.EMPTY : of.ofJava(of.it.cores(), 2))
          .cell("pauses", of -> of.ofJava(of.it.pauses().size(), 0))
          .cell("longest (ms)", of -> of.ofJava(micros(of.it).max().orElse(0) / 1e3, 1))
          .cell(
              "paused (%)",
              of -> of.ofJava(100 * micros(of.it).sum() / 1e6 / Math.max(1e-3, of.it.seconds()), 1))
          .text("runtime", of -> of.it.runtime());
  private static final Columns<Of<FrameWeight>> METHODS =
      columns("method", FrameWeight::frame)
          .cell("self (%)", of -> percent(of.it.self()))
          .cell("total (%)", of -> percent(of.it.total()));
  private static final Columns<Of<LeafWeight>> ALLOCATIONS =
      columns("class", LeafWeight::leaf)
          .cell("share (%)", of -> percent(of.it.share()))
          .text("mostly in", of -> of.it.place());
  private static final Columns<Of<LeafWeight>> LOCKS =
      columns("lock", LeafWeight::leaf)
          .cell("waited (ms)", of -> number(of.it.weight() / 1e3, 0))
          .text("mostly in", of -> of.it.place());
  private static final Columns<Of<ErlangUse.Work>> WORK =
      columns("Erlang process", ErlangUse.Work::process)
          .cell(
              "million per s",
              of -> number(of.it.reductions() / 1e6 / Math.max(1e-3, of.profile.seconds()), 3))
          .cell(
              "share (%)",
              of -> percent(of.it.reductions() / Math.max(1.0, of.erlang().reductions())));
  private static final Columns<Of<ErlangUse.Memory>> MEMORY =
      columns("part", ErlangUse.Memory::part).cell("MB", of -> number(of.it.bytes() / 1e6, 1));
  private final List<Of<ProcessProfile>> profiles = new ArrayList<>();
  private final List<Graph> graphs = new ArrayList<>();
  private int leftOut;

  private ProfileSection() {}

  private static <T> Columns<Of<T>> columns(String name, Function<T, String> text) {
    return new Columns<Of<T>>().text(name, of -> text.apply(of.it)).text("process", Of::process);
  }

  private static LongStream micros(ProcessProfile profile) {
    return profile.pauses().stream().mapToLong(Pause::micros);
  }

  /** Empty if no run was profiled. */
  public static Optional<Section> section(List<ReportedRun> runs) {
    ProfileSection section = new ProfileSection();
    List<String> warnings = new ArrayList<>();
    for (ReportedRun run : runs) {
      try {
        for (ProcessProfile each : ProfileComparison.profiles(run)) {
          section.add(
              runs.size() == 1 ? each.process() : each.process() + " of " + run.label(), each);
        }
      } catch (ResultsException e) {
        warnings.add("Profiles of " + run.name() + " cannot be read: " + e.getMessage());
      }
    }
    return section.profiles.isEmpty() && warnings.isEmpty()
        ? Optional.empty()
        : Optional.of(section.build(warnings));
  }

  private Section build(List<String> warnings) {
    Columns<Of<ErlangUse.Threads>> threads =
        columns("threads", (ErlangUse.Threads each) -> each.kind().replace('_', ' '))
            .cell("number", of -> number(of.it.number(), 0))
            .cell("busy (%)", of -> percent(1 - of.it.share(ErlangUse.SLEEP)));
    STATES.forEach(
        state -> threads.cell(state.replace('_', ' ') + " (%)", of -> percent(of.it.share(state))));
    return Section.of("profile", "Profile")
        .notes(
            graphs.isEmpty() ? "" : WHAT,
            leftOut == 0
                ? ""
                : "Flame graphs of " + Text.plural(leftOut, "more process") + " are left out.")
        .warnings(warnings)
        .add(
            PROCESSES.table("Profiled processes", profiles.stream()),
            table(
                "Methods with most of the CPU time: alone, and with what they call",
                METHODS,
                profile -> FrameWeight.of(profile.cpu())),
            table(
                "What is allocated, and where first in other code than the JDK's",
                ALLOCATIONS,
                profile -> LeafWeight.of(profile.allocation())),
            table(
                "Waits of 10 ms or longer for locks, of all threads together",
                LOCKS,
                profile -> LeafWeight.of(profile.locks())),
            table(
                "What the threads of Erlang machines did: shares of their time",
                threads,
                profile -> profile.erlang().threads()),
            table(
                "Processes of Erlang machines with most work, in reductions: calls of functions",
                WORK,
                profile -> profile.erlang().processes()),
            table(
                "Memory of Erlang machines at the end of the last profiled phase",
                MEMORY,
                profile -> profile.erlang().memory()))
        .add(graphs);
  }

  private <T> Table table(
      String caption, Columns<Of<T>> columns, Function<ProcessProfile, List<T>> rows) {
    return columns.table(
        caption,
        profiles.stream()
            .flatMap(
                of ->
                    rows.apply(of.profile).stream()
                        .limit(MOST_ROWS)
                        .map(each -> new Of<>(of.process, of.profile, each))));
  }

  private void add(String process, ProcessProfile profile) {
    profiles.add(new Of<>(process, profile, profile));
    if (!profile.cpu().isEmpty() && graphs.size() < MOST_GRAPHS) {
      String title = "CPU time of " + process + ", " + String.join(", ", profile.phases());
      graphs.add(new Graph("", title, "", FlameGraph.svg(profile.cpu(), title)));
    } else if (!profile.cpu().isEmpty()) {
      leftOut++;
    }
  }

  private static Cell percent(double share) {
    return number(100 * share, 1);
  }

  private static Cell number(double value, int digits) {
    return Cell.of(String.format(Locale.ROOT, "%,." + digits + "f", value), value);
  }
}
