package io.tidemark.driver.kafka.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.driver.kafka.KafkaBenchmarkDriver;
import io.tidemark.driver.kafka.KafkaConfigurations;
import io.tidemark.driver.settings.Setting;
import io.tidemark.driver.settings.SettingProblem;
import io.tidemark.driver.settings.Settings;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KafkaSettingsTest {
  private static final Map<String, Object> ADDRESS =
      Map.of("commonConfig", "bootstrap.servers=h:1");

  private static List<SettingProblem> check(Map<String, Object> file) {
    return new KafkaBenchmarkDriver().validate(file);
  }

  /** With the address of a broker, unless the file has its own. */
  private static List<SettingProblem> check(String... keysAndValues) {
    Map<String, Object> file = new HashMap<>(ADDRESS);
    for (int i = 0; i < keysAndValues.length; i += 2) {
      file.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return check(file);
  }

  private static List<String> errors(String... keysAndValues) {
    return check(keysAndValues).stream()
        .filter(problem -> !problem.warning())
        .map(SettingProblem::path)
        .toList();
  }

  @Test
  void findsWrongValuesWithTheClientsOwnDefinitions() {
    assertThat(
            errors(
                "producerConfig",
                "acks=most\nlinger.ms=soon",
                "consumerConfig",
                "auto.offset.reset=first"))
        .containsExactlyInAnyOrder(
            "producerConfig.acks", "producerConfig.linger.ms", "consumerConfig.auto.offset.reset");
  }

  /** An unknown property may be one of a class that the file names. */
  @Test
  void unknownPropertiesAreWarnings() {
    List<SettingProblem> found =
        check(
            "commonConfig", "bootstrap.servers=h:1\nmy.interceptor.setting=1",
            "producerConfig", "ack=1\nkey.serializer=none\nisolation.level=read_committed",
            "topicConfig", "min.insync.replica=2\ncleanup.policy=delete");
    assertThat(found)
        .allSatisfy(problem -> assertThat(problem.warning()).isTrue())
        .extracting(SettingProblem::path)
        .containsExactly(
            "commonConfig.my.interceptor.setting",
            "producerConfig.ack",
            "producerConfig.isolation.level",
            "producerConfig.key.serializer",
            "topicConfig.min.insync.replica");
    assertThat(found.get(1).message()).contains("did you mean acks?");
    assertThat(found.get(2).message()).contains("consumerConfig");
    assertThat(found.get(4).message()).contains("did you mean min.insync.replicas?");
  }

  /** What only the constructors of the clients check. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "producerConfig | delivery.timeout.ms=5000 | producerConfig.delivery.timeout.ms",
        "producerConfig | linger.ms=200000\\ndelivery.timeout.ms=120000 |"
            + " producerConfig.delivery.timeout.ms",
        "commonConfig | delivery.timeout.ms=5000 | commonConfig.delivery.timeout.ms",
        "commonConfig | default.api.timeout.ms=5 | commonConfig.default.api.timeout.ms",
        "consumerConfig | heartbeat.interval.ms=60000 | consumerConfig",
        "consumerConfig | interceptor.classes=com.example.None | consumerConfig.interceptor.classes",
        "producerConfig | interceptor.classes=java.lang.String | producerConfig.interceptor.classes",
        "producerConfig | metric.reporters=com.example.None | producerConfig.metric.reporters",
        "producerConfig | partitioner.class=com.example.None | producerConfig.partitioner.class",
        "consumerConfig | partition.assignment.strategy=com.example.None |"
            + " consumerConfig.partition.assignment.strategy",
        "producerConfig | enable.idempotence=true\\nacks=1 | producerConfig.acks",
        "producerConfig | enable.idempotence=true\\nmax.in.flight.requests.per.connection=6 |"
            + " producerConfig.max.in.flight.requests.per.connection",
        "commonConfig | security.protocol=SASL_PLAINTEXT\\nsasl.mechanism=PLAIN | commonConfig",
        "commonConfig | security.protocol=SASL_PLAINTEXT\\nsasl.mechanism=PLAIN\\n"
            + "sasl.jaas.config=org.example.None required; | commonConfig",
        "commonConfig | security.protocol=SASL_SSL\\nsasl.mechanism=GSSAPI\\n"
            + "sasl.jaas.config=none | commonConfig",
        "commonConfig | security.protocol=SSL\\nssl.truststore.location=pom.xml | commonConfig",
        "commonConfig | security.protocol=SSL\\nssl.truststore.type=PEM\\n"
            + "ssl.truststore.certificates=none | commonConfig",
        "consumerConfig | group.protocol=consumer\\nheartbeat.interval.ms=5 |"
            + " consumerConfig.heartbeat.interval.ms"
      })
  void theClientsThemselvesCheckTheFile(String section, String properties, String path) {
    String address = "bootstrap.servers=h:1\n";
    String text = properties.replace("\\n", "\n");
    boolean common = section.equals("commonConfig");
    assertThat(common ? errors(section, address + text) : errors(section, text))
        .containsExactly(path);
  }

  /** Workers have files of their own, and placeholders have no value before brokers run. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "ssl.truststore.location=/missing.p12\nsecurity.protocol=SSL",
        "ssl.truststore.certificates=${brokers.ca}\nssl.truststore.type=PEM\nsecurity.protocol=SSL",
        "sasl.jaas.config=${brokers.jaas}\nsasl.mechanism=PLAIN\nsecurity.protocol=SASL_PLAINTEXT"
      })
  void whatIsNotHereYetIsNoError(String common) {
    assertThat(errors("commonConfig", "bootstrap.servers=${brokers.bootstrap}\n" + common))
        .isEmpty();
  }

  @Test
  void oneErrorWithAnAddressThatIsNotKnownYetIsFound() {
    assertThat(
            errors(
                "commonConfig", "bootstrap.servers=${brokers.bootstrap}",
                "producerConfig", "delivery.timeout.ms=5000"))
        .containsExactly("producerConfig.delivery.timeout.ms");
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
  void masksSecretsOfClientProperties() {
    assertThat(Settings.of(KafkaConfiguration.class))
        .filteredOn(Setting::secret)
        .extracting(Setting::path)
        .containsExactly("commonConfig", "producerConfig", "consumerConfig");
  }

  @Test
  void automaticCommitsNeedNoGroupInTheFile() {
    assertThat(check("consumerConfig", "enable.auto.commit=true")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"share, explicit, 0", "share, implicit, 1", "group, explicit, 1"})
  void locksAreRenewedOnlyWithExplicitAcknowledgementsOfShareGroups(
      String consumer, String mode, int problems) {
    String acknowledgement = "share.acknowledgement.mode=" + mode;
    assertThat(
            errors(
                "consumer", consumer, "renewLocksAfter", "10s", "consumerConfig", acknowledgement))
        .filteredOn("renewLocksAfter"::equals)
        .hasSize(problems);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "auto.offset.reset=earliest\nmax.poll.records=5",
        "share.acknowledgement.mode=perhaps"
      })
  void whatShareGroupsDoNotTakeIsAnError(String properties) {
    assertThat(errors("consumer", "share", "consumerConfig", properties))
        .containsExactly("consumerConfig." + properties.split("=")[0]);
  }

  @Test
  void propertiesOfGroupsNeedAGroupWithoutSettingsOfTheClient() {
    String group = "consumer.session.timeout.ms=50000";
    assertThat(errors("groupConfig", group)).containsExactly("groupConfig");
    assertThat(check("groupConfig", group, "consumerConfig", "group.protocol=consumer")).isEmpty();
    assertThat(errors("consumer", "several")).containsExactly("consumer");
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
    assertThat(errors("consumer", "share", "groupConfig", "share.auto.offset.reset=" + start))
        .isEqualTo(allowed ? List.of() : List.of("groupConfig.share.auto.offset.reset"));
  }

  /** The client itself finds them only when it is made, on the worker. */
  @Test
  void findsValuesThatExcludeEachOther() {
    assertThat(check("producerConfig", "acks=1\ntransactional.id=t"))
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.path()).startsWith("producerConfig.");
              assertThat(problem.message()).contains("idempotence");
            });
  }

  @Test
  void refusesSettingsOfTransactionsWithoutTransactions() {
    assertThat(errors("transactionInterval", "1s", "transactionSize", "10"))
        .containsExactly("transactionInterval", "transactionSize");
  }

  @Test
  void refusesTransactionsThatTheBrokerWouldAbort() {
    assertThat(check("producerConfig", "transactional.id=t", "transactionInterval", "1m"))
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.path()).isEqualTo("transactionInterval");
              assertThat(problem.message()).contains("transaction.timeout.ms=60000");
            });
  }

  @Test
  void aWrongCommonPropertyIsReportedOnce() {
    assertThat(errors("commonConfig", "bootstrap.servers=h:1\nretry.backoff.ms=soon"))
        .containsExactly("commonConfig.retry.backoff.ms");
  }

  /** What the broker's maker says that it does not have. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "redpanda | consumer=share | ERROR consumer",
        "redpanda | consumerConfig=group.protocol=consumer | ERROR consumerConfig.group.protocol",
        "redpanda | replicationFactor=2 | ERROR replicationFactor",
        "redpanda | topicConfig=min.insync.replicas=2 | ERROR topicConfig.min.insync.replicas",
        "redpanda | topicConfig=write.caching=true |",
        "automq | replicationFactor=3 | ERROR replicationFactor",
        "automq | consumerConfig=group.protocol=consumer |",
        "warpstream | topicConfig=flush.messages=1 | ERROR topicConfig.flush.messages",
        "warpstream | producerConfig=transactional.id=t |",
        "event-hubs | replicationFactor=-1 |",
        "event-hubs | replicationFactor=3 | ERROR replicationFactor",
        "event-hubs | topicConfig=retention.ms=1000 | ERROR topicConfig",
        "event-hubs | producerConfig=compression.type=lz4 | ERROR producerConfig.compression.type",
        "event-hubs | producerConfig=max.request.size=2000000 |"
            + " ERROR producerConfig.max.request.size",
        "event-hubs | producerConfig=transactional.id=t |"
            + " WARNING producerConfig.transactional.id",
        "confluent-cloud | replicationFactor=1 | ERROR replicationFactor",
        "confluent-cloud | topicConfig=min.insync.replicas=2 |",
        "confluent-cloud | consumer=share | WARNING consumer",
        "msk | consumer=share | WARNING consumer",
        "kafka | consumer=share |"
      })
  void whatAProviderDoesNotHaveIsRefused(String provider, String setting, String expected) {
    String[] pair = setting.split("=", 2);
    Map<String, Object> file = new HashMap<>(ADDRESS);
    file.put("provider", provider);
    if (provider.equals("event-hubs")) {
      file.put("producerConfig", "max.request.size=1000000");
    }
    file.merge(pair[0], pair[1], (given, added) -> given + "\n" + added);
    assertThat(check(file))
        .extracting(found -> (found.warning() ? "WARNING " : "ERROR ") + found.path())
        .isEqualTo(expected == null ? List.of() : List.of(expected));
  }
}
