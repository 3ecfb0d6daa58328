package io.tidemark.report.file;

import java.io.StringWriter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Test cases in JUnit's XML format, which CI servers show. */
public final class JUnitXml {
  private static final String NOT_XML = "[\\p{Cntrl}&&[^\\n\\t]]|[\uFFFE\uFFFF]";

  /**
   * @param seconds how long it took; empty if that means nothing
   * @param output what was printed; empty for nothing
   */
  public record Case(
      String group,
      String name,
      Optional<Double> seconds,
      Optional<Problem> problem,
      String output) {}

  /** Why a case did not pass. */
  public record Problem(Kind kind, String message, String details) {
    /** The names of the elements. */
    public enum Kind {
      /** It ran. */
      FAILURE,
      /** It could not run to its end. */
      ERROR
    }
  }

  private final XMLStreamWriter xml;

  private JUnitXml(XMLStreamWriter xml) {
    this.xml = xml;
  }

  public static String of(String suite, List<Case> cases) {
    StringWriter text = new StringWriter();
    try {
      XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(text);
      xml.writeStartDocument("UTF-8", "1.0");
      new JUnitXml(xml).suite(suite, cases);
      xml.writeEndDocument();
    } catch (XMLStreamException e) {
      throw new IllegalStateException("a string takes all XML", e);
    }
    return text + "\n";
  }

  private void suite(String name, List<Case> cases) throws XMLStreamException {
    xml.writeStartElement("testsuite");
    attribute("name", name);
    attribute("tests", "" + cases.size());
    attribute("failures", "" + count(cases, Problem.Kind.FAILURE));
    attribute("errors", "" + count(cases, Problem.Kind.ERROR));
    for (Case each : cases) {
      write(each);
    }
    xml.writeEndElement();
  }

  private static long count(List<Case> cases, Problem.Kind kind) {
    return cases.stream()
        .filter(each -> each.problem().filter(problem -> problem.kind() == kind).isPresent())
        .count();
  }

  private void write(Case each) throws XMLStreamException {
    xml.writeStartElement("testcase");
    attribute("classname", each.group());
    attribute("name", each.name());
    if (each.seconds().isPresent()) {
      attribute("time", String.format(Locale.ROOT, "%.3f", each.seconds().get()));
    }
    if (each.problem().isPresent()) {
      Problem problem = each.problem().get();
      xml.writeStartElement(problem.kind().name().toLowerCase(Locale.ROOT));
      attribute("message", problem.message());
      text(problem.details());
      xml.writeEndElement();
    }
    if (!each.output().isEmpty()) {
      xml.writeStartElement("system-out");
      text(each.output());
      xml.writeEndElement();
    }
    xml.writeEndElement();
  }

  private void attribute(String name, String value) throws XMLStreamException {
    xml.writeAttribute(name, value.replaceAll(NOT_XML, "?"));
  }

  private void text(String text) throws XMLStreamException {
    xml.writeCharacters(text.replaceAll(NOT_XML, "?"));
  }
}
