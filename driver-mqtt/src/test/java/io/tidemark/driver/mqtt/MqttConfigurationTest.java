package io.tidemark.driver.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import io.tidemark.driver.headers.MessageHeader;
import io.tidemark.driver.mqtt.MqttSession.SysTopics;
import io.tidemark.driver.settings.SettingProblem;
import io.tidemark.driver.settings.SettingValues;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MqttConfigurationTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          mqttUris: ['amqp://h']                              | mqttUris
          mqttUris: ['mqtt://']                               | mqttUris
          mqttUris: ['mqtt://h:0']                            | mqttUris
          {mqttUris: ['mqtt://h'], qos: 3}                    | qos
          {mqttUris: ['mqtt://h'], subscriptionQos: 3}        | subscriptionQos
          {mqttUris: ['mqtt://h'], receiveMaximum: 0}         | receiveMaximum
          {mqttUris: ['mqtt://h'], maxInFlight: 65536}        | maxInFlight
          {mqttUris: ['mqtt://h'], keepAlive: 0s}             | keepAlive
          {mqttUris: ['mqtt://h'], topicPrefix: 'a/#'}        | topicPrefix
          {mqttUris: ['mqtt://h'], sharedSubscriptions: some} | sharedSubscriptions
          {mqttUris: ['mqtt://h'], unconfirmedOnClose: wait}  | unconfirmedOnClose
          {mqttUris: ['mqtt://h'], tls: {ca: a, trustStore: b}} | tls.ca
          """)
  void namesTheKeyThatIsWrong(String yaml, String path) throws Exception {
    assertThat(problems(yaml))
        .filteredOn(problem -> !problem.warning())
        .extracting(SettingProblem::path)
        .containsExactly(path);
  }

  @Test
  void anAddressHasALoginAndAPort() throws Exception {
    assertThat(
            read("mqttUris: ['mqtt://bench%3Auser:p%40,x@h1,mqtts://h2:8884', 'mqtts://[::1]']")
                .addresses())
        .containsExactly(
            new MqttAddress(
                false, "h1", 1883, Optional.of(new MqttAddress.Login("bench:user", "p@,x"))),
            new MqttAddress(true, "h2", 8884, Optional.empty()),
            new MqttAddress(true, "[::1]", 8883, Optional.empty()));
  }

  @Test
  void aPasswordIsInNoMessageAndNoText() throws Exception {
    assertThat(problems("mqttUris: ['mqtt://user:sec%zzret@h']"))
        .singleElement()
        .satisfies(problem -> assertThat(problem.message()).doesNotContain("zz"));
    assertThat(problems("mqttUris: ['mqtt://user:secret@h:x']"))
        .singleElement()
        .satisfies(problem -> assertThat(problem.message()).doesNotContain("secret"));
    assertThat(read("mqttUris: ['mqtt://user:secret@h']").toString()).doesNotContain("secret");
    assertThat(read("mqttUris: ['mqtt://user:secret@h']").addresses().toString())
        .doesNotContain("secret");
  }

  @Test
  void subscriptionsHaveTheQualityOfPublicationsUnlessTheyHaveTheirOwn() throws Exception {
    assertThat(read("{mqttUris: ['mqtt://h'], qos: 2}").subscriptionLevel())
        .isEqualTo(MqttQos.EXACTLY_ONCE);
    assertThat(read("{mqttUris: ['mqtt://h'], qos: 2, subscriptionQos: 0}").subscriptionLevel())
        .isEqualTo(MqttQos.AT_MOST_ONCE);
    assertThat(read("mqttUris: ['mqtt://h']").publishing().sendTimeout())
        .isEqualTo(Duration.ofSeconds(30));
  }

  @ParameterizedTest
  @ValueSource(strings = {"local", "local-1node", "cluster", "mosquitto", "mqtt-to-amqp091"})
  void ourOwnDriverFilesAreRight(String name) throws Exception {
    String filled =
        Files.readString(Path.of(name + ".yaml"))
            .replace("${brokers.mqttUris}", "mqtt://u:p@h:1,mqtt://u:p@h:2")
            .replace("${brokers.port}", "1883")
            .replaceAll("\\$\\{[^}]*}", "x");
    assertThat(problems(filled.replaceAll("(?m)^consumeThrough.*$", "")))
        .filteredOn(problem -> !problem.warning())
        .isEmpty();
  }

  @Test
  void aTopicOfOnePartitionHasNoFurtherLevel() {
    assertThat(TopicName.ofPartitions("a/b", 1)).containsExactly("a/b");
    assertThat(TopicName.ofPartitions("a/b", 2)).containsExactly("a/b/0", "a/b/1");
    assertThat(TopicName.partition("a/b", "a/b")).isZero();
    assertThat(TopicName.partition("a/b", "a/b/12")).isEqualTo(12);
    assertThat(TopicName.partition("a/b", "a/b/c")).isEqualTo(-1);
    assertThat(TopicName.sharedFilter("a/b", "s/1+")).isEqualTo("$share/s_1_/a/b/#");
  }

  @Test
  void aTopicOfTheBrokerIsAMetric() {
    assertThat(SysTopics.name("$SYS/broker/messages/stored")).isEqualTo("sysMessagesStored");
    assertThat(SysTopics.name("$SYS/broker/store/messages/bytes"))
        .isEqualTo("sysStoreMessagesBytes");
  }

  @ParameterizedTest
  @CsvSource({"mosquitto version 2.0.11, 2.0.11", "5.8.1, 5.8.1", "unknown, "})
  void theVersionIsThatWhichTheBrokerPublishes(String published, String version) {
    SysTopics topics = new SysTopics();
    topics.arrived(
        Mqtt5Publish.builder()
            .topic("$SYS/broker/version")
            .payload(published.getBytes(StandardCharsets.UTF_8))
            .build());
    assertThat(topics.version()).isEqualTo(Optional.ofNullable(version));
  }

  @Test
  void someHeadersCannotBeSent() {
    assertThat(MqttProperties.problem(MessageHeader.text("sent", "1"))).isPresent();
    assertThat(MqttProperties.problem(MessageHeader.text("a", "line\nbreak"))).isPresent();
    assertThat(MqttProperties.problem(MessageHeader.text("ä b", "ö"))).isEmpty();
  }

  private static MqttConfiguration read(String yaml) throws Exception {
    return MqttConfiguration.from(new SettingValues("file", tree(yaml)));
  }

  private static List<SettingProblem> problems(String yaml) throws Exception {
    return new MqttBenchmarkDriver().validate(tree(yaml));
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> tree(String yaml) throws Exception {
    return new YAMLMapper().readValue(yaml, Map.class);
  }
}
