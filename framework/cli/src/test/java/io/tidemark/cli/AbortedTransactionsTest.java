package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs of the command whose driver aborts transactions on purpose. */
@Tag("slow")
class AbortedTransactionsTest {
  private static final String WORKLOAD =
      MiniBench.ONE_OF_EACH
          + """
          producerRate: 500
          warmupDuration: 0s
          testDuration: 1s
          objectives: {lost: 0, duplicated: 0, errors: 0, abortedReads: 0}
          """
          + CommandRun.TOLERANT;

  @TempDir Path folder;

  private CommandRun run(Class<?> driver) throws IOException {
    return CommandRun.in(folder, "driverClass: " + driver.getName() + "\n", WORKLOAD);
  }

  private JsonNode delivery() throws IOException {
    return CommandRun.result(folder).required("delivery");
  }

  @Test
  void messagesThatNoConsumerReceivesAreNeitherLostNorFailed() throws IOException {
    CommandRun done = run(AbortingDriver.class);

    assertThat(done.exitCode()).as(done.printed()).isZero();
    assertThat(done.printed()).contains("aborted reads 0").doesNotContain("aborted-read ");
    JsonNode delivery = delivery();
    assertThat(delivery.required("abortedReads").asLong(-1)).isZero();
    assertThat(delivery.required("lostMessages").asLong(-1)).isZero();
    assertThat(delivery.required("failedMessages").asLong(-1)).isZero();
    long sent = delivery.required("sentMessages").asLong();
    long expected = delivery.at("/subscriptions/0/expectedMessages").asLong();
    assertThat(sent - expected).isBetween(sent / 10 - 1, sent / 10 + 1);
  }

  @Test
  void eachDeliveryOfAnAbortedMessageIsAFinding() throws IOException {
    CommandRun done = run(AbortingDriver.Leaky.class);

    assertThat(done.exitCode()).as(done.printed()).isEqualTo(1);
    assertThat(done.printed()).contains("aborted-read", "messages of aborted transactions");
    JsonNode delivery = delivery();
    long sent = delivery.required("sentMessages").asLong();
    assertThat(delivery.required("abortedReads").asLong()).isBetween(sent / 20 - 1, sent / 20 + 1);
    assertThat(delivery.required("unacknowledgedButReceivedMessages").asLong(-1)).isZero();
    assertThat(delivery.required("lostMessages").asLong(-1)).isZero();
    assertThat(delivery.at("/subscriptions/0/firstAbortedReads/0").asText()).matches("0:\\d+");
  }
}
