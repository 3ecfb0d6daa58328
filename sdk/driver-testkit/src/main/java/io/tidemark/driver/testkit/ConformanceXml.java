package io.tidemark.driver.testkit;

import io.tidemark.driver.testkit.RuleOutcome.Result;
import java.io.StringWriter;
import java.util.List;
import java.util.Locale;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Outcomes of rules as test cases in JUnit's XML format. */
final class ConformanceXml {
  /** Characters that XML 1.0 cannot contain. */
  private static final String NOT_XML =
      "[^\\n\\x{20}-\\x{D7FF}\\x{E000}-\\x{FFFD}\\x{10000}-\\x{10FFFF}]";

  private final XMLStreamWriter xml;

  private ConformanceXml(XMLStreamWriter xml) {
    this.xml = xml;
  }

  /** Untried rules and violations of SHOULD are skipped tests. */
  static String write(String driver, List<RuleOutcome> outcomes) {
    StringWriter text = new StringWriter();
    try {
      XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
      xml.writeStartDocument("UTF-8", "1.0");
      xml.writeCharacters("\n");
      new ConformanceXml(xml).suite(driver, outcomes);
      xml.writeCharacters("\n");
      xml.writeEndDocument();
      xml.close();
    } catch (XMLStreamException e) {
      throw new IllegalStateException("a string takes all XML", e);
    }
    return text.toString();
  }

  private void suite(String driver, List<RuleOutcome> outcomes) throws XMLStreamException {
    long failures = outcomes.stream().filter(RuleOutcome::violates).count();
    long passed = outcomes.stream().filter(each -> each.result() == Result.PASSED).count();
    xml.writeStartElement("testsuite");
    attribute("name", "conformance of " + driver);
    attribute("tests", String.valueOf(outcomes.size()));
    attribute("failures", String.valueOf(failures));
    attribute("errors", "0");
    attribute("skipped", String.valueOf(outcomes.size() - passed - failures));
    for (RuleOutcome outcome : outcomes) {
      xml.writeCharacters("\n  ");
      testCase(driver, outcome);
    }
    xml.writeCharacters("\n");
    xml.writeEndElement();
  }

  private void testCase(String driver, RuleOutcome outcome) throws XMLStreamException {
    boolean passed = outcome.result() == Result.PASSED;
    start("testcase", passed);
    attribute("classname", driver);
    attribute("name", outcome.rule().level() + " " + outcome.rule());
    attribute("time", String.format(Locale.ROOT, "%.3f", outcome.took().toNanos() / 1e9));
    if (!passed) {
      boolean failed = outcome.result() == Result.FAILED;
      String reason =
          (failed ? "violated: " : outcome.result() == Result.CUT ? "cut: " : "not tried: ")
              + outcome.reason();
      reason(outcome.violates() ? "failure" : "skipped", reason);
      xml.writeEndElement();
    }
  }

  /** An attribute cannot hold lines: a parser makes spaces of them. The element's text has them. */
  private void reason(String element, String reason) throws XMLStreamException {
    boolean oneLine = !reason.contains("\n");
    start(element, oneLine);
    attribute("message", reason.replace('\n', ' '));
    if (!oneLine) {
      xml.writeCharacters(legal(reason));
      xml.writeEndElement();
    }
  }

  private void start(String element, boolean empty) throws XMLStreamException {
    if (empty) {
      xml.writeEmptyElement(element);
    } else {
      xml.writeStartElement(element);
    }
  }

  private void attribute(String name, String value) throws XMLStreamException {
    xml.writeAttribute(name, legal(value));
  }

  private static String legal(String text) {
    return text.replaceAll(NOT_XML, " ");
  }
}
