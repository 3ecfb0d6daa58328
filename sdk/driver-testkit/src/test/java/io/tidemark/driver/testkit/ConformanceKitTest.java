package io.tidemark.driver.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
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
  private static final Pattern TABLE =
      Pattern.compile(
          "(<!-- rules of chapter (\\d), made by ConformanceKitTest -->\n)[^<]*(<!-- end of rules -->)");

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

  /** With {@code -Dtidemark.write=true} the tables are written anew. */
  @Test
  void theTablesOfTheReferenceAreTheRules() throws IOException {
    String page = Files.readString(DOCUMENT);
    String made = TABLE.matcher(page).replaceAll(ConformanceKitTest::table);
    if (Boolean.getBoolean("tidemark.write")) {
      Files.writeString(DOCUMENT, made);
    }
    assertThat(Files.readString(DOCUMENT)).isEqualTo(made);
    assertThat(ConformanceRules.all())
        .allSatisfy(rule -> assertThat(made).contains("| " + rule.number() + " |"));
  }

  private static String table(MatchResult chapter) {
    return Matcher.quoteReplacement(
        chapter.group(1)
            + "| rule | level | what must hold |\n|---|---|---|\n"
            + ConformanceRules.all().stream()
                .filter(rule -> rule.isOf(chapter.group(2)))
                .map(r -> "| %s | %s | %s |\n".formatted(r.number(), r.level(), r.text()))
                .collect(Collectors.joining())
            + chapter.group(3));
  }
}
