package io.tidemark.model.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.result.SearchReport.ClassBounds;
import io.tidemark.model.result.SearchReport.Trial;
import io.tidemark.model.workload.SearchSpec.Quantity;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SearchOfClassesTest {
  private static final String LATE = "endToEnd.p99 <= 20ms: 35 ms";
  private final Map<String, Optional<SearchReport>> searches = new LinkedHashMap<>();

  @BeforeEach
  void setUp() {
    searches.put("orders", Optional.of(search(true, "", trial(1, 100, ""), trial(2, 200, LATE))));
    searches.put("bulk", Optional.of(search(true, "", trial(1, 10, ""), trial(2, 20, ""))));
  }

  private static SearchReport search(boolean converged, String reason, Trial... trials) {
    return new SearchReport(
        Quantity.SCALE_RATE,
        Optional.of(1.0),
        Optional.of(2.0),
        converged,
        reason,
        List.of(trials));
  }

  private static Trial trial(double scale, double rate, String reason) {
    return new Trial(
        "search-" + (int) scale,
        Optional.of(scale),
        Optional.of(rate),
        5,
        true,
        reason.isEmpty(),
        reason,
        rate,
        3,
        Optional.of(4.0),
        Latencies.NONE,
        List.of());
  }

  @Test
  void aTrialPassesIfItPassedInEveryClass() {
    SearchReport total = SearchReport.PART.ofClasses(searches).orElseThrow();

    assertThat(total.trials()).extracting(Trial::passed).containsExactly(true, false);
    Trial second = total.trials().get(1);
    assertThat(second.reason()).isEqualTo("class orders: " + LATE);
    assertThat(second.intendedPerSecond()).contains(220.0);
    assertThat(second.receivedPerSecond()).isEqualTo(220);
    assertThat(second.backlogSlopePerSecond()).isEqualTo(6);
    assertThat(second.backlogSlopeErrorPerSecond()).contains(Math.sqrt(32));
    assertThat(total.highestRatePerSecond()).contains(110.0);
    assertThat(total.converged()).isTrue();
  }

  @Test
  void theBoundsHaveTheRateOfEachClassAndWhichOneFailed() {
    SearchReport total = SearchReport.PART.ofClasses(searches).orElseThrow();

    assertThat(total.classes())
        .containsExactly(
            new ClassBounds("orders", Optional.of(100.0), Optional.of(200.0), LATE),
            new ClassBounds("bulk", Optional.of(10.0), Optional.of(20.0), ""));
  }

  @Test
  void aClassThatIsNotSureMakesTheTotalUnsure() {
    searches.put(
        "bulk",
        Optional.of(search(false, "the load generator may be the limit", trial(1, 10, ""))));

    SearchReport total = SearchReport.PART.ofClasses(searches).orElseThrow();

    assertThat(total.converged()).isFalse();
    assertThat(total.reason()).isEqualTo("the load generator may be the limit");
    assertThat(total.trials()).as("those that all have judged").hasSize(1);
  }

  @Test
  void withoutASearchInEveryClassThereIsNone() {
    searches.put("bulk", Optional.empty());

    assertThat(SearchReport.PART.ofClasses(searches)).isEmpty();
  }
}
