package io.tidemark.worker.engine.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.measure.PhasePair;
import io.tidemark.model.worker.PhaseRequest;
import java.util.List;
import org.junit.jupiter.api.Test;

class PhaseTableTest {
  @Test
  void withoutPhasesEverythingBelongsToTheFirst() {
    assertThat(PhaseTable.EMPTY.phaseAt(Long.MIN_VALUE)).isZero();
    assertThat(PhaseTable.EMPTY.phaseAt(5_000)).isZero();
    assertThat(PhaseTable.EMPTY.phaseAt(Long.MAX_VALUE)).isZero();
  }

  @Test
  void aPhaseBeginsAtItsStartAndEndsAtTheNextOne() {
    PhaseTable table = table(0, 10_000, 1, 20_000, 2, 30_000);

    assertThat(table.phaseAt(10_000)).isZero();
    assertThat(table.phaseAt(19_999)).isZero();
    assertThat(table.phaseAt(20_000)).isEqualTo(1);
    assertThat(table.phaseAt(29_999)).isEqualTo(1);
    assertThat(table.phaseAt(30_000)).isEqualTo(2);
  }

  @Test
  void whatLiesOutsideBelongsToTheFirstOrTheLastPhase() {
    PhaseTable table = table(3, 10_000, 4, 20_000);

    assertThat(table.phaseAt(Long.MIN_VALUE)).isEqualTo(3);
    assertThat(table.phaseAt(0)).isEqualTo(3);
    assertThat(table.phaseAt(Long.MAX_VALUE)).isEqualTo(4);
  }

  @Test
  void theLaterOfTwoPhasesWithOneStartCounts() {
    assertThat(table(0, 10_000, 1, 10_000).phaseAt(10_000)).isEqualTo(1);
  }

  @Test
  void aPhaseThatIsAnnouncedAgainBeginsAnew() {
    PhaseTable table = table(0, 10_000, 1, 20_000, 1, 40_000);

    assertThat(table.phaseAt(30_000)).isZero();
    assertThat(table.phaseAt(40_000)).isEqualTo(1);
  }

  @Test
  void aStartIsRoundedDownToMicroseconds() {
    assertThat(table(0, 0, 1, 20_999).phaseAt(20_000)).isEqualTo(1);
  }

  @Test
  void aMessageIsInThePhaseInWhichItsSenderCountsIt() {
    PhaseTable table =
        PhaseTable.EMPTY.with(
            List.of(
                new PhaseRequest(0, "warm-up", 10_000, List.of(10_000L, 12_000L)),
                new PhaseRequest(1, "test", 20_000, List.of(20_000L, 22_000L))));

    assertThat(table.pairReceived(1, 21_000, 19_000, 25_000)).isEqualTo(PhasePair.of(0, 1));
    assertThat(table.pairReceived(0, 21_000, 21_000, 25_000)).isEqualTo(PhasePair.of(1, 1));
    assertThat(table.pairReceived(7, 21_000, 19_000, 25_000)).isEqualTo(PhasePair.of(0, 1));
  }

  private static PhaseTable table(int... indexesAndStarts) {
    PhaseTable table = PhaseTable.EMPTY;
    for (int i = 0; i < indexesAndStarts.length; i += 2) {
      table =
          table.with(List.of(new PhaseRequest(indexesAndStarts[i], "p", indexesAndStarts[i + 1])));
    }
    return table;
  }
}
