package io.tidemark.driver.kafka.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.driver.Setting;
import io.tidemark.driver.SettingProblem;
import io.tidemark.driver.SettingValues;
import io.tidemark.driver.kafka.KafkaConfigurations;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KafkaSettingsTest {
  private static List<SettingProblem> check(Map<String, Object> file) {
    SettingValues values = new SettingValues("Kafka driver file", file);
    KafkaSettings.check(values, KafkaConfiguration.of(values));
    return values.problems();
  }

  @Test
  void findsWrongValuesWithTheClientsOwnDefinitions() {
    assertThat(
            check(
                Map.of(
                    "commonConfig", "bootstrap.servers=h:1",
                    "producerConfig", "acks=most\nlinger.ms=soon",
                    "consumerConfig", Map.of("auto.offset.reset", "first"))))
        .extracting(SettingProblem::path)
        .containsExactlyInAnyOrder(
            "producerConfig.acks", "producerConfig.linger.ms", "consumerConfig.auto.offset.reset");
  }

  @Test
  void leavesUnknownPropertiesToTheUser() {
    assertThat(check(Map.of("commonConfig", "bootstrap.servers=h:1\nmy.interceptor.setting=1")))
        .isEmpty();
  }

  /** The client takes them. */
  @ParameterizedTest
  @ValueSource(strings = {":9092", "PLAINTEXT://h:1", "[::1]:9092", "rabbit_mq:1", " h:1 , :2 "})
  void takesEachAddressThatTheClientTakes(String address) {
    assertThat(check(Map.of("commonConfig", Map.of("bootstrap.servers", address)))).isEmpty();
  }

  @Test
  void missesTheAddressOnce() {
    assertThat(check(Map.of("name", "x")))
        .containsExactly(new SettingProblem("commonConfig", "bootstrap.servers is missing"));
  }

  @Test
  void reportsTheKeyOfAWrongDriverSetting() {
    assertThat(check(Map.of("closeTimeout", "late", "commonConfig", "bootstrap.servers=h:1")))
        .containsExactly(
            new SettingProblem(
                "closeTimeout",
                "got 'late'; allowed a time span such as 500ms, 30s, 5m or 1h30m to 365d"));
  }

  @Test
  void masksSecretsOfClientProperties() {
    assertThat(Setting.of(KafkaConfiguration.class))
        .filteredOn(Setting::secret)
        .extracting(Setting::path)
        .containsExactly("commonConfig", "producerConfig", "consumerConfig");
  }

  @Test
  void automaticCommitsNeedNoGroupInTheFile() {
    assertThat(
            check(
                Map.of(
                    "commonConfig", "bootstrap.servers=h:1",
                    "consumerConfig", "enable.auto.commit=true")))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"share, explicit, 0", "share, implicit, 1", "group, explicit, 1"})
  void locksAreRenewedOnlyWithExplicitAcknowledgementsOfShareGroups(
      String consumer, String mode, int problems) {
    assertThat(
            check(
                Map.of(
                    "consumer",
                    consumer,
                    "renewLocksAfter",
                    "10s",
                    "commonConfig",
                    "bootstrap.servers=h:1",
                    "consumerConfig",
                    "share.acknowledgement.mode=" + mode)))
        .filteredOn(problem -> problem.path().equals("renewLocksAfter"))
        .hasSize(problems);
  }

  @Test
  void propertiesOfConsumerGroupsAreErrorsWithShareGroups() {
    assertThat(
            check(
                Map.of(
                    "consumer", "share",
                    "commonConfig", "bootstrap.servers=h:1",
                    "consumerConfig", "auto.offset.reset=earliest\nmax.poll.records=5")))
        .extracting(SettingProblem::path)
        .containsExactly("consumerConfig.auto.offset.reset");
    assertThat(
            check(
                Map.of(
                    "consumer", "share",
                    "commonConfig", "bootstrap.servers=h:1",
                    "consumerConfig", "share.acknowledgement.mode=perhaps")))
        .extracting(SettingProblem::path)
        .contains("consumerConfig.share.acknowledgement.mode");
  }

  @Test
  void propertiesOfGroupsNeedAGroupWithoutSettingsOfTheClient() {
    Map<String, String> address = Map.of("bootstrap.servers", "h:1");
    Map<String, String> group = Map.of("consumer.session.timeout.ms", "50000");
    assertThat(check(Map.of("commonConfig", address, "groupConfig", group)))
        .extracting(SettingProblem::path)
        .containsExactly("groupConfig");
    assertThat(
            check(
                Map.of(
                    "commonConfig", address,
                    "groupConfig", group,
                    "consumerConfig", "group.protocol=consumer")))
        .isEmpty();
    assertThat(check(Map.of("commonConfig", address, "consumer", "several")))
        .extracting(SettingProblem::path)
        .containsExactly("consumer");
  }

  @Test
  void shareGroupsBeginAtTheStartUnlessTheFileSaysOtherwise() throws IOException {
    String share = "consumer: share\ncommonConfig: bootstrap.servers=h:1\n";
    assertThat(KafkaConfigurations.of(share).groupConfig())
        .containsEntry("share.auto.offset.reset", "earliest");
    assertThat(
            KafkaConfigurations.of(share + "groupConfig: share.auto.offset.reset=latest")
                .groupConfig())
        .containsEntry("share.auto.offset.reset", "latest");
  }

  @ParameterizedTest
  @CsvSource({
    "earliest, true",
    "latest, true",
    "by_duration:PT1H, true",
    "by_duration:P1DT0.5S, true",
    "by_duration:1h, false",
    "by_duration:-PT1H, false",
    "by_duration, false",
    "none, false"
  })
  void aShareGroupBeginsAtAnEndOrAnAge(String start, boolean allowed) {
    Map<String, Object> file =
        Map.of(
            "commonConfig", "bootstrap.servers=h:1",
            "consumer", "share",
            "groupConfig", Map.of("share.auto.offset.reset", start));
    assertThat(check(file))
        .extracting(SettingProblem::path)
        .isEqualTo(allowed ? List.of() : List.of("groupConfig.share.auto.offset.reset"));
  }

  /** The client itself finds them only when it is made, on the worker. */
  @Test
  void findsValuesThatExcludeEachOther() {
    assertThat(
            check(
                Map.of(
                    "commonConfig", "bootstrap.servers=h:1",
                    "producerConfig", "acks=1\ntransactional.id=t")))
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.path()).isEqualTo("producerConfig");
              assertThat(problem.message()).contains("idempotence");
            });
  }

  @Test
  void refusesSettingsOfTransactionsWithoutTransactions() {
    assertThat(
            check(
                Map.of(
                    "commonConfig",
                    "bootstrap.servers=h:1",
                    "transactionInterval",
                    "1s",
                    "transactionSize",
                    10)))
        .extracting(SettingProblem::path)
        .containsExactly("transactionInterval", "transactionSize");
  }

  @Test
  void refusesTransactionsThatTheBrokerWouldAbort() {
    assertThat(
            check(
                Map.of(
                    "commonConfig", "bootstrap.servers=h:1",
                    "producerConfig", "transactional.id=t",
                    "transactionInterval", "1m")))
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.path()).isEqualTo("transactionInterval");
              assertThat(problem.message()).contains("transaction.timeout.ms=60000");
            });
  }
}
