package io.tidemark.features.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.features.cost.SeriesUse.Form;
import io.tidemark.features.cost.SeriesUse.Span;
import org.junit.jupiter.api.Test;

class SeriesUseTest {
  private static final long SECOND = 1_000_000_000;

  private static Span seconds(double from, double to) {
    return new Span((long) (from * SECOND), (long) (to * SECOND));
  }

  @Test
  void aSpanBetweenReadingsGetsItsShareOfACounter() {
    SeriesUse use = new SeriesUse(Form.COUNTER, seconds(10.5, 12.5), seconds(12.5, 13));
    use.add(10 * SECOND, 100);
    use.add(11 * SECOND, 104);
    use.add(12 * SECOND, 105);
    use.add(13 * SECOND, 113);
    assertThat(use.perSecond(0) * 2).isEqualTo(2 + 1 + 4, within(1e-9));
    assertThat(use.perSecond(1) * 0.5).isEqualTo(4, within(1e-9));
    assertThat(use.covered(0)).isEqualTo(1, within(1e-9));
  }

  @Test
  void aCounterThatGoesBackWasStartedAgainFromZero() {
    SeriesUse use = new SeriesUse(Form.COUNTER, seconds(0, 4));
    use.add(0, 50);
    use.add(SECOND, 60);
    use.add(3 * SECOND, 4); // Restarted; it has counted 4 since then.
    use.add(4 * SECOND, 9);
    assertThat(use.perSecond(0) * 4).isEqualTo(10 + 4 + 5, within(1e-9));
  }

  @Test
  void aMeanCountsForTheTimeSinceTheReadingBefore() {
    SeriesUse use = new SeriesUse(Form.MEAN, seconds(0, 4));
    use.add(0, 99);
    use.add(SECOND, 2);
    use.add(4 * SECOND, 6);
    assertThat(use.perSecond(0)).isEqualTo((2 + 3 * 6) / 4.0, within(1e-9));
  }

  @Test
  void whatReadingsDoNotCoverIsKnown() {
    SeriesUse use = new SeriesUse(Form.COUNTER, seconds(0, 10));
    use.add(0, 0);
    use.add(4 * SECOND, 8);
    use.add(5 * SECOND, Double.NaN);
    assertThat(use.covered(0)).isEqualTo(0.4, within(1e-9));
    assertThat(use.perSecond(0)).isEqualTo(2, within(1e-9));
  }

  @Test
  void readingsBeforeTheFirstSpanCountForNone() {
    SeriesUse use = new SeriesUse(Form.COUNTER, seconds(10, 11), seconds(20, 21));
    use.add(0, 0);
    use.add(9 * SECOND, 900);
    use.add(10 * SECOND, 901);
    use.add(11 * SECOND, 903);
    use.add(20 * SECOND, 1_000);
    use.add(21 * SECOND, 1_005);
    assertThat(use.perSecond(0)).isEqualTo(2, within(1e-9));
    assertThat(use.perSecond(1)).isEqualTo(5, within(1e-9));
  }
}
