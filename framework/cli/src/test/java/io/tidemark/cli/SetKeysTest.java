package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --set} in the plan of a run. */
class SetKeysTest {
  @TempDir Path folder;

  private CommandRun plan(String... set) throws IOException {
    List<Object> words = new ArrayList<>(List.of("--dry-run"));
    for (String each : set) {
      words.addAll(List.of("--set", each));
    }
    String workload = MiniBench.ONE_OF_EACH + "producerRate: 200\ntestDuration: 1s\n";
    words.addAll(
        List.of(
            "-d",
            Files.writeString(folder.resolve("d.yaml"), MiniBench.DRIVER),
            Files.writeString(folder.resolve("w.yaml"), workload)));
    return CommandRun.of(words.toArray());
  }

  @Test
  void changesKeysOfWorkloadsAndOfDrivers() throws IOException {
    CommandRun run = plan("producerRate=2k", "topics=3", "driver.name=other");
    assertThat(run.exitCode()).as(run.printed()).isZero();
    assertThat(run.output()).contains("w on other", "2,000 msg/s", "3 x 1 partition");
  }

  @Test
  void aWrongKeyNamesTheOption() throws IOException {
    CommandRun run = plan("producerRat=2k", "driver.driverClas=x");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.printed())
        .contains("--set producerRat")
        .contains("producerRate")
        .contains("--set driver.driverClas");
  }

  @Test
  void aKeyNeedsAValue() throws IOException {
    CommandRun run = plan("producerRate");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.printed()).contains("--set: got 'producerRate'; allowed KEY=VALUE");
  }
}
