package io.tidemark.http.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.worker.WorkerException.Kind;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Commands that come again: late, early, at the same time, under another name. */
class IdempotentCommandsTest {
  private final IdempotentCommands commands = new IdempotentCommands("w");
  private final AtomicInteger done = new AtomicInteger();

  @BeforeEach
  void begin() throws WorkerException {
    commands.begin("run");
  }

  private String once(long sequence, String operation) throws Exception {
    return new String(
        commands.once(
            sequence, operation, () -> ("answer " + done.incrementAndGet()).getBytes(UTF_8)),
        UTF_8);
  }

  @Test
  void aCommandThatComesAgainGetsTheSameAnswer() throws Exception {
    assertThat(once(1, "probe")).isEqualTo("answer 1");
    assertThat(once(2, "probe")).isEqualTo("answer 2");
    assertThat(once(1, "probe")).isEqualTo("answer 1");
    assertThat(done.get()).isEqualTo(2);
  }

  @Test
  void aFailureIsRepeatedNotTriedAgain() {
    IdempotentCommands.Work fails =
        () -> {
          done.incrementAndGet();
          throw new WorkerException("w", "probe", Kind.INFRASTRUCTURE, "refused", null);
        };
    for (int i = 0; i < 2; i++) {
      assertThat(
              catchThrowableOfType(WorkerException.class, () -> commands.once(1, "probe", fails)))
          .hasMessage("refused");
    }
    assertThat(done.get()).isEqualTo(1);
  }

  @Test
  void aNumberBelongsToOneCommand() throws Exception {
    once(1, "probe");
    assertThatThrownBy(() -> once(1, "stop-load"))
        .isInstanceOf(RequestRefusedException.class)
        .hasMessageContainingAll("1", "probe");
  }

  @Test
  void whatLiesTooFarBackIsNeitherAnsweredNorDoneAgain() throws Exception {
    for (int i = 1; i <= 100; i++) {
      once(i, "probe");
    }
    assertThat(once(100, "probe")).isEqualTo("answer 100");
    assertThatThrownBy(() -> once(1, "probe"))
        .isInstanceOf(RequestRefusedException.class)
        .hasMessageContainingAll("command 1 ", "too old");
    assertThat(done.get()).isEqualTo(100);
  }

  @Test
  void aRunThatIsOverDoesNotComeBackAndItsCommandsAreNotMistakenForTheNexts() throws Exception {
    once(1, "probe");
    commands.begin("next");
    assertThatThrownBy(() -> commands.begin("run"))
        .hasMessageContaining("has ended on this worker");
    assertThatThrownBy(() -> commands.require("run", "probe"))
        .hasMessageContaining("another run has taken over");
    assertThat(once(1, "stop-load")).isEqualTo("answer 2");
  }
}
