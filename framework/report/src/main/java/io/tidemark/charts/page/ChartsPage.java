package io.tidemark.charts.page;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import io.tidemark.charts.Palette;
import io.tidemark.charts.page.Figure.Graph;
import io.tidemark.charts.page.Page.Assets;
import io.tidemark.report.chart.Chart;
import io.tidemark.report.chart.ChartText.Drawn;
import io.tidemark.report.document.Block.Paragraph;
import io.tidemark.report.document.Document;
import io.tidemark.report.document.Section;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A document with charts as one HTML file that loads nothing: with the look of the report, and
 * without a library for charts.
 */
public final class ChartsPage {
  private ChartsPage() {}

  /** The whole file; the opening is below the title. */
  public static String html(Document document) {
    StringOutput html = new StringOutput();
    TemplateEngine.createPrecompiled(ContentType.Html)
        .render(
            "report.jte",
            new Page(
                document.title(),
                document.opening().stream()
                    .map(block -> ((Paragraph) block).content().text())
                    .collect(Collectors.joining(" ")),
                Assets.load(false, false),
                Optional.empty(),
                document.sections().stream().map(ChartsPage::drawn).toList()),
            html);
    return html.toString();
  }

  private static Section drawn(Section section) {
    List<Chart> charts = section.blocks(Drawn.class).stream().map(Drawn::chart).toList();
    Palette palette = Palette.forCharts(charts);
    return section.add(
        charts.stream()
            .map(chart -> Graph.of(section.id() + "-" + chart.id(), chart, palette))
            .toList());
  }
}
