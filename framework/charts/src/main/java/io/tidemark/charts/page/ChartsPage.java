package io.tidemark.charts.page;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import io.tidemark.charts.Palette;
import io.tidemark.charts.page.Figure.Graph;
import io.tidemark.report.chart.Chart;
import io.tidemark.report.document.Section;
import java.util.List;
import java.util.Optional;

/**
 * Sections with charts as one HTML file that loads nothing: with the look of the report, and
 * without a library for charts.
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
      Palette palette = Palette.forCharts(charts);
      return charts.isEmpty()
          ? section
          : section.add(
              charts.stream()
                  .map(chart -> Graph.of(section.id() + "-" + chart.id(), chart, palette))
                  .toList());
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
                Assets.load(false, false),
                Optional.empty(),
                parts.stream().map(Part::withCharts).toList()),
            html);
    return html.toString();
  }
}
