package io.tidemark.driver.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.driver.testkit.RuleOutcome.Result;
import java.io.StringReader;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class ConformanceXmlTest {
  private static final Rule SOUND = Rule.must("1.1", "A < B & \"C\" > 'D'", bench -> {});
  private static final Rule DESIRED = Rule.should("1.2", "A driver should", bench -> {});

  @Test
  void countsPassedFailedAndSkipped() throws Exception {
    Element suite =
        suite(
            "a & b",
            outcome(SOUND, Result.PASSED, ""),
            outcome(SOUND, Result.FAILED, "it does not"),
            outcome(DESIRED, Result.FAILED, "it does not"),
            outcome(SOUND, Result.NOT_TRIED, "no case"));
    assertThat(suite.getTagName()).isEqualTo("testsuite");
    assertThat(suite.getAttribute("name")).isEqualTo("conformance of a & b");
    assertThat(List.of("tests", "failures", "errors", "skipped"))
        .extracting(suite::getAttribute)
        .containsExactly("4", "1", "0", "2");
    assertThat(children(suite, "testcase")).extracting(Node::getTextContent).containsOnly("");
    assertThat(children(suite, "failure")).hasSize(1);
    assertThat(children(suite, "skipped"))
        .extracting(each -> each.getAttribute("message"))
        .containsExactly("violated: it does not", "not tried: no case");
  }

  @Test
  void aTestCaseHasDriverRuleAndTime() throws Exception {
    Element test = children(suite("kafka", outcome(SOUND, Result.PASSED, "")), "testcase").get(0);
    assertThat(List.of("classname", "name", "time"))
        .extracting(test::getAttribute)
        .containsExactly("kafka", "MUST 1.1 A < B & \"C\" > 'D'", "1.500");
  }

  @Test
  void theTextHasTheLinesOfAReason() throws Exception {
    Element failure =
        children(suite("d", outcome(SOUND, Result.FAILED, "got:\n  \"1\" < 2")), "failure").get(0);
    assertThat(failure.getAttribute("message")).isEqualTo("violated: got:   \"1\" < 2");
    assertThat(failure.getTextContent()).isEqualTo("violated: got:\n  \"1\" < 2");
  }

  @Test
  void charactersThatXmlCannotContainAreSpaces() throws Exception {
    String reason =
        "bell \u0007, escape \u001b[31m, tab\t, end\r, half \ud83d, \uffff, whole \ud83d\ude00";
    Element failure = children(suite("d", outcome(SOUND, Result.FAILED, reason)), "failure").get(0);
    assertThat(failure.getAttribute("message"))
        .isEqualTo("violated: bell  , escape  [31m, tab , end , half  ,  , whole \ud83d\ude00");
  }

  private static RuleOutcome outcome(Rule rule, Result result, String reason) {
    return new RuleOutcome(rule, result, reason, Duration.ofMillis(1_500), Optional.empty());
  }

  private static Element suite(String driver, RuleOutcome... outcomes) throws Exception {
    String xml = new ConformanceStatement(driver, List.of(outcomes)).junitXml();
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(xml)))
        .getDocumentElement();
  }

  private static List<Element> children(Element suite, String name) {
    NodeList found = suite.getElementsByTagName(name);
    return IntStream.range(0, found.getLength())
        .mapToObj(number -> (Element) found.item(number))
        .toList();
  }
}
