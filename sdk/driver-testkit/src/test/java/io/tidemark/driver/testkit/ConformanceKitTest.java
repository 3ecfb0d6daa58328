package io.tidemark.driver.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The kit against sound drivers and wrong ones, several at a time: most of it waits. */
@Execution(ExecutionMode.CONCURRENT)
class ConformanceKitTest extends KitTrials {
  private static final Path DOCUMENT = Path.of("../../docs/reference/driver-conformance.md");

  static Stream<Rule> rules() {
    return rulesOf(false);
  }

  static Stream<Defect> defects() {
    return defectsOf(false);
  }

  @Test
  void everyRuleHasADefectThatItNotices() {
    assertThat(Arrays.stream(Defect.values()).map(defect -> defect.rule))
        .containsAll(ConformanceRules.all().stream().map(Rule::number).toList());
  }

  @Test
  void theReferenceListsEveryRuleWithItsLevelAndWords() throws IOException {
    assertThat(groups("(?m)^\\| (\\d\\.\\d+) \\| (\\w+) \\| ([^|]+) \\|", document()))
        .isEqualTo(
            ConformanceRules.all().stream()
                .map(r -> List.of(r.number(), r.level().name(), r.text()))
                .toList());
  }

  @Test
  void theReferenceListsEveryDefectWithItsRule() throws IOException {
    Function<Defect, List<String>> entry =
        defect -> List.of(defect.rule, defect.name().toLowerCase(Locale.ROOT).replace('_', ' '));
    String section = document().replaceFirst("(?s).*## Wrong drivers", "").replaceAll("\\s+", " ");
    assertThat(groups("(\\d\\.\\d+) ([a-z0-9 ]+)[;.]", section))
        .isEqualTo(Arrays.stream(Defect.values()).map(entry).toList());
  }

  private static String document() throws IOException {
    return Files.readString(DOCUMENT);
  }

  private static List<List<String>> groups(String pattern, String text) {
    return Pattern.compile(pattern)
        .matcher(text)
        .results()
        .map(ConformanceKitTest::groups)
        .toList();
  }

  private static List<String> groups(MatchResult match) {
    return Stream.iterate(1, i -> i <= match.groupCount(), i -> i + 1)
        .map(i -> match.group(i).replace("`", "").strip())
        .collect(Collectors.toList());
  }
}
