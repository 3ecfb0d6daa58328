package io.tidemark.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.result.FigureError;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.FigureValidity;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.result.VerdictInputs.Clocks;
import io.tidemark.model.snapshot.Measure;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whether clocks agree well enough for the latencies between them. */
class ClockRuleTest {
  private final GoodRun facts = new GoodRun();

  @Test
  void aClockThatIsNotKnownWellEnoughForTheMedianIsInvalid() {
    facts.clocks = new Clocks(1_100_000, "a and b", 0, "", List.of());

    facts.assertInvalid("clock-uncertain", "the clocks of a and b are known to +/- 1.10 ms, 11.0");
  }

  @Test
  void aBoundAtItsLimitIsGoodEnough() {
    facts.record(Measure.END_TO_END, 2_000); // Short enough for an exact median.
    facts.clocks = new Clocks(200, "a and b", 0, "", List.of());

    assertThat(facts.verdict().findings()).isEmpty();
  }

  @Test
  void aClockThatJumpedIsInvalid() {
    facts.clocks = new Clocks(0, "", 3_000_000, "b", List.of());

    facts.assertInvalid("clock-uncertain", "worker b jumped by up to 3 ms");
  }

  /** Counts of its worker are in other phases and samples, and its latencies are wrong, too. */
  @ParameterizedTest
  @CsvSource({"100, 1.0", "2000, 20.0", "20000, 100.0"})
  void aJumpDamagesAllTimesAndARateByItsShareOfThePhase(long millis, double percent) {
    facts.clocks = new Clocks(0, "", millis * 1_000_000, "b", List.of());

    Map<FigureGroup, FigureValidity> figures = facts.verdict().figures();
    assertThat(figures.get(FigureGroup.RATES).errorPercent()).isEqualTo(percent);
    assertThat(figures.get(FigureGroup.RATES).usable()).isEqualTo(percent <= 1);
    assertThat(figures.get(FigureGroup.PUBLISH_LATENCY).errorMillis())
        .containsExactly(Map.entry(FigureError.MAX, (double) millis));
    assertThat(figures.get(FigureGroup.DELIVERY).usable()).isTrue();
  }

  @Test
  void clocksThatAreSaidToBeOneAndAreNotAreNamed() {
    facts.clocks = new Clocks(0, "", 0, "", List.of("a and b: 1 s, measured 2 s"));

    assertThat(facts.finding("clocks-differ").message())
        .isEqualTo("clocks differ, the measured offset was used: a and b: 1 s, measured 2 s");
    assertThat(facts.verdict().status()).isEqualTo(Status.VALID);
  }

  @ParameterizedTest
  @CsvSource({"9, VALID", "20, INVALID"})
  void fewNegativeLatenciesAreRemarkedManyAreInvalid(long negative, Status status) {
    facts.negative = negative;

    assertThat(facts.verdict().status()).isEqualTo(status);
    assertThat(facts.verdict().findings()).hasSize(1);
  }

  @Test
  void aThousandthOfTheLatenciesMayBeNegative() {
    facts.recordEachMicrosecondTo(Measure.END_TO_END, 9_990);
    facts.negative = 10;

    assertThat(facts.verdict().status()).isEqualTo(Status.VALID);
  }
}
