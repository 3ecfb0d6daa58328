package io.tidemark.report.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.model.result.JudgedRun;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.report.SampleRuns;
import io.tidemark.report.csv.TelemetryCsv;
import io.tidemark.report.file.ResultsException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run directory gives back what the verdict is a function of. */
class StoredVerdictTest {
  @TempDir Path dir;

  private Path write(RunResult run) throws ResultsException {
    return RunDirectory.write(dir, run, Map.of());
  }

  private static JudgedRun judged(Path run) throws ResultsException {
    return RunDirectory.judged(run, RunDirectory.read(run));
  }

  @Test
  void givesBackEveryFigure() throws IOException {
    for (RunResult run :
        List.of(
            SampleRuns.sample(),
            SampleRuns.invalid(),
            SampleRuns.ramp(),
            SampleRuns.requestReply())) {
      JudgedRun read = judged(write(run));

      assertThat(read.verdictInputs()).isEqualTo(run.verdictInputs());
      assertThat(read.counts()).isEqualTo(run.counts());
      assertThat(read.events()).isEqualTo(run.events());
      assertThat(read.requestReply()).isEqualTo(run.requestReply());
      assertThat(read.samples()).isEqualTo(run.samples());
      assertThat(read.delivery())
          .usingRecursiveComparison()
          .ignoringFields("acknowledgements", "subscriptions.producers")
          .isEqualTo(run.delivery());
      for (int i = 0; i < run.phases().size(); i++) {
        assertSame(read.phases().get(i), run.phases().get(i));
      }
    }
  }

  private static void assertSame(PhaseResult read, PhaseResult written) {
    assertThat(read).usingRecursiveComparison().ignoringFields("histograms").isEqualTo(written);
    for (Measure measure : Measure.values()) {
      assertThat(read.latency(measure)).isEqualTo(written.latency(measure));
    }
  }

  @Test
  void namesAHistogramThatIsMissingOrDamaged() throws IOException {
    Path run = write(SampleRuns.sample());
    Path log = run.resolve("endToEnd.hlog");
    List<String> lines = Files.readAllLines(log);

    Files.write(log, lines.subList(0, 5));
    assertThatThrownBy(() -> judged(run))
        .isInstanceOf(ResultsException.class)
        .hasMessageContaining(log.toString())
        .hasMessageContaining("damaged: it has 1 phases, result.json has 2");
    Files.writeString(log, "no log\n");
    assertThatThrownBy(() -> judged(run)).hasMessageContaining(log.toString());
    Files.delete(log);
    assertThatThrownBy(() -> judged(run))
        .isInstanceOf(ResultsException.class)
        .hasMessageContaining(log.toString())
        .hasMessageContaining("no such file");
  }

  @Test
  void doesNotReadADeviceInPlaceOfAFile() throws IOException {
    for (String name : List.of("endToEnd.hlog", "publishLatency.hlog")) {
      Path run = write(SampleRuns.sample());
      Files.delete(run.resolve(name));
      Files.createSymbolicLink(run.resolve(name), Path.of("/dev/zero"));
      assertThatThrownBy(() -> judged(run))
          .hasMessageContaining(name)
          .hasMessageContaining("not a regular file; pipes and devices are not allowed");
      Files.delete(run.resolve(name));
    }
    Path telemetry = dir.resolve("telemetry.csv");
    Files.createSymbolicLink(telemetry, Path.of("/dev/zero"));
    assertThatThrownBy(() -> TelemetryCsv.read(telemetry, 0))
        .hasMessageContaining("not a regular file");
    assertThatThrownBy(() -> HistogramLog.total(telemetry))
        .hasMessageContaining("not a regular file");
  }
}
