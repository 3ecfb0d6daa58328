package io.tidemark.charts.page;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import io.tidemark.charts.page.Section.Graph;
import io.tidemark.charts.profile.FlameGraph;
import io.tidemark.model.profile.FrameChange;
import io.tidemark.model.result.Text;
import io.tidemark.report.compare.ProfileComparison;
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

  private ProfilePage() {}

  /** The whole file, with a section for each comparison. */
  public static String html(List<ProfileComparison> comparisons) {
    List<Section> sections = new ArrayList<>();
    for (ProfileComparison each : comparisons) {
      sections.add(section("process-" + (sections.size() + 1), each));
    }
    StringOutput html = new StringOutput();
    TemplateEngine.createPrecompiled(ContentType.Html)
        .render(
            "report.jte",
            new Page(
                "Differences of profiles",
                Text.plural(comparisons.size(), "process"),
                Assets.load(false),
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
        .graphs(
            List.of(new Graph(title, FlameGraph.difference(each.before(), each.after(), title))))
        .tables(
            changes.isEmpty()
                ? List.of()
                : List.of(
                    new Table(
                        "Methods whose share of the CPU time changed most",
                        HEAD,
                        changes.stream().limit(MOST_ROWS).map(ProfilePage::row).toList())));
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
    return Cell.of(String.format(Locale.ROOT, format, 100 * share), 100 * share);
  }
}
