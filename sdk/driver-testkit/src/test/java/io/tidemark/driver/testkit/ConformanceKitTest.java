package io.tidemark.driver.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The kit against sound drivers and wrong ones, several at a time: most of it waits. */
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
class ConformanceKitTest extends KitTrials {
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
}
