package io.tidemark.model.result.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.model.result.Throughput;
import io.tidemark.model.result.file.ResultJson;
import io.tidemark.model.result.file.ResultMapper;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import org.junit.jupiter.api.Test;

class CountsJsonTest {
  /** A different number for each; the sum of the errors is a multiple of the messages. */
  private static final Counters EACH =
      Counters.of(counter -> counter.ordinal() + 1)
          .with(Counter.UNSTAMPED_MESSAGES, 7)
          .with(Counter.UNSTAMPED_ERROR_NANOS, 7_000);

  @Test
  void everyCounterIsStoredUnderItsKeyAndReadBack() {
    ObjectNode stored = CountsJson.Write.tree(EACH, true);
    for (Counter counter : Counter.values()) {
      assertThat(stored.findValue(counter.key())).as(counter.key()).isNotNull();
    }
    assertThat(stored.get("publishLatencyErrorMeanMicros").asDouble()).isEqualTo(1);
    assertThat(CountsJson.Read.counters(stored)).isEqualTo(EACH);
  }

  @Test
  void everyCounterWithARateHasItInResults() {
    ObjectNode rates = CountsJson.Write.rates(EACH::get, true);
    for (Counter counter : Counter.values()) {
      if (counter.rateKey() != null) {
        assertThat(rates.path(counter.rateKey()).asLong())
            .as(counter.rateKey())
            .isEqualTo(EACH.get(counter));
      }
    }
  }

  @Test
  void runsOfOtherPatternsHaveNoRoundTrips() {
    ObjectNode stored = CountsJson.Write.tree(Counters.ZERO, false);
    assertThat(stored.has("roundTrips")).isFalse();
    assertThat(stored.get("publishLatencyErrorMeanMicros").isNull()).isTrue();
    assertThat(CountsJson.Read.counters(stored)).isEqualTo(Counters.ZERO);
  }

  @Test
  void aCountThatIsNoNumberIsAnError() {
    ObjectNode stored = (ObjectNode) ResultJson.tree(new Throughput(EACH, 1));
    ((ObjectNode) stored.path("counts")).put("sentMessages", "many");
    assertThatThrownBy(() -> ResultMapper.JSON.treeToValue(stored, Throughput.class))
        .isInstanceOf(JsonProcessingException.class)
        .hasMessageContaining("sentMessages: not a number");
  }
}
