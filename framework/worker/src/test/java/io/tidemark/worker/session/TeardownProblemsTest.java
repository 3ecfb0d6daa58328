package io.tidemark.worker.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TeardownProblemsTest {

  @Test
  void putsTheSameTroubleOfManyIntoOneLine() {
    TeardownProblems problems = new TeardownProblems();
    for (int i = 0; i < 1_000; i++) {
      problems.add("producer " + i, "close did not return within 10 s");
    }
    problems.add("consumer 7", "close failed: IOException: reset");
    assertThat(problems.lines())
        .containsExactly(
            "producer 0 and 999 more: close did not return within 10 s",
            "consumer 7: close failed: IOException: reset");
  }
}
