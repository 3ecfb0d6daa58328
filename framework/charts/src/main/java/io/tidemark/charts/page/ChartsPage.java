package io.tidemark.charts.page;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import io.tidemark.charts.Chart;
import io.tidemark.charts.Palette;
import io.tidemark.report.document.Section;
import java.util.List;
import java.util.Optional;

/**
 * Sections with charts as one HTML file that loads nothing: with the look and tools of the report.
 */
public final class ChartsPage {
  private ChartsPage() {}

  /**
   * A section and its charts.
   *
   * @param section without charts
   */
  public record Part(Section section, List<Chart> charts) {
    public Part {
      charts = List.copyOf(charts);
    }

    private Section withCharts() {
      return charts.isEmpty()
          ? section
          : section.add(ReportPage.figures(section.id(), charts, Palette.forCharts(charts)));
    }
  }

  /** The whole file. */
  public static String html(String title, String subtitle, List<Part> parts) {
    StringOutput html = new StringOutput();
    TemplateEngine.createPrecompiled(ContentType.Html)
        .render(
            "report.jte",
            new Page(
                title,
                subtitle,
                Assets.load(false),
                Optional.empty(),
                parts.stream().map(Part::withCharts).toList()),
            html);
    return html.toString();
  }
}
