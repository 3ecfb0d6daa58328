package io.tidemark.measure.schedule;

import static io.tidemark.measure.schedule.PacerTest.dueUntil;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.tidemark.model.load.ArrivalProcess;
import io.tidemark.model.load.TopicPopularity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Topics with different shares of the load. */
class DealingTest {
  private static final long START = 1_700_000_000_000_000_000L;
  private static final long SECOND = 1_000_000_000L;
  private static final int RATE = 1_000;

  private static List<Pacer> pacers(
      TopicPopularity popularity, RateCurve curve, ArrivalProcess arrivals) {
    Dealing dealing = Dealing.of(popularity);
    List<Pacer> pacers = new ArrayList<>();
    for (int i = 0; i < popularity.producers(); i++) {
      pacers.add(
          Pacer.of(curve, arrivals, popularity.producers(), i, 5, Optional.of(dealing.to(i))));
    }
    return pacers;
  }

  @ParameterizedTest
  @CsvSource({"1, 4, 1", "1.1, 100, 2", "0.5, 30, 3", "3, 20, 1", "2, 2000, 1", "1, 1, 1"})
  void allProducersTogetherSendTheWholeSchedule(double exponent, int topics, int each) {
    TopicPopularity popularity = new TopicPopularity(exponent, topics, each);
    RateCurve curve = RateCurve.constant(START, RATE);

    List<Long> due = new ArrayList<>();
    for (Pacer pacer : pacers(popularity, curve, ArrivalProcess.UNIFORM)) {
      due.addAll(dueUntil(pacer, START + 300 * SECOND));
    }

    Collections.sort(due);
    assertThat(due).hasSize(300 * RATE);
    for (int n = 0; n < due.size(); n++) {
      assertThat(due.get(n)).isCloseTo(START + n * SECOND / RATE, within(1L));
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 10, 1", "1.1, 100, 2", "0.5, 30, 3", "2, 20, 1"})
  void theFrequenciesOfTopicsAreThoseOfZipfsLaw(double exponent, int topics, int each) {
    TopicPopularity popularity = new TopicPopularity(exponent, topics, each);
    RateCurve curve = RateCurve.constant(START, RATE);
    double[] sent = new double[topics];

    List<Pacer> pacers = pacers(popularity, curve, ArrivalProcess.UNIFORM);
    for (int i = 0; i < pacers.size(); i++) {
      sent[i / each] += dueUntil(pacers.get(i), START + 2_000 * SECOND).size();
    }

    for (int rank = 1; rank <= topics; rank++) {
      double frequency = sent[0] / sent[rank - 1];
      assertThat(frequency)
          .as("topic 1 over topic " + rank)
          .isCloseTo(Math.pow(rank, exponent), withinPercentage(5));
    }
    assertThat(Arrays.stream(sent).sum()).isEqualTo(2_000.0 * RATE);
  }

  @Test
  void theMessagesOfATopicAreSpreadEvenly() {
    RateCurve curve = RateCurve.constant(START, RATE);
    for (Pacer pacer : pacers(new TopicPopularity(1, 10, 2), curve, ArrivalProcess.UNIFORM)) {
      List<Long> due = dueUntil(pacer, START + 100 * SECOND);
      double mean = 100.0 * SECOND / due.size();
      for (int i = 1; i < due.size(); i++) {
        assertThat((double) due.get(i) - due.get(i - 1))
            .as("20 producers may push a message aside")
            .isBetween(mean - 10e6, mean + 10e6);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"1", "7"})
  void randomArrivalsHaveTheSameShares(int batch) {
    TopicPopularity popularity = new TopicPopularity(1, 4, 1);
    ArrivalProcess poisson = ArrivalProcess.POISSON.withBatch(batch);
    List<Pacer> pacers = pacers(popularity, RateCurve.constant(START, RATE), poisson);
    double all = 1 + 1 / 2.0 + 1 / 3.0 + 1 / 4.0;

    for (int i = 0; i < 4; i++) {
      assertThat((double) dueUntil(pacers.get(i), START + 500 * SECOND).size())
          .isCloseTo(500.0 * RATE / all / (i + 1), withinPercentage(5));
    }
  }

  @Test
  void batchesAreDealtAsAWhole() {
    ArrivalProcess batches = ArrivalProcess.UNIFORM.withBatch(10);
    RateCurve curve = RateCurve.constant(START, RATE);
    List<Long> due = new ArrayList<>();
    for (Pacer pacer : pacers(new TopicPopularity(1.5, 5, 2), curve, batches)) {
      due.addAll(dueUntil(pacer, START + 50 * SECOND));
    }

    Collections.sort(due);
    assertThat(due).hasSize(50 * RATE);
    for (int n = 0; n < due.size(); n++) {
      assertThat(due.get(n)).isCloseTo(START + n / 10 * 10 * SECOND / RATE, within(1L));
    }
  }

  @Test
  void theDebtIsWhatIsDueAndNotSent() {
    RateCurve curve = RateCurve.constant(START, RATE);
    Pacer first = pacers(new TopicPopularity(1, 7, 2), curve, ArrivalProcess.UNIFORM).get(3);
    long owed = first.debt(START + 20 * SECOND);
    assertThat(owed).isEqualTo(dueUntil(first, START + 20 * SECOND).size());
    assertThat(first.debt(START + 20 * SECOND)).isZero();
  }

  @Test
  void aLimitOfMessagesIsDividedWithoutARest() {
    Dealing dealing = Dealing.of(new TopicPopularity(1.2, 9, 2));
    for (long limit : new long[] {1, 17, 1_000, 123_457}) {
      long sum = 0;
      for (int i = 0; i < 18; i++) {
        sum += dealing.to(i).before(limit);
      }
      assertThat(sum).isEqualTo(limit);
    }
  }
}
