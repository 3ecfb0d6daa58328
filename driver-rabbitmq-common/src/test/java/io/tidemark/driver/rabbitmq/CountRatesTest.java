package io.tidemark.driver.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.driver.rabbitmq.ManagementTelemetry.CountRates;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The broker refreshes its counts every second: a change is overdue after three. */
class CountRatesTest {
  private final CountRates rates = new CountRates(Duration.ofSeconds(1));

  private OptionalDouble at(long millis, long count) {
    return rates.ratePerSecond("s", count, TimeUnit.MILLISECONDS.toNanos(millis));
  }

  @Test
  void aRateIsTheMeanBetweenTwoChanges() {
    assertThat(at(0, 100)).isEmpty();
    assertThat(at(1_000, 600)).hasValue(500);
    assertThat(at(3_000, 2_600)).hasValue(1_000);
  }

  @Test
  void aRateIsReportedAgainWhileTheBrokerHasNotRefreshedItsCount() {
    at(0, 100);
    assertThat(at(1_000, 600)).hasValue(500);
    assertThat(at(2_000, 600)).hasValue(500);
    assertThat(at(3_000, 1_600)).as("no peak for what comes late").hasValue(500);
  }

  @Test
  void aCountThatStandsStillHasTheRateZeroUntilItGoesOn() {
    at(0, 100);
    at(1_000, 600);
    assertThat(at(4_000, 600)).hasValue(0);
    assertThat(at(60_000, 600)).hasValue(0);
    assertThat(at(61_000, 700)).as("not the mean of the long pause").hasValue(100);
  }

  @Test
  void whatStandsStillFromTheBeginningHasNoRateUntilAChangeIsOverdue() {
    at(0, 100);
    assertThat(at(1_000, 100)).isEmpty();
    assertThat(at(3_000, 100)).hasValue(0);
  }

  @Test
  void aCountThatBeganAgainHasNoRateYet() {
    at(0, 100);
    at(1_000, 600);
    assertThat(at(2_000, 50)).isEmpty();
    assertThat(at(3_000, 80)).hasValue(30);
  }

  @Test
  void eachNameHasItsOwn() {
    at(0, 100);
    assertThat(rates.ratePerSecond("t", 7, TimeUnit.SECONDS.toNanos(1))).isEmpty();
    assertThat(at(1_000, 150)).hasValue(50);
  }
}
