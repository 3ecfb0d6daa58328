package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --set} in the plan of a run. */
class SetKeysTest {
  @TempDir Path folder;

  private CommandRun plan(String... set) throws IOException {
    String workload = MiniBench.ONE_OF_EACH + "producerRate: 200\ntestDuration: 1s\n";
    Stream<String> keys = Stream.of(set).flatMap(each -> Stream.of("--set", each));
    String[] more = Stream.concat(Stream.of("--dry-run"), keys).toArray(String[]::new);
    return CommandRun.in(folder, CommandRun.IN_MEMORY, workload, more);
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
}
