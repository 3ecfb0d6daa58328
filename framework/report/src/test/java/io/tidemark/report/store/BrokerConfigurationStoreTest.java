package io.tidemark.report.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.model.result.file.BrokerConfigurationFile;
import io.tidemark.model.snapshot.BrokerConfiguration;
import io.tidemark.model.snapshot.BrokerConfiguration.Entry;
import io.tidemark.report.SampleRuns;
import io.tidemark.report.file.ResultsException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BrokerConfigurationStoreTest {
  private static final BrokerConfiguration READ =
      new BrokerConfiguration(
          List.of(
              new Entry(
                  "topic",
                  List.of("t-1"),
                  "flush.messages",
                  "1",
                  BrokerConfiguration.CHANGED,
                  "dynamic topic config")),
          List.of("broker 2: no answer"));

  @TempDir Path dir;

  private Path written() throws ResultsException {
    return RunDirectory.write(
        dir, SampleRuns.sample().with(BrokerConfiguration.PART, READ), Map.of());
  }

  @Test
  void isReadAsItWasWritten() throws Exception {
    Path run = written();

    assertThat(RunDirectory.read(run).part(BrokerConfiguration.PART)).isEqualTo(READ);
    assertThat(RunDirectory.read(run).withoutCourse().part(BrokerConfiguration.PART))
        .isEqualTo(READ);
  }

  @Test
  void aRunWithoutSettingsHasNoFile() throws Exception {
    Path run = RunDirectory.write(dir, SampleRuns.sample(), Map.of());

    assertThat(run.resolve(BrokerConfigurationFile.NAME)).doesNotExist();
    assertThat(RunDirectory.read(run).part(BrokerConfiguration.PART))
        .isEqualTo(BrokerConfiguration.NONE);
  }

  @Test
  void theFileHasItsDocumentedForm() throws Exception {
    Path run = written();

    assertThat(file(run))
        .content()
        .isEqualTo(
            """
            {
              "formatVersion" : 1,
              "settings" : [ {
                "scope" : "topic",
                "subjects" : [ "t-1" ],
                "name" : "flush.messages",
                "value" : "1",
                "origin" : "changed",
                "source" : "dynamic topic config"
              } ],
              "notes" : [ "broker 2: no answer" ]
            }
            """);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"formatVersion": 2}                               | formatVersion: got 2; allowed up to 1
          {"formatVersion": 1, "settings": [{"scope": "a"}]} | settings
          [                                                  | broker-configuration.json: Unexpected
          """)
  void aDamagedFileIsAnErrorThatNamesIt(String content, String message) throws Exception {
    Path run = written();
    Files.writeString(file(run), content);

    assertThatThrownBy(() -> RunDirectory.read(run))
        .isInstanceOf(ResultsException.class)
        .hasMessageContaining("broker-configuration.json")
        .hasMessageContaining(message);
  }

  private static Path file(Path run) throws IOException {
    return run.resolve(BrokerConfigurationFile.NAME);
  }
}
