package io.tidemark.model.workload;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FailoverWorkloadTest extends WorkloadFileTest {
  private static final String CLIENTS =
      """
      topics: 3
      partitionsPerTopic: 1
      messageSize: 1000
      subscriptionsPerTopic: 1
      producersPerTopic: 1
      consumerPerSubscription: 1
      testDuration: 30s
      """;
  private static final String MINIMAL = CLIENTS + "pattern: failover\nmessageLimit: 30000\n";

  @Test
  void hasObjectivesOfRecoveryPointAndTime() {
    Workload workload =
        file.read(
            MINIMAL
                + """
                objectives:
                  recoveryPointMessages: 0
                  recoveryPointAge: "<= 500ms"
                  recoveryTimeFirst: 5s
                """);

    assertThat(workload.pattern()).isEqualTo(Pattern.FAILOVER);
    assertThat(workload.objectives())
        .extracting(each -> each.key() + " " + each.condition() + " " + each.limit())
        .containsExactly(
            "recoveryPointMessages 0 0.0",
            "recoveryPointAge <= 500ms 5.0E8",
            "recoveryTimeFirst <= 5s 5.0E9");
  }
}
