package io.tidemark.model.driverfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.tidemark.driver.settings.Setting;
import io.tidemark.driver.settings.Setting.Type;
import io.tidemark.model.driverfile.DriverFileReader.Settings;
import io.tidemark.model.yaml.ConfigurationException;
import io.tidemark.model.yaml.Problem;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.ReadOptions;
import io.tidemark.model.yaml.SourceFile;
import io.tidemark.model.yaml.YamlTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;

class DriverFileReaderTest {
  private static final String HEAD = "name: kafka\ndriverClass: a.b.Driver\n";
  private static final Settings SETTINGS =
      driverClass ->
          Optional.of(
              List.of(
                  Setting.of("replicationFactor", Type.INTEGER, "Copies.")
                      .within(Optional.of("1"), Optional.empty()),
                  Setting.of("commonConfig", Type.PROPERTIES, "For all clients."),
                  Setting.of("uri", Type.STRING, "Where."),
                  Setting.of("pin", Type.STRING, "A number to enter.").asSecret(),
                  Setting.of("keyPassword", Type.STRING, "Of the key.")));

  @TempDir Path folder;
  private Map<String, String> environment;

  @BeforeEach
  void setUp() {
    environment =
        Map.of("PW", "s3cr: et#", "RF", "3", "HOST", "h:9092", "LINES", "a\nb", "PLAIN", "plain");
  }

  @Test
  void readsTheKeysOfTheFramework() throws IOException {
    DriverFile driver = read(HEAD + "localBrokers: {kind: kafka, nodes: 3, heap: 200MB}\n");
    assertThat(driver.name()).isEqualTo("kafka");
    assertThat(driver.driverClass()).isEqualTo("a.b.Driver");
    assertThat(driver.localBrokers())
        .contains(new DriverFile.LocalBrokers("kafka", 3, Map.of("heap", "200MB")));
    assertThat(read(HEAD + "localBrokers: rabbitmq").localBrokers())
        .contains(new DriverFile.LocalBrokers("rabbitmq", 1, Map.of()));
  }

  @Test
  void olderNamesOfLocalBrokersStillWorkWithAWarning() throws IOException {
    String yaml = HEAD + "localBrokers: {kind: kafka, sessionTimeoutMillis: 6000}\n";
    Path file = Files.writeString(folder.resolve("d.yaml"), yaml);
    Problems found = new Problems();
    DriverFile driver =
        new DriverFileReader(options(), found, Settings.UNKNOWN).read(file).orElseThrow();
    assertThat(driver.localBrokers().orElseThrow().options())
        .containsExactly(Map.entry("sessionTimeoutMillis", "6000"));
    assertThat(found.all())
        .singleElement()
        .satisfies(
            warning ->
                assertThat(warning.toString())
                    .contains("sessionTimeoutMillis")
                    .contains("is deprecated; write sessionTimeout: 6"));
  }

  @Test
  void commandsOfLocalBrokersRunInAFolderRelativeToTheDriverFile() throws IOException {
    String start = HEAD + "localBrokers: {kind: command, start: exec broker $PORT%s}\n";
    assertThat(read(start.formatted("")).localBrokers().orElseThrow().options())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("start", "exec broker $PORT", "workingDirectory", folder.toString()));
    assertThat(
            read(start.formatted(", workingDirectory: ../bin"))
                .localBrokers()
                .orElseThrow()
                .options())
        .containsEntry("workingDirectory", folder.resolveSibling("bin").toString());
  }

  @Test
  void checksTheKeysOfADriverThatDescribesThem() throws IOException {
    assertThat(problems(HEAD + "replicationFactr: 3\nreplicationFactor: three\n"))
        .containsExactly(
            "d.yaml:3:1: replicationFactr: unknown key; allowed name, driverClass, localBrokers,"
                + " telemetry, standby, consumeThrough, replicationFactor, commonConfig, uri, pin,"
                + " keyPassword (did you mean replicationFactor?)",
            "d.yaml:4:20: replicationFactor: wrong value, got three; allowed a whole number from"
                + " 1");
  }

  @Test
  void asksForNameAndClass() throws IOException {
    assertThat(problems("uri: x"))
        .containsExactly(
            "d.yaml:1:1: name: the key is missing; allowed a name of 1 to 200 characters",
            "d.yaml:1:1: driverClass: the key is missing; allowed a text");
  }

  @Test
  void fillsVariablesWithoutLettingThemChangeTheStructure() throws IOException {
    DriverFile driver =
        read(
            HEAD
                + """
                # ${env:NOT_TOUCHED} in a comment
                replicationFactor: ${env:RF}
                uri: "amqp://u:${env:PW}@${env:HOST}" # kept
                commonConfig: |
                  bootstrap.servers=${env:HOST}
                  literal=$${env:HOST}
                """);
    assertThat(driver.yaml())
        .isEqualTo(
            HEAD
                + """
                # ${env:NOT_TOUCHED} in a comment
                replicationFactor: 3
                uri: "amqp://u:s3cr: et#@h:9092" # kept
                commonConfig: |
                  bootstrap.servers=h:9092
                  literal=${env:HOST}
                """);
    assertThat(driver.configuration())
        .containsEntry("replicationFactor", 3L)
        .containsEntry("commonConfig", "bootstrap.servers=h:9092\nliteral=${env:HOST}\n");
  }

  static Stream<String> texts() {
    return Stream.of(
            "0123 1e3 1_000 0x1F 0o17 0b11 .5 1. 3.10 +5 -0 -007 12:30:45 2026-01-01",
            "2026-01-01T00:00:00Z .inf -.INF .nan NaN on Yes n OFF True 1.0E10 12345678.5",
            "12345678901234567890 100 -5 0.5 true 10.0.0.1:9092 text")
        .flatMap(line -> Stream.of(line.split(" ")));
  }

  @ParameterizedTest
  @MethodSource("texts")
  void eachReaderOfYamlSeesTheTextThatWasWritten(String text) throws IOException {
    environment = Map.of("V", text);
    String written = "a: !!str %s\nb: [%s]\nc: {010: %s}\nd: ${env:V}\n".replace("%s", text);
    String seen = "a=%s, b=[%s], c={010=%s}, d=%s}".replace("%s", text);
    DriverFile driver = read(HEAD + written, Settings.UNKNOWN);
    DriverFile changed =
        driver.withKeys(
            YamlTree.read(
                    new SourceFile("f", HEAD + written.replace("${env:V}", text)), new Problems())
                .orElseThrow());
    for (String yaml : List.of(driver.yaml(), changed.yaml())) {
      assertThat(new YAMLMapper().readValue(yaml, Map.class).toString()).endsWith(seen);
      assertThat(new Yaml().<Map<?, ?>>load(yaml).toString()).endsWith(seen);
    }
    assertThat(driver.configuration().toString()).endsWith(seen);
    assertThat(driver.masked().toString()).endsWith(seen);
  }

  @Test
  void numbersInTheFormOfEveryReaderStayNumbers() throws IOException {
    DriverFile driver =
        read(HEAD + "a:\n- 5\n- ${env:RF}\n- -0.5\n- true\n- '5'\n- ~\n", Settings.UNKNOWN);
    assertThat(new YAMLMapper().readValue(driver.yaml(), Map.class).get("a"))
        .isEqualTo(Arrays.asList(5, 3, -0.5, true, "5", null));
    assertThat(driver.configuration().get("a"))
        .isEqualTo(Arrays.asList(5L, 3L, -0.5, true, "5", null));
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "~", "NULL", ""})
  void theTextOfAVariableIsNeverAnAbsentValue(String text) throws IOException {
    environment = Map.of("V", text);
    DriverFile driver = read(HEAD + "keyPassword: ${env:V}\n");
    assertThat(driver.configuration()).containsEntry("keyPassword", text);
    assertThat(new YAMLMapper().readValue(driver.yaml(), Map.class).get("keyPassword"))
        .isEqualTo(text);
  }

  @Test
  void quotesWhatHasSeveralLinesOrSpecialCharacters() throws IOException {
    DriverFile driver =
        read(HEAD + "uri: ${env:PW}\ncommonConfig: |\n  a=${env:LINES}\n  b=1\npin: x\n");
    assertThat(driver.configuration())
        .containsEntry("uri", "s3cr: et#")
        .containsEntry("commonConfig", "a=a\nb\nb=1\n")
        .containsEntry("pin", "x");
  }

  @Test
  void fillsTheAddressesOfBrokersLater() throws IOException {
    DriverFile driver =
        read(
            HEAD
                + """
                localBrokers: kafka
                uri: ${brokers.bootstrap}/$${brokers.kept}/${env:PLAIN}
                """);
    assertThat(driver.yaml()).contains("${brokers.bootstrap}");
    DriverFile filled = driver.withBrokers(Map.of("bootstrap", "127.0.0.1:1"));
    assertThat(filled.configuration()).containsEntry("uri", "127.0.0.1:1/${brokers.kept}/plain");
    assertThatThrownBy(() -> driver.withBrokers(Map.of("bootstrp", "x", "tls", "y")))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(
            driver.path()
                + ":4:6: uri: unknown placeholder ${brokers.bootstrap}; allowed"
                + " ${brokers.bootstrp}, ${brokers.tls} (did you mean brokers.bootstrp?)");
  }

  @Test
  void aPlaceholderForValuesOfBrokersIsNoSecretUntilItIsFilled() throws IOException {
    String brokers = HEAD + "localBrokers: rabbitmq\n";
    DriverFile driver = read(brokers + "keyPassword: ${brokers.password}\n");
    assertThat(driver.masked()).containsEntry("keyPassword", "${brokers.password}");
    assertThat(read(brokers + "keyPassword: x-${brokers.password}\n").masked())
        .containsEntry("keyPassword", "***");
    assertThat(driver.withBrokers(Map.of("password", "generated-1")).masked())
        .containsEntry("keyPassword", "***");
  }

  @Test
  void readsSecretsFromFiles() throws IOException {
    Files.writeString(folder.resolve("pw.txt"), "from-file \n");
    DriverFile driver = read(HEAD + "keyPassword: ${file:pw.txt}\n");
    assertThat(driver.configuration()).containsEntry("keyPassword", "from-file ");
    assertThat(driver.mask().mask("login from-file, ok")).isEqualTo("login ***, ok");
    assertThat(problems(HEAD + "keyPassword: ${file:none.txt}"))
        .singleElement()
        .asString()
        .contains("keyPassword: cannot read the file of ${file:none.txt}: it does not exist");
  }

  @Test
  void masksEverySecretOfAFile() throws IOException {
    DriverFile driver =
        read(
            HEAD
                + """
                pin: pin-1234
                keyPassword: inline-pw
                uri: amqps://user:uri-pw@host:5671/vhost
                commonConfig: |
                  sasl.jaas.config=a.b.Login required username="u" password="${env:PLAIN}-jaas";
                  ssl.key.password=key-pw
                  acks=all
                """);
    String masked = driver.masked().toString();
    assertThat(masked)
        .doesNotContain("pin-1234", "inline-pw", "uri-pw", "plain-jaas", "key-pw")
        .contains("acks=all", "amqps://***@host:5671/vhost", "name=kafka");
    assertThat(driver.mask().mask("refused: pin-1234, plain-jaas and uri-pw and key-pw"))
        .isEqualTo("refused: ***, *** and *** and ***");
    assertThat(driver.toString()).doesNotContain("pw");
  }

  @Test
  void masksEachParameterOfAnAddress() throws IOException {
    DriverFile driver =
        read(
            HEAD
                + "uri: 'https://h/x?api-key=first%2FSECRET&env=production&heartbeat=5'\n"
                + "telemetry: {prometheus: [{url: 'http://h:1/m?sig=second1SECRET',"
                + " metrics: {up: up}}]}\n");
    assertThat(driver.masked().toString())
        .contains("https://h/x?api-key=***&env=***&heartbeat=5", "http://h:1/m?sig=***");
    assertThat(driver.mask().mask("first/SECRET of production, second1SECRET"))
        .isEqualTo("*** of production, ***");
  }

  private DriverFile read(String yaml) throws IOException {
    return read(yaml, SETTINGS);
  }

  private DriverFile read(String yaml, Settings settings) throws IOException {
    Path file = Files.writeString(folder.resolve("d.yaml"), yaml);
    return DriverFileReader.read(file, options(), settings);
  }

  private List<String> problems(String yaml) throws IOException {
    Path file = Files.writeString(folder.resolve("d.yaml"), yaml);
    Problems problems = new Problems();
    new DriverFileReader(options(), problems, SETTINGS).read(file);
    return problems.errors().stream()
        .map(Problem::oneLine)
        .map(line -> line.replace(folder + "/", ""))
        .toList();
  }

  private ReadOptions options() {
    return new ReadOptions(false, environment, folder);
  }

  @Test
  void masksWhatTheLocalBrokersBringIn() throws IOException {
    DriverFile driver =
        read(HEAD + "localBrokers: kafka\nkeyPassword: ${brokers.pw}\nuri: ${brokers.uri}\n")
            .withBrokers(Map.of("pw", "generated-1", "uri", "amqp://u:generated-2@h"));
    assertThat(driver.masked())
        .containsEntry("keyPassword", "***")
        .containsEntry("uri", "amqp://***@h");
    assertThat(driver.mask().mask("tried generated-1 and generated-2"))
        .isEqualTo("tried *** and ***");
  }

  @Test
  void doesNotTakeCommonWordsForSecretsElsewhere() throws IOException {
    DriverFile driver = read(HEAD + "refreshToken: true\n", Settings.UNKNOWN);
    assertThat(driver.mask().mask("measured: true")).isEqualTo("measured: true");
    assertThat(driver.masked()).containsEntry("refreshToken", "***");
  }

  @Test
  void takesWindowsLineEndsAndCharactersBeyondTheBasicPlane() throws IOException {
    DriverFile driver =
        read(
            HEAD
                + "# \uD83D\uDE00\r\nuri: ${env:HOST}\r\ncommonConfig: |\r\n  a=${env:RF}\r\npin: x\r\n");
    assertThat(driver.configuration())
        .containsEntry("uri", "h:9092")
        .containsEntry("commonConfig", "a=3\n")
        .containsEntry("pin", "x");
  }
}
