package io.tidemark.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.driver.SettingValues;
import io.tidemark.model.yaml.Quantities;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Drivers and framework read time spans and sizes alike, though neither knows the other. */
class SettingGrammarTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "5ms",
        "30s",
        "5m",
        "5min",
        "1h30m",
        "1.5s",
        "10us",
        "10µs",
        "1d",
        "7ns",
        "100",
        "s",
        "-1s",
        "",
        "1 s",
        "1S",
        "1e3ms",
        "99999999999999999999h",
        "1h 30m",
        "0s",
        "00",
        "1h1h",
        "30m1h",
        "1d2h3m4s5ms6us7ns",
        "365d",
        "366d"
      })
  void timeSpans(String text) {
    assertThat(SettingValues.parseDuration(text)).isEqualTo(Quantities.duration(text).orElse(null));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "100",
        "1KB",
        "1kb",
        "64KiB",
        "1.5MB",
        "2GB",
        "2g",
        "1TB",
        "1 MB",
        "100b",
        "0.3",
        "-1",
        "",
        "MB",
        "99999999999999999999GB",
        "1  KB"
      })
  void sizes(String text) {
    assertThat(SettingValues.parseSize(text)).isEqualTo(Quantities.bytes(text).orElse(null));
  }

  @Test
  void aPlainNumberCountsMillisecondsOnlyWhereOmbHasItSo() {
    SettingValues values = new SettingValues("file", Map.of("omb", 100, "ours", 100));

    assertThat(values.milliseconds("omb", Duration.ZERO)).hasMillis(100);
    assertThat(values.problems()).isEmpty();
    assertThat(values.duration("ours", Duration.ofSeconds(7))).hasSeconds(7);
    assertThat(values.problems())
        .singleElement()
        .hasToString(
            "SettingProblem[path=ours, message=got '100'; allowed a time span such as 100ms, 30s or"
                + " 5m]");
  }
}
