package io.tidemark.features.profile.page;

import io.tidemark.charts.page.ChartsPage;
import io.tidemark.charts.page.Figure.Graph;
import io.tidemark.model.result.Text;
import io.tidemark.report.document.Block.Paragraph;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Document;
import io.tidemark.report.document.Section;
import java.util.ArrayList;
import java.util.List;

/** Differences of profiles as one HTML file that loads nothing. */
public final class ProfilePage {
  private static final String WHAT =
      "Widths are shares of the samples of running threads of the second side. Red: a higher share"
          + " than in the baseline; blue: a lower one; the strongest colours from 5 percentage"
          + " points on. A frame that only the baseline has is not drawn; the table has it. A share"
          + " is of the CPU time of the process, not of the time of a message: it rises if other"
          + " code becomes cheaper.";

  private ProfilePage() {}

  /** The whole file, with a section for each comparison. */
  public static String html(List<ProfileComparison> comparisons, List<ErlangComparison> ofErlang) {
    List<Section> sections = new ArrayList<>();
    for (ProfileComparison each : comparisons) {
      Section section = each.section(id(sections));
      String svg = FlameGraph.difference(each.before(), each.after(), section.title());
      sections.add(section.add(new Graph("", section.title(), WHAT, svg)));
    }
    ofErlang.forEach(each -> sections.add(each.section(id(sections))));
    Paragraph count = new Paragraph(Cell.of(Text.plural(sections.size(), "process")));
    return ChartsPage.html(new Document("Differences of profiles", List.of(count), sections));
  }

  private static String id(List<Section> before) {
    return "process-" + (before.size() + 1);
  }
}
