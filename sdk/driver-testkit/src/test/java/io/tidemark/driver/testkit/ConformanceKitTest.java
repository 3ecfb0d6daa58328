package io.tidemark.driver.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

/** The kit against a sound driver, and against drivers with one defect each. */
class ConformanceKitTest {
  private static final Path DOCUMENT = Path.of("../../docs/reference/driver-conformance.md");

  @AfterEach
  void mend() {
    SubjectKit.defect = Optional.empty();
  }

  @Test
  void aSoundDriverKeepsEveryRule() {
    Events tests = run(selectClass(SubjectKit.class));
    assertThat(tests.failed().list()).isEmpty();
    tests.assertStatistics(s -> s.succeeded(rules().size()).aborted(0));
  }

  @ParameterizedTest
  @EnumSource
  void aDefectIsNoticedByItsRule(Defect defect) {
    SubjectKit.defect = Optional.of(defect);
    run(selectMethod(SubjectKit.class, rules().get(defect.rule)))
        .assertStatistics(s -> s.started(1).failed(1));
  }

  @Test
  void everyRuleHasADefectThatItNotices() {
    assertThat(Arrays.stream(Defect.values()).map(defect -> defect.rule))
        .containsAll(rules().keySet());
  }

  @Test
  void theReferenceListsEveryRuleWithItsWords() throws IOException {
    Map<String, String> documented = new TreeMap<>();
    Pattern row = Pattern.compile("(?m)^\\| (\\d\\.\\d) \\| ([^|]+) \\|");
    for (MatchResult match : row.matcher(Files.readString(DOCUMENT)).results().toList()) {
      documented.put(match.group(1), match.group(2).replace("`", "").strip());
    }
    Map<String, String> reported = new TreeMap<>();
    rules().forEach((number, method) -> reported.put(number, displayName(method).substring(4)));
    assertThat(documented).isEqualTo(reported);
  }

  private static Events run(DiscoverySelector selector) {
    return EngineTestKit.engine("junit-jupiter").selectors(selector).execute().testEvents();
  }

  /** Methods by rule number. */
  private static Map<String, Method> rules() {
    Map<String, Method> rules = new TreeMap<>();
    for (Method method : SubjectKit.class.getMethods()) {
      if (method.isAnnotationPresent(Rule.class)) {
        rules.put(displayName(method).substring(0, 3), method);
      }
    }
    return rules;
  }

  private static String displayName(Method method) {
    return method.getAnnotation(Rule.class).value();
  }
}
