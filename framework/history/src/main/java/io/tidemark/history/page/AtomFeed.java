package io.tidemark.history.page;

import io.tidemark.history.HistoryRun;
import io.tidemark.history.change.LevelChange;
import io.tidemark.history.trend.Causes;
import io.tidemark.history.trend.Trend;
import io.tidemark.history.trend.TrendMetric;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** The changes of levels as an Atom feed, the latest first. */
final class AtomFeed {
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
