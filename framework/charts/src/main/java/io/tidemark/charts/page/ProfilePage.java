package io.tidemark.charts.page;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import io.tidemark.charts.FlameGraph;
import io.tidemark.charts.page.Figure.Graph;
import io.tidemark.model.profile.FrameChange;
import io.tidemark.model.result.Text;
import io.tidemark.report.compare.ErlangComparison;
import io.tidemark.report.compare.ProfileComparison;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Section;
import io.tidemark.report.document.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Differences of profiles as one HTML file that loads nothing. */
public final class ProfilePage {
  private static final int MOST_ROWS = 40;
  private static final List<String> HEAD =
      List.of(
          "method",
          "baseline self (%)",
          "self (%)",
          "change (points)",
          "baseline total (%)",
          "total (%)");
  private static final String WHAT =
      "Widths are shares of the samples of running threads of the second side. Red: a higher share"
          + " than in the baseline; blue: a lower one; the strongest colours from 5 percentage"
          + " points on. A frame that only the baseline has is not drawn; the table has it. A share"
          + " is of the CPU time of the process, not of the time of a message: it rises if other"
          + " code becomes cheaper.";

  private static final String WHAT_OF_ERLANG =
      "Changes of 0.1 or more, of means of the runs. Threads: the share of their time in which they"
          + " do not sleep. Processes of Erlang: those with most work; 0 % is not among them.";

  private ProfilePage() {}

  /** The whole file, with a section for each comparison. */
  public static String html(List<ProfileComparison> comparisons, List<ErlangComparison> ofErlang) {
    List<Section> sections = new ArrayList<>();
    for (ProfileComparison each : comparisons) {
      sections.add(section("process-" + (sections.size() + 1), each));
    }
    for (ErlangComparison each : ofErlang) {
      sections.add(erlang("process-" + (sections.size() + 1), each));
    }
    StringOutput html = new StringOutput();
    TemplateEngine.createPrecompiled(ContentType.Html)
        .render(
            "report.jte",
            new Page(
                "Differences of profiles",
                Text.plural(sections.size(), "process"),
                Assets.load(false, false),
                Optional.empty(),
                sections),
            html);
    return html.toString();
  }

  private static Section section(String id, ProfileComparison each) {
    String title = each.process() + ": " + each.other() + " against " + each.baseline();
    List<FrameChange> changes = each.changes();
    return Section.of(id, title)
        .notes(
            List.of(
                WHAT,
                String.format(
                    Locale.ROOT,
                    "Workload %s. %,d samples, and %,d of the baseline. The table has the methods"
                        + " whose share changed by more than 3 standard errors.",
                    each.workload(),
                    each.after().total(),
                    each.before().total())))
        .add(
            List.of(
                new Graph(
                    "", title, "", FlameGraph.difference(each.before(), each.after(), title))))
        .add(
            changes.isEmpty()
                ? List.of()
                : List.of(
                    new Table(
                        "Methods whose share of the CPU time changed most",
                        HEAD,
                        changes.stream().limit(MOST_ROWS).map(ProfilePage::row).toList())));
  }

  private static Section erlang(String id, ErlangComparison each) {
    List<String> notes = new ArrayList<>();
    notes.add("Workload " + each.workload() + ": " + each.sides() + ". " + WHAT_OF_ERLANG);
    if (!each.limit().isEmpty()) {
      notes.add(each.limit() + ".");
    }
    return Section.of(id, each.process() + ": " + each.other() + " against " + each.baseline())
        .notes(notes)
        .add(
            List.of(
                new Table(
                    "What the Erlang machine did, and its memory",
                    List.of("figure", "unit", "baseline", "this", "change", "runs overlap"),
                    each.changes().stream().map(ProfilePage::row).toList())));
  }

  private static List<Cell> row(ErlangComparison.Change change) {
    return List.of(
        Cell.of(change.figure()),
        Cell.of(change.unit()),
        number("%,.1f", change.before()),
        number("%,.1f", change.after()),
        number("%+,.1f", change.points()),
        Cell.of(change.overlaps() ? "yes" : ""));
  }

  private static List<Cell> row(FrameChange change) {
    return List.of(
        Cell.of(change.frame()),
        percent("%.1f", change.selfBefore()),
        percent("%.1f", change.self()),
        percent("%+.1f", change.ofSelf()),
        percent("%.1f", change.totalBefore()),
        percent("%.1f", change.total()));
  }

  private static Cell percent(String format, double share) {
    return number(format, 100 * share);
  }

  private static Cell number(String format, double value) {
    return Cell.of(String.format(Locale.ROOT, format, value), value);
  }
}
