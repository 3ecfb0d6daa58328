package io.tidemark.coordinator.stage;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.grammar.Grammar;
import io.tidemark.model.load.RequestReplySpec;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LoadControlTest {
  @Test
  void stoppingWaitsForRequestersThatWaitForTheirReplies() {
    assertThat(LoadControl.stopTimeout(Optional.empty())).hasSeconds(15);
    assertThat(LoadControl.stopTimeout(replyTimeout(5))).hasSeconds(15);
    assertThat(LoadControl.stopTimeout(replyTimeout(30))).hasSeconds(32);
  }

  private static Optional<RequestReplySpec> replyTimeout(long seconds) {
    return Optional.of(
        Grammar.defaults(RequestReplySpec.class).withReplyTimeout(Duration.ofSeconds(seconds)));
  }
}
