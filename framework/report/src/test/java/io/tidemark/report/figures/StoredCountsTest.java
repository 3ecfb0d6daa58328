package io.tidemark.report.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.report.file.ReportFormats;
import org.junit.jupiter.api.Test;

class StoredCountsTest {
  /** A different number for each; the sum of the errors is a multiple of the messages. */
  private static final Counters EACH =
      Counters.of(counter -> counter.ordinal() + 1)
          .with(Counter.UNSTAMPED_MESSAGES, 7)
          .with(Counter.UNSTAMPED_ERROR_NANOS, 7_000);

  @Test
  void everyCounterIsStoredUnderItsKeyAndReadBack() throws Exception {
    ObjectNode stored = ReportFormats.JSON.valueToTree(new StoredCounts(EACH, true));
    for (Counter counter : Counter.values()) {
      assertThat(stored.findValue(counter.key())).as(counter.key()).isNotNull();
    }
    assertThat(stored.get("publishLatencyErrorMeanMicros").asDouble()).isEqualTo(1);
    StoredCounts read = ReportFormats.JSON.treeToValue(stored, StoredCounts.class);
    assertThat(read).isEqualTo(new StoredCounts(EACH, true));
  }

  @Test
  void runsOfOtherPatternsHaveNoRoundTrips() throws Exception {
    ObjectNode stored = ReportFormats.JSON.valueToTree(new StoredCounts(Counters.ZERO, false));
    assertThat(stored.has("roundTrips")).isFalse();
    assertThat(stored.get("publishLatencyErrorMeanMicros").isNull()).isTrue();
    assertThat(ReportFormats.JSON.treeToValue(stored, StoredCounts.class))
        .isEqualTo(new StoredCounts(Counters.ZERO, false));
  }

  @Test
  void aCountThatIsNoNumberIsAnError() {
    ObjectNode stored = ReportFormats.JSON.valueToTree(new StoredCounts(EACH, true));
    stored.put("sentMessages", "many");
    assertThatThrownBy(() -> ReportFormats.JSON.treeToValue(stored, StoredCounts.class))
        .isInstanceOf(JsonProcessingException.class)
        .hasMessageContaining("sentMessages: not a number");
  }
}
