package io.tidemark.driver.ibmmq;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.driver.BrokerFacts;
import io.tidemark.driver.EffectiveConfiguration;
import io.tidemark.driver.EffectiveSetting;
import io.tidemark.driver.EffectiveSetting.Origin;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the broker of the integration tests says of itself. */
class ArtemisSettingsIT {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          persistent     | false | on disk, as the broker's journal is set
          persistent     | true  | on disk, as the broker's journal is set
          non-persistent | false | in memory
          """)
  void factsAreWhatAnAcknowledgedMessageSurvives(
      String messages, boolean transacted, String persistence) throws Exception {
    try (DriverRun run =
        new DriverRun(
            LocalJms.file(
                    "messages: {persistence: %s}\npublishing: {transacted: %s}\n"
                        .formatted(messages, transacted))
                .toPath())) {
      assertThat(run.driver().brokerFacts())
          .containsEntry(BrokerFacts.NODES, "1")
          .containsEntry(BrokerFacts.REPLICATION, "1")
          .containsEntry(BrokerFacts.PERSISTENCE, persistence);
      EffectiveConfiguration read = run.driver().effectiveConfiguration(List.of());
      assertThat(read.notes()).isEmpty();
      assertThat(read.settings())
          .noneMatch(each -> each.value().equals("null"))
          .contains(
              new EffectiveSetting(
                  EffectiveSetting.BROKER,
                  "broker",
                  "journalType",
                  "NIO",
                  Origin.CHANGED,
                  "management, default ASYNCIO"));
    }
  }
}
