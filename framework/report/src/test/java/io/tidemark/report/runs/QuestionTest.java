package io.tidemark.report.runs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.driver.Setting;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class QuestionTest {
  @Test
  void eachComparedMetricCanBeAskedFor() {
    List<String> allowed =
        Setting.of(QuestionKeys.class).stream()
            .flatMap(key -> key.allowedValues().stream())
            .distinct() // The list, and an element of it.
            .toList();
    assertThat(allowed)
        .containsExactlyElementsOf(
            Stream.concat(ComparedMetric.keys().stream(), Stream.of(Question.MISSING)).toList());
  }
}
