package io.tidemark.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.simulation.kernel.Reduction;
import io.tidemark.simulation.kernel.SeedReport;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShrinkerTest {
  /** Fails with loss and two or more workers; otherwise in another way with jitter. */
  private static SeedReport simulated(long seed, Reduction reduction) {
    double workers = Math.min(3, reduction.limit("workers"));
    double rate = Math.min(150, reduction.limit("rate"));
    double lost = Math.min(0.08, reduction.limit("lost"));
    double jitter = Math.min(1, reduction.limit("jitter"));
    boolean fails = lost > 0.01 && workers >= 2 && rate >= 41;
    List<String> problems =
        fails
            ? List.of("lost is " + workers + "; in truth 2")
            : jitter > 0 ? List.of("ended after 500 s") : List.of();
    List<Reduction.Part> parts =
        List.of(
            new Reduction.Part("workers", 1, workers, true),
            new Reduction.Part("rate", 20, rate, true),
            new Reduction.Part("jitter", 0, jitter, true),
            new Reduction.Part("lost", 0, lost, false));
    return new SeedReport(seed, "", List.of(), parts, "", problems, 0, 0, 0, List.of());
  }

  @Test
  void onlyWhatTheFailureNeedsIsLeftInItsSmallestSize() throws Exception {
    Shrinker.Shrunk shrunk =
        Shrinker.shrink(ShrinkerTest::simulated, Reduction.NONE, simulated(5, Reduction.NONE));
    assertThat(shrunk.report().problems()).containsExactly("lost is 2.0; in truth 2");
    assertThat(shrunk.reduction().atMost())
        .containsEntry("workers", 2.0)
        .containsEntry("rate", 41.0)
        .containsEntry("jitter", 0.0)
        .hasEntrySatisfying("lost", share -> assertThat(share).isBetween(0.01, 0.04));
    assertThat(simulated(5, shrunk.reduction()).problems()).isNotEmpty();
  }

  @Test
  void whatIsPrintedIsReadAgain() {
    Reduction reduction = Reduction.of("jitter,lost=0.0125,+sites,workers=2");
    assertThat(reduction.options())
        .isEqualTo(" --with sites --without jitter --at-most lost=0.0125,workers=2");
    assertThat(reduction.and("rate", 20).with()).containsExactly("sites");
    assertThat(reduction.limit("jitter")).isZero();
    assertThat(reduction.limit("lost")).isEqualTo(0.0125);
    assertThat(reduction.limit("rate")).isInfinite();
  }
}
