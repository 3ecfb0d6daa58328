package io.tidemark.model.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class CountersTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** A different number for each. */
  private static final Counters EACH = Counters.of(counter -> counter.ordinal() + 1);

  /** Workers of another build read these names: see the version of the worker protocol. */
  @Test
  void everyCounterHasItsNameInTheWorkerProtocol() throws Exception {
    assertThat(JSON.writeValueAsString(EACH))
        .isEqualTo(
            """
            {"sent":1,"sentBytes":2,"acknowledged":3,"acknowledgedBytes":4,"failed":5,\
            "received":6,"receivedBytes":7,"consumerErrors":8,"foreign":9,"corrupted":10,\
            "negativeEndToEnd":11,"overflowed":12,"duplicatedInInterval":13,\
            "redelivered":14,\
            "roundTrips":{"requestsReceived":15,"repliesSent":16,"repliesFailed":17,\
            "answered":18,"timedOut":19,"late":20,"duplicateReplies":21,"neverAsked":22},\
            "clients":{"opened":23,"failed":24},\
            "unstamped":{"messages":25,"errorNanos":26,"worstErrorNanos":27},\
            "filtered":{"messages":28}}\
            """);
  }

  @Test
  void everyCounterIsReadBack() throws Exception {
    assertThat(JSON.readValue(JSON.writeValueAsString(EACH), Counters.class)).isEqualTo(EACH);
  }

  @Test
  void aCounterThatIsMissingIsAnError() {
    ObjectNode tree = EACH.write();
    tree.remove("corrupted");
    assertThatThrownBy(() -> JSON.treeToValue(tree, Counters.class))
        .isInstanceOf(ValueInstantiationException.class)
        .hasMessageContaining("corrupted");
  }

  @Test
  void aCounterThatIsNoNumberIsAnError() {
    JsonNode tree = EACH.write().put("sent", "many");
    assertThatThrownBy(() -> JSON.treeToValue(tree, Counters.class))
        .isInstanceOf(ValueInstantiationException.class);
  }

  @Test
  void everyCounterIsSummedButTheWorstErrorIsTheHighest() {
    Counters sum = EACH.plus(EACH);
    for (Counter counter : Counter.values()) {
      long twice = 2L * (counter.ordinal() + 1);
      assertThat(sum.get(counter))
          .as(counter.key())
          .isEqualTo(counter == Counter.UNSTAMPED_WORST_ERROR_NANOS ? twice / 2 : twice);
    }
  }

  @Test
  void theKeysInResultsAreDifferent() {
    assertThat(Arrays.stream(Counter.values()).map(Counter::key)).doesNotHaveDuplicates();
  }

  @Test
  void aGroupIsTakenFromOthers() {
    Counters taken = Counters.ZERO.with(Counter.Group.RECEIVING, EACH);
    assertThat(taken).isEqualTo(EACH.only(Counter.Group.RECEIVING));
    assertThat(taken.get(Counter.RECEIVED)).isEqualTo(6);
    assertThat(taken.get(Counter.SENT)).isZero();
  }
}
