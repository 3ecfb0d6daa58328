package io.tidemark.driver.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The one grammar of rates, percentages, time spans and sizes. */
class QuantitiesTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "0s, 0",
    "5ms, 5000000",
    "30s, 30000000000",
    "5m, 300000000000",
    "5min, 300000000000",
    "1h30m, 5400000000000",
    "1.5s, 1500000000",
    "10us, 10000",
    "10µs, 10000",
    "1d, 86400000000000",
    "7ns, 7",
    "1d2h3m4s5ms6us7ns, 93784005006007",
    "365d, 31536000000000000"
  })
  void readsTimeSpans(String text, long nanos) {
    assertThat(Quantities.duration(text)).contains(Duration.ofNanos(nanos));
    assertThat(Quantities.duration(Quantities.text(Duration.ofNanos(nanos))))
        .contains(Duration.ofNanos(nanos));
  }

  /** YAML has them in all its numbers. */
  @Test
  void allNumbersMayHaveUnderscores() {
    assertThat(Quantities.bytes("1_000")).contains(1_000L);
    assertThat(Quantities.bytes("1_024KB")).contains(1_048_576L);
    assertThat(Quantities.duration("1_000ms")).contains(Duration.ofSeconds(1));
    assertThat(Quantities.milliseconds("1_000")).contains(Duration.ofSeconds(1));
    assertThat(Quantities.number("1_000")).contains(1_000.0);
    assertThat(Quantities.rate("1_000k")).contains(1_000_000.0);
    assertThat(Quantities.percent("1_0%")).contains(10.0);
    assertThat(Quantities.bytes("_1")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "100",
        "s",
        "-1s",
        "",
        "1 s",
        "1S",
        "1e3ms",
        "99999999999999999999h",
        "1h 30m",
        "00",
        "1h1h",
        "30m1h",
        "366d"
      })
  void refusesWhatIsNoTimeSpan(String text) {
    assertThat(Quantities.duration(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"100, 100", "0, 0", "1s, 1000"})
  void aPlainNumberCountsMillisecondsWhereOmbHasItSo(String text, long millis) {
    assertThat(Quantities.milliseconds(text)).contains(Duration.ofMillis(millis));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "500, 500",
    "1_000, 1000",
    "1k, 1000",
    "2.3K, 2300",
    "1.5M, 1500000",
    "1 k/s, 1000",
    "20k/s, 20000",
    "100 msg/s, 100",
    "1e3/s, 1000",
    ".5, 0.5",
    "-1, -1"
  })
  void readsRates(String text, double perSecond) {
    assertThat(Quantities.rate(text)).contains(perSecond);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "k", "1m", "1kk", "1e3k", "1G", "5%", "1/min", "1  k", "1e400", "NaN", "0x1p3"
      })
  void refusesWhatIsNoRate(String text) {
    assertThat(Quantities.rate(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"99, 99, 99", "99%, 99, 0.99", "0.1 %, 0.1, 0.001", "1e-3, 0.001, 0.001"})
  void readsPercentages(String text, double percent, double share) {
    assertThat(Quantities.percent(text)).contains(percent);
    assertThat(Quantities.share(text)).contains(share);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "%", "1k", "1e2%", "1%%", "five"})
  void refusesWhatIsNoPercentage(String text) {
    assertThat(Quantities.percent(text)).isEmpty();
    assertThat(Quantities.share(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "100, 100",
    "100b, 100",
    "1KB, 1024",
    "1kb, 1024",
    "64KiB, 65536",
    "1.5MB, 1572864",
    "1 MB, 1048576",
    "2GB, 2147483648",
    "2g, 2147483648"
  })
  void readsSizes(String text, long bytes) {
    assertThat(Quantities.bytes(text)).contains(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1TB", "0.3", "-1", "", "MB", "99999999999999999999GB", "1  KB"})
  void refusesWhatIsNoSize(String text) {
    assertThat(Quantities.bytes(text)).isEmpty();
  }

  @Test
  void writesLimitsForMessages() {
    assertThat(Quantities.spaced(Duration.ofSeconds(60))).isEqualTo("60 s");
    assertThat(Quantities.spaced(Duration.ofMillis(250))).isEqualTo("250 ms");
    assertThat(Quantities.spaced(Duration.ofMillis(1_500))).isEqualTo("1500 ms");
    assertThat(Quantities.spaced(Duration.ofMillis(12_500))).isEqualTo("12 s");
  }
}
