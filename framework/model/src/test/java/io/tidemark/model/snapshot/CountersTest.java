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
            "negativeEndToEnd":11,"overflowed":12,"redelivered":13,\
            "roundTrips":{"requestsReceived":14,"repliesSent":15,"repliesFailed":16,\
            "answered":17,"timedOut":18,"late":19,"duplicateReplies":20,"neverAsked":21},\
            "clients":{"opened":22,"failed":23},\
            "unstamped":{"messages":24,"errorNanos":25,"worstErrorNanos":26},\
            "filtered":{"messages":27},"outcomes":{"refusals":28,"deadLetters":29},\
            "priorities":{"overtaken":30}}\
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
