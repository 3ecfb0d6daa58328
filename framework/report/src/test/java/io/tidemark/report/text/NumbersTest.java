package io.tidemark.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.result.Text;
import io.tidemark.report.csv.Csv;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {
  private static final TerminalStyle UNICODE = new TerminalStyle(true, false);

  @ParameterizedTest
  @CsvSource({
    "0, 0 µs",
    "0.001, 1.00 ns",
    "0.8504, 850 ns",
    "0.9996, 1.00 µs",
    "1, 1.00 µs",
    "12.345, 12.3 µs",
    "999.4, 999 µs",
    "999.6, 1.00 ms",
    "5949.9, 5.95 ms",
    "120061.951, 120 ms",
    "999600, 1.00 s",
    "30000000, 30.0 s",
    "43200000000, 43200 s"
  })
  void showsLatenciesInThreeDigits(double micros, String text) {
    assertThat(UNICODE.latency(micros)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"0, 0.0", "9.96, 10.0", "99.94, 99.9", "1234567.8, '1,234,568'"})
  void showsRates(double rate, String text) {
    assertThat(Text.perSecond(rate)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "10240, 0.0102", "10240000, 10.2", "1500000000, '1,500'"})
  void showsMegabytes(double bytes, String text) {
    assertThat(Text.megabytes(bytes)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"20, 20 s", "59.6, 1:00 min", "125, 2:05 min", "3725, 1:02:05 h"})
  void showsDurations(double seconds, String text) {
    assertThat(Text.duration(seconds)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "-0.0001, 0", "1000000, 1000000", "1.005, 1.005", "1.23456, 1.235"})
  void writesPlainDecimals(double number, String text) {
    assertThat(Csv.decimal(number, 3)).isEqualTo(text);
  }
}
