package io.tidemark.model.driverfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.driver.Setting;
import io.tidemark.driver.Setting.Type;
import io.tidemark.model.driverfile.DriverFileReader.Settings;
import io.tidemark.model.yaml.ConfigurationException;
import io.tidemark.model.yaml.Problem;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.ReadOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
    ReadOptions options = new ReadOptions(false, environment, folder);
    DriverFile driver =
        new DriverFileReader(options, found, Settings.UNKNOWN).read(file).orElseThrow();
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
  void leavesForeignDriversFilesUnchecked() throws IOException {
    String yaml = HEAD + "other: ${unknown}\n";
    assertThat(read(yaml, Settings.UNKNOWN).yaml()).isEqualTo(yaml);
  }

  @Test
  void checksTheKeysOfADriverThatDescribesThem() throws IOException {
    assertThat(problems(HEAD + "replicationFactr: 3\nreplicationFactor: three\n"))
        .containsExactly(
            "d.yaml:3:1: replicationFactr: unknown key (did you mean replicationFactor?)",
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
  void refusesBrokerPlaceholdersWithoutLocalBrokers() throws IOException {
    assertThat(problems(HEAD + "uri: ${brokers.bootstrap}"))
        .singleElement()
        .asString()
        .contains("uri: ${brokers.bootstrap} needs the key localBrokers or strimzi");
  }

  @Test
  void readsSecretsFromFiles() throws IOException {
    Files.writeString(folder.resolve("pw.txt"), "from-file\n");
    DriverFile driver = read(HEAD + "keyPassword: ${file:pw.txt}\n");
    assertThat(driver.configuration()).containsEntry("keyPassword", "from-file");
    assertThat(driver.mask().mask("login from-file ok")).isEqualTo("login *** ok");
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
        .contains("acks=all", "amqps://user:***@host:5671/vhost", "name=kafka");
    assertThat(driver.mask().mask("refused: pin-1234, plain-jaas and uri-pw and key-pw"))
        .isEqualTo("refused: ***, *** and *** and ***");
    assertThat(driver.toString()).doesNotContain("pw");
  }

  @Test
  void neverShowsASecretInAProblem() throws IOException {
    Problems problems = new Problems();
    Path file = Files.writeString(folder.resolve("d.yaml"), HEAD + "keyPassword: [hidden-pw]\n");
    new DriverFileReader(options(), problems, SETTINGS).read(file);
    assertThat(problems.errors()).hasSize(1);
    assertThat(problems.errors().get(0).rendered()).doesNotContain("hidden-pw");
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
        .containsEntry("uri", "amqp://u:***@h");
    assertThat(driver.mask().mask("tried generated-1 and generated-2"))
        .isEqualTo("tried *** and ***");
  }

  @Test
  void doesNotTakeCommonWordsForSecretsElsewhere() throws IOException {
    DriverFile driver =
        DriverFileReader.read(
            Files.writeString(folder.resolve("d.yaml"), HEAD + "refreshToken: true\n"),
            options(),
            Settings.UNKNOWN);
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
