package io.tidemark.features.history.page;

import io.tidemark.charts.page.ChartsPage;
import io.tidemark.features.history.HistoryRun;
import io.tidemark.features.history.change.ChangePoints.LevelChange;
import io.tidemark.features.history.trend.Causes;
import io.tidemark.features.history.trend.Trend;
import io.tidemark.features.history.trend.TrendMetric;
import io.tidemark.model.metric.Unit;
import io.tidemark.model.result.Text;
import io.tidemark.report.document.Block.Paragraph;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Document;
import io.tidemark.report.document.Section;
import io.tidemark.report.document.Table;
import io.tidemark.report.file.ResultFiles;
import io.tidemark.report.file.ResultsException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * A folder of static pages: {@code index.html} by workload and driver, a page for each series,
 * whose name stays, and {@code feed.xml} with the changes.
 */
public final class HistorySite {
  private final Path folder;
  private final Causes causes;

  public HistorySite(Path folder, Causes causes) {
    this.folder = folder;
    this.causes = causes;
  }

  /** Writes or replaces all pages. */
  public void write(List<Trend> trends) throws ResultsException {
    Map<String, List<Trend>> bySeries = new LinkedHashMap<>();
    trends.forEach(
        trend -> bySeries.computeIfAbsent(trend.key().id(), any -> new ArrayList<>()).add(trend));
    TrendDocument page = new TrendDocument(causes, new RunLinks(folder)::of);
    for (Map.Entry<String, List<Trend>> series : bySeries.entrySet()) {
      ResultFiles.replaceFile(
          ResultFiles.within(folder, series.getKey() + ".html"),
          ChartsPage.html(page.page(series.getValue())));
    }
    ResultFiles.replaceFile(ResultFiles.within(folder, "index.html"), index(bySeries));
    ResultFiles.replaceFile(ResultFiles.within(folder, "feed.xml"), AtomFeed.of(trends, causes));
  }

  private static String index(Map<String, List<Trend>> bySeries) {
    List<List<Cell>> rows = new ArrayList<>();
    bySeries.forEach((id, trends) -> rows.add(row(id, trends)));
    Section section =
        Section.of("series", "Series")
            .add(
                new Table(
                    "Series",
                    List.of("workload", "driver", "machines", "runs", "last run", "last change"),
                    rows),
                new Table(
                    "All changes",
                    List.of("Atom feed"),
                    List.of(List.of(Cell.link("feed.xml", "feed.xml")))));
    String subtitle = Text.count(bySeries.size()) + " series";
    return ChartsPage.html(
        new Document("History", List.of(new Paragraph(Cell.of(subtitle))), List.of(section)));
  }

  private static List<Cell> row(String id, List<Trend> trends) {
    Trend longest =
        trends.stream()
            .reduce((one, other) -> other.runs().size() > one.runs().size() ? other : one)
            .orElseThrow();
    String last = "";
    String what = "";
    for (Trend trend : trends) {
      for (LevelChange change : trend.points().changes()) {
        String day = Trend.day(trend.run(change));
        if (day.compareTo(last) > 0) {
          last = day;
          what =
              day
                  + ": "
                  + trend.metric()
                  + " "
                  + TrendMetric.change(trend.metric(), change.change());
        }
      }
    }
    return List.of(
        Cell.link(longest.key().workload(), id + ".html"),
        Cell.of(longest.key().driver()),
        Cell.of(longest.key().testBedText()),
        Cell.of(longest.runs().size(), Unit.COUNT),
        Cell.of(Trend.day(longest.runs().get(longest.runs().size() - 1))),
        Cell.of(what));
  }

  /** The changes of levels as an Atom feed, the latest first. */
  static final class AtomFeed {
    private static final int MOST = 100;
    private static final String NOT_XML = "[\\p{Cntrl}]|[\uFFFE\uFFFF]";

    private record Entry(Instant at, String id, String title, String summary, String link) {}

    private final XMLStreamWriter xml;

    private AtomFeed(XMLStreamWriter xml) {
      this.xml = xml;
    }

    static String of(List<Trend> trends, Causes causes) {
      List<Entry> entries = new ArrayList<>();
      for (Trend trend : trends) {
        for (LevelChange change : trend.points().changes()) {
          entries.add(entry(trend, change, causes));
        }
      }
      entries.sort(Comparator.comparing(Entry::at).reversed().thenComparing(Entry::id));
      StringWriter written = new StringWriter();
      try {
        XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(written);
        new AtomFeed(xml).feed(entries.subList(0, Math.min(MOST, entries.size())), latest(trends));
      } catch (XMLStreamException e) {
        throw new IllegalStateException("a string takes all XML", e);
      }
      return written + "\n";
    }

    private static Instant latest(List<Trend> trends) {
      return trends.stream()
          .flatMap(trend -> trend.runs().stream())
          .map(HistoryRun::at)
          .max(Comparator.naturalOrder())
          .orElse(Instant.EPOCH);
    }

    /** The id stays when further runs are added, as long as the change begins with the same run. */
    private static Entry entry(Trend trend, LevelChange change, Causes causes) {
      HistoryRun run = trend.run(change);
      return new Entry(
          run.at(),
          uuid(trend.key().id() + "\n" + trend.metric() + "\n" + run.id()),
          trend.key().title() + ": " + trend.metric(),
          sentence(trend, change) + "; " + causes.sentence(trend, change),
          trend.key().id() + ".html");
    }

    /** {@code 2026-10-12: endToEnd.p99 8.1 % worse (95 %: +6.2 to +10.0 %), 11.4 ms -> 12.3 ms}. */
    private static String sentence(Trend trend, LevelChange change) {
      String metric = trend.metric();
      return "%s: %s %s (95 %%: %s), %s -> %s"
          .formatted(
              Trend.day(trend.run(change)),
              metric,
              TrendMetric.change(metric, change.change()),
              change.interval(),
              TrendMetric.text(metric, change.before()),
              TrendMetric.text(metric, change.after()));
    }

    private static String uuid(String name) {
      return "urn:uuid:" + UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
    }

    private void feed(List<Entry> entries, Instant updated) throws XMLStreamException {
      xml.writeStartDocument("UTF-8", "1.0");
      xml.writeStartElement("feed");
      xml.writeDefaultNamespace("http://www.w3.org/2005/Atom");
      text("id", uuid("tidemark history"));
      text("title", "Changes of performance");
      text("updated", updated.toString());
      xml.writeStartElement("author");
      text("name", "Tidemark");
      xml.writeEndElement();
      for (Entry entry : entries) {
        xml.writeStartElement("entry");
        text("id", entry.id);
        text("title", entry.title);
        text("updated", entry.at.toString());
        xml.writeEmptyElement("link");
        xml.writeAttribute("href", entry.link);
        text("summary", entry.summary);
        xml.writeEndElement();
      }
      xml.writeEndElement();
      xml.writeEndDocument();
    }

    private void text(String element, String text) throws XMLStreamException {
      xml.writeStartElement(element);
      xml.writeCharacters(text.replaceAll(NOT_XML, "?"));
      xml.writeEndElement();
    }
  }

  /**
   * Where a page links to for a run: its label {@code report}, if that is an address of the web or
   * a file below the folder of the page, or its results, if they are on this machine.
   *
   * @param folder of the page
   */
  public record RunLinks(Path folder) {
    public Optional<String> of(HistoryRun run) {
      Optional<String> label =
          run.attribute(HistoryRun.REPORT)
              .filter(text -> text.matches("https?://[^\\s\"'<>]+") || isFileBelow(text));
      return label.isPresent() ? label : local(run.source());
    }

    private boolean isFileBelow(String text) {
      return text.matches("[\\w-][\\w.-]*(/[\\w-][\\w.-]*)*")
          && Files.isRegularFile(folder.resolve(text));
    }

    private Optional<String> local(String source) {
      Path results = Path.of(source).toAbsolutePath().normalize();
      if (source.isEmpty() || !Files.exists(results)) {
        return Optional.empty();
      }
      Path from = folder.toAbsolutePath().normalize();
      String path = from.relativize(results).toString().replace('\\', '/');
      return Optional.of(
          path.replace("%", "%25").replace(" ", "%20").replace("#", "%23").replace("?", "%3F"));
    }
  }
}
