package io.tidemark.cli.stored;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.Main;
import io.tidemark.cli.MiniBench;
import io.tidemark.model.result.RunResult;
import io.tidemark.report.omb.OmbResultFile;
import io.tidemark.report.store.RunDirectory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pictures of a real run. */
class PlotCommandTest {
  @TempDir private static Path results;
  private static Path run;
  private static Path omb;

  @TempDir Path folder;
  private final StringWriter errors = new StringWriter();
  private String printed = "";

  @BeforeAll
  static void aRun() throws Exception {
    RunResult result = MiniBench.shortRun(results);
    run = RunDirectory.write(results.resolve("results"), result, Map.of());
    omb = OmbResultFile.write(results.resolve("omb"), result);
  }

  private int plot(Object... arguments) {
    List<String> all =
        Stream.concat(Stream.of("plot"), Arrays.stream(arguments)).map(Object::toString).toList();
    PrintStream out = System.out;
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    try {
      System.setOut(new PrintStream(written, true, StandardCharsets.UTF_8));
      return Main.commandLine()
          .setErr(new PrintWriter(errors, true))
          .execute(all.toArray(String[]::new));
    } finally {
      System.setOut(out);
      printed = written.toString(StandardCharsets.UTF_8);
    }
  }

  private static List<String> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void drawsEachChartAsAFile() throws IOException {
    Path pictures = folder.resolve("pictures");
    assertThat(plot(run, "-o", pictures)).isZero();
    assertThat(files(pictures))
        .contains("mini-rates.svg", "mini-end-to-end.svg", "mini-latency-percentiles.svg")
        .allMatch(file -> file.endsWith(".svg"));
    assertThat(printed).contains("Wrote " + files(pictures).size() + " charts to " + pictures);
    assertThat(pictures.resolve("mini-rates.svg")).content().contains("<title>Rates");
  }

  @Test
  void drawsBothFormats() throws IOException {
    assertThat(plot(run, "-o", folder, "--format", "svg,png")).isZero();
    assertThat(files(folder)).contains("mini-rates.svg", "mini-rates.png");
    assertThat(Files.readAllBytes(folder.resolve("mini-rates.png"))).startsWith(0x89, 'P', 'N');
  }

  @Test
  void drawsFilesOfOmb() throws IOException {
    assertThat(plot(omb, "-o", folder)).isZero();
    assertThat(files(folder)).contains("mini-rates.svg", "mini-end-to-end-from-send.svg");
  }

  @Test
  void refusesWrongInput() throws IOException {
    assertThat(plot(run, "--format", "gif")).isEqualTo(2);
    assertThat(errors.toString()).contains("--format: got 'gif'; allowed svg, png");
    assertThat(plot(folder.resolve("none"))).isEqualTo(2);
    assertThat(errors.toString()).contains("none: no such file or directory");
    Path empty = Files.createDirectory(folder.resolve("empty"));
    assertThat(plot(empty)).isEqualTo(2);
    assertThat(errors.toString()).contains("no usable run in " + empty);
    Path file = Files.writeString(folder.resolve("file"), "");
    assertThat(plot(run, "-o", file)).isEqualTo(2);
    assertThat(errors.toString()).contains("cannot write results to " + file);
  }
}
