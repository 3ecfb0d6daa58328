package io.tidemark.model.grammar;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.base.RandomCase;
import io.tidemark.driver.settings.Quantities;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Quantities that are written are read as the same value. */
class WrittenQuantitiesTest {
  private static final int CASES = 20_000;
  private static final List<String> SIZE_UNITS = List.of("", "B", "k", "KB", "KiB", "MB", "G");

  @Test
  void everyDurationIsReadAsItWasWritten() {
    RandomCase.forAll(
        CASES,
        any -> {
          Duration written = Duration.ofNanos(any.between(0, Quantities.LONGEST.toNanos()));
          assertThat(Quantities.duration(Quantities.text(written))).contains(written);
        });
  }

  @Test
  void everyNumberIsReadAsItWasWritten() {
    RandomCase.forAll(
        CASES,
        any -> {
          double written = any.between(-1e12, 1e12);
          assertThat(Quantities.number(Double.toString(written))).contains(written);
          assertThat(Quantities.rate(written + "/s")).contains(written);
        });
  }

  @Test
  void everySizeAndShareIsReadAsItWasWritten() {
    RandomCase.forAll(
        CASES,
        any -> {
          long bytes = any.between(0, Long.MAX_VALUE - 1);
          assertThat(Quantities.bytes(Long.toString(bytes))).contains(bytes);
          assertThat(Quantities.bytes(bytes + " B")).contains(bytes);
          double written = any.between(-1e6, 1e6);
          assertThat(Quantities.percent(Double.toString(written))).contains(written);
          assertThat(Quantities.share(Double.toString(written))).contains(written);
        });
  }

  @Test
  void sizesWithTheSameUnitAddUp() {
    RandomCase.forAll(
        CASES,
        any -> {
          long first = any.between(0, 1_000_000);
          long second = any.between(0, 1_000_000);
          String unit = any.oneOf(SIZE_UNITS);
          assertThat(Quantities.bytes(first + second + unit))
              .contains(
                  Quantities.bytes(first + unit).orElseThrow()
                      + Quantities.bytes(second + unit).orElseThrow());
        });
  }
}
