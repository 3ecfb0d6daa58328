package io.tidemark.driver.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingValuesTest {
  enum Mode {
    PER_CLIENT,
    SHARED
  }

  record Level(@Key(value = "Beside the others.", orElse = "x") String beside) {}

  record Part(
      @Key(value = "File.") Optional<Path> file,
      @Key(value = "Password.", secret = true) String password) {}

  record Sample(
      @Key(value = "Address.", required = true) String broker,
      @Key(value = "Mode.", orElse = "per-client") Mode mode,
      @Key(value = "Window.", name = "window", orElse = "10", range = "1..100") int most,
      @Key(value = "Room.", orElse = "64KB", size = true, range = "..1MB") long bytes,
      @Key(value = "Share.", range = "0..1") double share,
      @Key(value = "Whether.", orElse = "true") boolean yes,
      @Key(value = "Wait.", orElse = "1s", range = "1ms..100s") Duration wait1,
      @Key(value = "OMB's.", orElse = "100", milliseconds = true) Duration delay,
      @Key(
              value = "Version.",
              allowed = {"6", "7"})
          String version,
      @Key(value = "Limit.") Optional<Integer> limit,
      @Key(value = "Nodes.", secret = true, each = "host:port") List<String> nodes,
      @Key(value = "Headers.") Map<String, Object> headers,
      @Key(value = "Client.") Map<String, String> client,
      Level level,
      @Key("TLS.") Part tls,
      @Key("Another.") Optional<Part> other) {}

  private static SettingValues values(Map<String, ?> file) {
    return new SettingValues("my file", file).orElse(Map.of("broker", "b:1"));
  }

  record Limited(
      @Key(value = "Limit.", rate = true, range = "..1M") double limit,
      @Key(value = "Share.", range = "..1") double share) {}

  @Test
  void readsRatesAndPercentages() {
    SettingValues values = new SettingValues("my file", Map.of("limit", "2k/s", "share", "50%"));
    assertThat(values.read(Limited.class)).isEqualTo(new Limited(2_000, 0.5));
    assertThat(values.problems()).isEmpty();
    SettingValues wrong = new SettingValues("my file", Map.of("limit", "2M/s", "share", "x"));
    wrong.read(Limited.class);
    assertThat(wrong.problems())
        .extracting(SettingProblem::message)
        .containsExactlyInAnyOrder(
            "wrong value, got 2M/s; allowed a rate such as 500, 20k or 20k/s to 1000000",
            "wrong value, got x; allowed a number or percentage to 1");
  }

  @Test
  void aMissingKeyHasItsDefault() {
    SettingValues values = values(Map.of());
    assertThat(values.read(Sample.class))
        .isEqualTo(
            new Sample(
                "b:1",
                Mode.PER_CLIENT,
                10,
                65_536,
                0,
                true,
                Duration.ofSeconds(1),
                Duration.ofMillis(100),
                "",
                Optional.empty(),
                List.of(),
                Map.of(),
                Map.of(),
                new Level("x"),
                new Part(Optional.empty(), ""),
                Optional.empty()));
    assertThat(values.problems()).isEmpty();
  }

  @Test
  void readsEachType() {
    SettingValues values =
        values(
            Map.ofEntries(
                Map.entry("mode", "shared"),
                Map.entry("window", 100),
                Map.entry("bytes", "1MB"),
                Map.entry("share", 0.5),
                Map.entry("yes", false),
                Map.entry("wait1", "1m40s"),
                Map.entry("delay", 50),
                Map.entry("version", 6),
                Map.entry("limit", 3),
                Map.entry("nodes", "a:1"),
                Map.entry("headers", Map.of("x", 5)),
                Map.entry("client", "a=1\nb = 2"),
                Map.entry("beside", "y"),
                Map.entry("tls", Map.of("file", "ca.pem", "password", "p")),
                Map.entry("other", Map.of("password", "q"))));
    Sample read = values.read(Sample.class);
    assertThat(values.problems()).isEmpty();
    assertThat(read.mode()).isEqualTo(Mode.SHARED);
    assertThat(read.most()).isEqualTo(100);
    assertThat(read.bytes()).isEqualTo(1 << 20);
    assertThat(read.share()).isEqualTo(0.5);
    assertThat(read.yes()).isFalse();
    assertThat(read.wait1()).hasSeconds(100);
    assertThat(read.delay()).hasMillis(50);
    assertThat(read.version()).isEqualTo("6");
    assertThat(read.limit()).contains(3);
    assertThat(read.nodes()).containsExactly("a:1");
    assertThat(read.headers()).isEqualTo(Map.of("x", 5));
    assertThat(read.client()).isEqualTo(Map.of("a", "1", "b", "2"));
    assertThat(read.level().beside()).isEqualTo("y");
    assertThat(read.tls()).isEqualTo(new Part(Optional.of(Path.of("ca.pem")), "p"));
    assertThat(read.other()).contains(new Part(Optional.empty(), "q"));
  }

  @Test
  void aTextIsAsItIsWritten() {
    Map<String, ?> file =
        Map.of("broker", " 010 ", "beside", "1e3", "client", Map.of("client.rack", "010"));
    Sample read = values(file).read(Sample.class);
    assertThat(read.broker()).isEqualTo(" 010 ");
    assertThat(read.level().beside()).isEqualTo("1e3");
    assertThat(read.client()).containsEntry("client.rack", "010");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "mode    | one   | wrong value, got one; allowed per-client, shared",
        "window  | 0     | wrong value, got 0; allowed a whole number from 1 to 100",
        "window  | 101   | wrong value, got 101; allowed a whole number from 1 to 100",
        "window  | many  | wrong value, got many; allowed a whole number from 1 to 100",
        "limit   | 9999999999 | wrong value, got 9999999999; allowed a whole number from -2147483648 to"
            + " 2147483647",
        "bytes   | 2MB   | wrong value, got 2MB; allowed a size such as 100, 1KB or 2GB to 1MB",
        "share   | NaN   | wrong value, got NaN; allowed a number or percentage from 0 to 1",
        "share   | 1.1   | wrong value, got 1.1; allowed a number or percentage from 0 to 1",
        "yes     | on    | wrong value, got on; allowed true or false",
        "wait1   | 5     | wrong value, got 5; allowed a time span such as 500ms, 30s, 5m or 1h30m from"
            + " 1ms to 1m40s",
        "wait1   | 0     | wrong value, got 0; allowed a time span such as 500ms, 30s, 5m or 1h30m from"
            + " 1ms to 1m40s",
        "delay   | soon  | wrong value, got soon; allowed a time span such as 500ms or 30s, or a number of"
            + " milliseconds",
        "version | 8     | wrong value, got 8; allowed 6, 7 (did you mean 6?)",
        "headers | text  | wrong value, got text; allowed a map",
        "tls     | text  | wrong value, got text; allowed a map"
      })
  void saysWhatIsAllowed(String key, String text, String message) {
    SettingValues values = values(Map.of(key, text));
    Sample read = values.read(Sample.class);
    assertThat(values.problems()).containsExactly(new SettingProblem(key, message));
    assertThat(read.most()).isEqualTo(10); // The default holds where a value is wrong.
  }

  @Test
  void aRequiredKeyMayNotBeMissing() {
    SettingValues values = new SettingValues("my file", Map.of());
    values.read(Sample.class);
    assertThat(values.problems())
        .containsExactly(new SettingProblem("broker", "the key is missing; allowed a text"));
  }

  @Test
  void neverShowsASecret() {
    SettingValues values = values(Map.of("tls", Map.of("password", List.of("hidden"))));
    values.read(Sample.class);
    assertThat(values.problems())
        .containsExactly(
            new SettingProblem("tls.password", "wrong value, got a list; allowed a text"));
  }

  @Test
  void namesAllProblemsAtOnce() {
    SettingValues values =
        values(new TreeMap<>(Map.of("window", 0, "client", Map.of("a", List.of()))));
    values.read(Sample.class);
    values.problemIf(false, "mode", "is not right");
    values.problemIf(true, "yes", "is not right");
    assertThatThrownBy(values::requireNoProblems)
        .isInstanceOf(IOException.class)
        .hasMessage(
            "my file:\n  client.a: wrong value, got a list; allowed a text\n"
                + "  window: wrong value, got 0; allowed a whole number from 1 to 100\n"
                + "  yes: is not right");
  }

  @Test
  void otherDefaultsHoldForWhatTheFileDoesNotSay() {
    SettingValues values = values(Map.of("window", 5)).orElse(Map.of("window", 6, "yes", "false"));
    Sample read = values.read(Sample.class);
    assertThat(read.most()).isEqualTo(5);
    assertThat(read.yes()).isFalse();
  }

  @Test
  void describesEachKeyOnce() {
    List<Setting> settings = Settings.of(Sample.class);
    assertThat(settings)
        .extracting(Setting::path)
        .containsExactly(
            "broker",
            "mode",
            "window",
            "bytes",
            "share",
            "yes",
            "wait1",
            "delay",
            "version",
            "limit",
            "nodes",
            "nodes[]",
            "headers",
            "client",
            "beside",
            "tls",
            "tls.file",
            "tls.password",
            "other",
            "other.file",
            "other.password");
    assertThat(settings.get(0).required()).isTrue();
    assertThat(settings.get(1).allowedValues()).containsExactly("per-client", "shared");
    assertThat(settings.get(2).allowed()).isEqualTo("a whole number from 1 to 100");
    assertThat(settings.get(5).defaultValue()).contains("true");
    assertThat(settings.get(11).secret()).isTrue();
    assertThat(settings)
        .extracting(Setting::type)
        .contains(Setting.Type.PROPERTIES, Setting.Type.SECTION, Setting.Type.SIZE);
  }

  record Undeclared(String text) {}

  record WrongDefault(@Key(value = "Number.", orElse = "0", range = "1..") int number) {}

  record NoType(@Key("Thread.") Thread thread) {}

  @Test
  void refusesADeclarationThatCannotHold() {
    assertThatThrownBy(() -> Settings.of(Undeclared.class)).hasMessageContaining("no @Key");
    assertThatThrownBy(() -> Settings.of(WrongDefault.class)).hasMessageContaining("default");
    assertThatThrownBy(() -> Settings.of(NoType.class)).hasMessageContaining("type");
  }

  @ParameterizedTest
  @CsvSource({"'line 3: no\nmore', my file is not YAML: line 3: no", ", my file is not YAML"})
  void aFileThatIsNoYamlIsAnError(String failure, String message, @TempDir Path directory)
      throws IOException {
    Path file = Files.writeString(directory.resolve("x.yaml"), "a: [");
    SettingValues.Parser broken =
        any -> {
          throw failure == null ? new IOException() : new IOException(failure);
        };
    assertThatThrownBy(() -> SettingValues.of("my file", file.toFile(), broken))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(message)
        .hasMessageNotContaining("more");
  }
}
