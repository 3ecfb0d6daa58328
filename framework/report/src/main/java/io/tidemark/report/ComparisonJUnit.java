package io.tidemark.report;

import io.tidemark.report.Comparison.Metric;
import io.tidemark.report.Comparison.Side;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Comparisons as JUnit XML: each limit of each workload and side is a test case. */
public final class ComparisonJUnit {
  private ComparisonJUnit() {}

  /**
   * One limit applied to one change.
   *
   * @param exceeded whether the change is not acceptable
   */
  public record Case(String workload, String side, ChangeLimit limit, Metric change) {
    public boolean exceeded() {
      return limit.isExceededBy(change);
    }

    /** {@code quickstart, b: publishRate -7.3 %, limit publishRate < -5%}. */
    public String text() {
      return String.format(
          Locale.ROOT,
          "%s, %s: %s %+.1f %%, limit %s",
          workload,
          side,
          change.metric().key(),
          change.change() * 100,
          limit.text());
    }
  }

  /** All limits on all changes of their metrics. */
  public static List<Case> cases(List<Comparison> comparisons, List<ChangeLimit> limits) {
    List<Case> cases = new ArrayList<>();
    for (Comparison comparison : comparisons) {
      for (Side side : comparison.others()) {
        for (ChangeLimit limit : limits) {
          side.metrics().stream()
              .filter(metric -> metric.metric() == limit.metric())
              .map(metric -> new Case(comparison.workload(), side.label(), limit, metric))
              .forEach(cases::add);
        }
      }
    }
    return cases;
  }

  /** The file. */
  public static String xml(List<Case> cases) {
    StringWriter text = new StringWriter();
    try {
      XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(text);
      xml.writeStartDocument("UTF-8", "1.0");
      xml.writeStartElement("testsuite");
      xml.writeAttribute("name", "tidemark compare");
      xml.writeAttribute("tests", "" + cases.size());
      xml.writeAttribute("failures", "" + cases.stream().filter(Case::exceeded).count());
      for (Case each : cases) {
        write(xml, each);
      }
      xml.writeEndElement();
      xml.writeEndDocument();
    } catch (XMLStreamException e) {
      throw new IllegalStateException("a string takes all XML", e);
    }
    return text + "\n";
  }

  private static void write(XMLStreamWriter xml, Case each) throws XMLStreamException {
    xml.writeStartElement("testcase");
    xml.writeAttribute("classname", each.workload() + "." + each.side());
    xml.writeAttribute("name", each.limit().text());
    if (each.exceeded()) {
      xml.writeStartElement("failure");
      xml.writeAttribute("message", each.text());
      xml.writeEndElement();
    }
    xml.writeEndElement();
  }
}
