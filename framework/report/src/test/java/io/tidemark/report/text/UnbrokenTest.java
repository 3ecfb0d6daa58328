package io.tidemark.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.report.text.TerminalStyle.Unbroken;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnbrokenTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "67 %",
        "20.2 ms",
        "1.5 µs",
        "3 s",
        "500 msg/s",
        "1,024 B",
        "603 USD",
        "n = 3",
        "3 runs",
        "1 node",
        "linger.ms = 40",
        "2.5 times"
      })
  void aNumberStaysWithItsUnit(String text) {
    assertThat(Unbroken.of(text)).doesNotContain(" ");
    assertThat(Unbroken.undone(Unbroken.of(text))).isEqualTo(text);
  }

  @Test
  void otherBlanksStay() {
    assertThat(Unbroken.of("kafka 3 systems at cpus 0.5 to 2"))
        .isEqualTo("kafka 3 systems at cpus 0.5 to 2");
  }
}
