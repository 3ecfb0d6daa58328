package io.tidemark.cli.stored;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.CommandRun;
import io.tidemark.cli.MiniBench;
import io.tidemark.report.store.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pictures of a real run. */
@Tag("slow")
class PlotCommandTest {
  @TempDir private static Path results;
  private static Path run;

  @TempDir Path folder;

  @BeforeAll
  static void aRun() throws Exception {
    run = RunDirectory.write(results.resolve("results"), MiniBench.shortRun(results), Map.of());
  }

  private static CommandRun plot(Object... arguments) {
    return CommandRun.of(Stream.concat(Stream.of("plot"), Stream.of(arguments)).toArray());
  }

  private static List<String> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void drawsEachChartAsAFile() throws IOException {
    Path pictures = folder.resolve("pictures");
    CommandRun done = plot(run, "-o", pictures);
    assertThat(done.exitCode()).as(done.printed()).isZero();
    assertThat(files(pictures))
        .contains("mini-rates.svg", "mini-end-to-end.svg", "mini-latency-percentiles.svg")
        .allMatch(file -> file.endsWith(".svg"));
    assertThat(done.output())
        .contains("Wrote " + files(pictures).size() + " charts to " + pictures);
    assertThat(pictures.resolve("mini-rates.svg")).content().contains("<title>Rates");
  }

  @Test
  void aFileIsNoFolderForCharts() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");
    CommandRun done = plot(run, "-o", file);
    assertThat(done.exitCode()).isEqualTo(2);
    assertThat(done.printed()).contains("cannot write results to " + file);
  }
}
