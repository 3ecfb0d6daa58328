package io.tidemark.features.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.result.RunResult;
import io.tidemark.report.SampleRuns;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GuaranteeTest {
  private static String of(Map<String, String> facts) {
    return Guarantee.of(
            SampleRuns.sample()
                .with(RunResult.BROKER_FACTS, facts)
                .with(RunResult.DRIVER, Map.of()))
        .map(Guarantee::toString)
        .orElse("");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          3 | majority of copies             | 3 copies, acknowledged with at least 2, in memory
          3 | all copies in sync, at least 2 | 3 copies, acknowledged with at least 2, in memory
          3 | all copies in sync             | 3 copies, acknowledged with at least 1, in memory
          3 | one copy                       | 3 copies, acknowledged with at least 1, in memory
          5 | all copies                     | 5 copies, acknowledged with at least 5, in memory
          1 | majority of copies             | 1 copy, acknowledged, in memory
          1 | by the server                  | 1 copy, acknowledged, in memory
          1 | none                           | 1 copy, not acknowledged, in memory
          """)
  void isEqualIfAsManyCopiesExist(String copies, String acknowledgement, String text) {
    assertThat(
            of(
                Map.of(
                    "replication", copies,
                    "acknowledgement", acknowledgement,
                    "persistence", "in memory")))
        .isEqualTo(text);
  }

  @Test
  void isNotKnownIfAPartOfItIsNot() {
    assertThat(of(Map.of("replication", "1", "acknowledgement", "one copy"))).isEmpty();
    assertThat(of(Map.of("persistence", "in memory", "acknowledgement", "one copy"))).isEmpty();
    assertThat(of(Map.of("nodes", "1", "persistence", "in memory", "acknowledgement", "one copy")))
        .isEqualTo("1 copy, acknowledged, in memory");
  }
}
