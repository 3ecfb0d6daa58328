package io.tidemark.charts.page;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import io.tidemark.charts.Palette;
import io.tidemark.charts.page.Page.Assets;
import io.tidemark.report.chart.Chart;
import io.tidemark.report.document.Document;
import io.tidemark.report.document.Section;
import java.util.List;
import java.util.Optional;

/**
 * The page of a command while its runs are carried out. It has the charts of the report; its script
 * replaces its content by what {@code events} sends, the text of {@link #content}.
 */
public final class LivePage {
  private static final Assets ASSETS = Assets.load(true, true);
  private static final TemplateEngine TEMPLATES =
      TemplateEngine.createPrecompiled(ContentType.Html);

  /**
   * What the page shows.
   *
   * @param status what is done now
   * @param bars how far it is
   * @param answer of the runs that have ended, or why there is none; empty if none has ended
   * @param sections tables
   * @param charts of the current run, or of the last one
   */
  public record View(
      String title,
      String status,
      List<Bar> bars,
      Optional<Document> answer,
      List<Section> sections,
      List<Chart> charts) {
    public View {
      bars = List.copyOf(bars);
      sections = sections.stream().filter(section -> !section.isEmpty()).toList();
      charts = List.copyOf(charts);
    }

    public Section figures() {
      return Section.of("charts", "Charts")
          .add(ReportPage.figures("charts", charts, Palette.forCharts(charts)));
    }

    public Assets assets() {
      return ASSETS;
    }
  }

  /**
   * How far something is.
   *
   * @param share 0 to 1
   */
  public record Bar(String label, double share, String text) {
    public long percent() {
      return Math.round(100 * share);
    }
  }

  private LivePage() {}

  /** The whole page. */
  public static String html(View view) {
    return rendered("live.jte", view);
  }

  /** What changes in it: its element {@code main}. */
  public static String content(View view) {
    return rendered("content.jte", view);
  }

  private static String rendered(String template, View view) {
    StringOutput html = new StringOutput();
    TEMPLATES.render(template, view, html);
    return html.toString();
  }
}
