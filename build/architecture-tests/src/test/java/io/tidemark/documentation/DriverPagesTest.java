package io.tidemark.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.driver.DescribedDriver;
import io.tidemark.driver.headers.HeaderSupport;
import io.tidemark.driver.ibmmq.IbmMqBenchmarkDriver;
import io.tidemark.driver.inmemory.InMemoryBenchmarkDriver;
import io.tidemark.driver.kafka.KafkaBenchmarkDriver;
import io.tidemark.driver.kafka.config.KafkaProvider;
import io.tidemark.driver.kafka.config.ProviderLimits;
import io.tidemark.driver.mqtt.MqttBenchmarkDriver;
import io.tidemark.driver.rabbitmq.quorum.RabbitMqQuorumBenchmarkDriver;
import io.tidemark.driver.rabbitmq.stream.RabbitMqStreamBenchmarkDriver;
import io.tidemark.driver.settings.Setting;
import io.tidemark.model.grammar.KeyTable;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A driver's page is made from what it declares: its files, its keys, the headers of CloudEvents,
 * and the names of its metrics.
 */
class DriverPagesTest {
  /** The driver in each folder, and what it is called. */
  private static final Map<String, DescribedDriver> DRIVERS =
      Map.of(
          "kafka-strimzi", new KafkaBenchmarkDriver(),
          "rabbitmq-quorum", new RabbitMqQuorumBenchmarkDriver(),
          "rabbitmq-stream", new RabbitMqStreamBenchmarkDriver(),
          "ibmmq", new IbmMqBenchmarkDriver(),
          "mqtt", new MqttBenchmarkDriver(),
          "inmemory", new InMemoryBenchmarkDriver());

  static Set<String> drivers() {
    return DRIVERS.keySet();
  }

  static Stream<Setting> settings() {
    return DRIVERS.values().stream().flatMap(driver -> driver.settings().stream());
  }

  /** Paths of the keys of all drivers. */
  static Set<String> paths() {
    return settings().map(setting -> setting.path().replace("[]", "")).collect(Collectors.toSet());
  }

  /** The words that settings of drivers allow. */
  static Set<String> words() {
    return settings()
        .flatMap(setting -> setting.allowedValues().stream())
        .collect(Collectors.toSet());
  }

  @ParameterizedTest
  @MethodSource("drivers")
  void thePageIsMadeFromTheDeclarations(String folder) {
    DescribedDriver driver = DRIVERS.get(folder);
    String name = folder.replace("-strimzi", "");
    String made =
        Checkout.GENERATED
            + "# Driver %s\n\n".formatted(name)
            + table("property | value", declared(folder, "driver.properties", "="))
            + "\n## Files\n\n"
            + table("file | what it is", files(folder))
            + "\n## Keys\n\n"
            + KeyTable.of(driver.settings())
            + section(
                "Other makers of brokers",
                "provider | allowed, by its documentation (not run) | a message that `acks=all` acknowledged",
                driver instanceof KafkaBenchmarkDriver ? providers() : List.of())
            + section("Headers of CloudEvents", "attribute | header", events(driver))
            + section("Metrics of the broker", "name | meaning", metrics(folder));
    assertThat(Checkout.kept("docs/reference/driver-" + name + ".md", made)).isEqualTo(made);
  }

  private static String section(String heading, String head, List<String> rows) {
    return rows.isEmpty() ? "" : "\n## " + heading + "\n\n" + table(head, rows);
  }

  private static String table(String head, List<String> rows) {
    return "| " + head + " |\n|---|---|\n" + rows.stream().collect(Collectors.joining());
  }

  private static List<String> files(String folder) {
    return Checkout.files(path -> path.matches("driver-" + folder + "/[^/]+\\.yaml"))
        .map(file -> row(List.of(file.getFileName().toString()), Checkout.firstSentence(file)))
        .toList();
  }

  /** Names of CloudEvents' attributes, some of which a binding leaves out. */
  private static List<String> events(DescribedDriver driver) {
    return driver instanceof HeaderSupport headers
        ? Stream.of("id", "source", "type", "datacontenttype")
            .map(
                each ->
                    row(
                        List.of(each),
                        headers
                            .cloudEventHeader(each)
                            .map(name -> "`" + name + "`")
                            .orElse("none")))
            .toList()
        : List.of();
  }

  private static List<String> providers() {
    return Stream.of(KafkaProvider.values())
        .filter(provider -> !ProviderLimits.restrictions(provider).isEmpty())
        .map(
            provider ->
                "| `%s`: %s | %s | %s |\n"
                    .formatted(
                        Setting.word(provider),
                        provider.title(),
                        String.join("<br>", ProviderLimits.restrictions(provider)),
                        provider.acknowledged()))
        .toList();
  }

  private static List<String> metrics(String folder) {
    String resources = folder.startsWith("rabbitmq") ? "rabbitmq-common" : folder;
    return declared(resources, "telemetry.txt", " = ");
  }

  /** Lines of a file in the driver's jar, each with names and, after a mark, what they are. */
  private static List<String> declared(String folder, String name, String mark) {
    Path file = Path.of("driver-" + folder, "src/main/resources/META-INF/tidemark", name);
    return Checkout.files().contains(file)
        ? Checkout.text(file)
            .lines()
            .map(line -> line.split(mark, 2))
            .filter(line -> line.length == 2 && !line[1].isEmpty())
            .map(line -> row(List.of(line[0].split(" ")), line[1]))
            .toList()
        : List.of();
  }

  private static String row(List<String> names, String meaning) {
    return "| `%s` | %s |\n".formatted(String.join("`, `", names), meaning);
  }
}
