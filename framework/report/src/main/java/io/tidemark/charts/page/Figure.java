package io.tidemark.charts.page;

import io.tidemark.charts.Palette;
import io.tidemark.charts.SvgChart;
import io.tidemark.report.chart.Chart;
import io.tidemark.report.document.Block;

/**
 * A chart in the page.
 *
 * @param id of the element
 * @param group of charts with the same layout
 * @param json what is drawn; safe in a script element
 * @param rank on paper, the most important one is 0; below 0 if it is not printed
 * @param paper the chart as SVG for paper; empty if it is not printed
 */
public record Figure(
    String id, String group, String title, String description, String json, int rank, String paper)
    implements Block.Drawing {
  /**
   * A drawing with a title.
   *
   * @param svg safe in a page
   */
  public record Graph(String id, String title, String description, String svg)
      implements Block.Drawing {
    private static final double WIDTH = 640;
    private static final double NARROW = 370;
    private static final double HEIGHT = 260;

    /** A chart for wide and for narrow windows. */
    static Graph of(String id, Chart chart, Palette palette) {
      return of(id, chart, palette, WIDTH, HEIGHT);
    }

    static Graph of(String id, Chart chart, Palette palette, double width, double height) {
      String logarithmic = chart.y().isLogarithmic() ? " Logarithmic scale." : "";
      return new Graph(
          id,
          chart.title(),
          (chart.description() + logarithmic).strip(),
          ("<div class=\"on-wide\">%s</div><div class=\"on-narrow\">%s</div>")
              .formatted(
                  SvgChart.element(chart, palette, width, height),
                  SvgChart.element(chart, palette, NARROW, HEIGHT)));
    }
  }
}
