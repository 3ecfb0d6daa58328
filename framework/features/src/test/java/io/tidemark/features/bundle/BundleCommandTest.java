package io.tidemark.features.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.CommandRun;
import io.tidemark.features.FeatureRun;
import io.tidemark.report.store.Bundle;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class BundleCommandTest {
  @TempDir static Path shared;
  private static Path run;
  private static Path bundle;

  @TempDir Path folder;

  @BeforeAll
  static void carryOut() throws IOException {
    FeatureRun.in(shared, CommandRun.IN_MEMORY, FeatureRun.SMALL_LOAD);
    try (Stream<Path> results = Files.list(shared.resolve("results"))) {
      run = results.filter(Files::isDirectory).findFirst().orElseThrow();
    }
    bundle = shared.resolve("r.bundle");
    CommandRun written = FeatureRun.of("bundle", run, "-o", bundle);
    assertThat(written.printed()).contains("Wrote " + bundle);
    assertThat(written.exitCode()).isZero();
  }

  @Test
  void isReadLikeARunDirectory() throws IOException {
    assertThat(FeatureRun.of("verify", bundle).printed())
        .startsWith(bundle.toString())
        .contains("SAME: 0 differences");
    assertThat(FeatureRun.of("verdict", bundle).printed()).contains("VALID");
    assertThat(FeatureRun.of("compare", bundle, run).printed()).contains("publishRate");
    Path page = folder.resolve("r.html");
    assertThat(FeatureRun.of("report", bundle, "-o", page).exitCode()).isZero();
    assertThat(page).exists();
    assertThat(FeatureRun.of("history", "add", "--store", folder, bundle).printed())
        .contains("1 run added");
  }

  @Test
  void isTheSameFileForTheSameRun() {
    Path again = folder.resolve("again.bundle");
    FeatureRun.of("bundle", run, "-o", again);
    assertThat(again).hasSameBinaryContentAs(bundle);
  }

  @Test
  void leavesOutTheNamesOfHosts() throws IOException {
    String host = InetAddress.getLocalHost().getHostName();
    Path without = folder.resolve("without.bundle");
    assertThat(FeatureRun.of("bundle", "--without-hosts", run, "-o", without).exitCode()).isZero();
    assertThat(Files.readString(run.resolve("environment.json"))).contains("\"" + host + "\"");
    Path opened = Bundle.opened(without);
    assertThat(Files.readString(opened.resolve("environment.json")))
        .contains("\"host-1\"")
        .doesNotContain("\"" + host + "\"");
    assertThat(Files.readString(opened.resolve("result.json"))).doesNotContain("\"" + host + "\"");
    assertThat(FeatureRun.of("verify", without).exitCode()).isZero();
  }

  @Test
  void refusesWhatIsNoRun() {
    CommandRun refused = FeatureRun.of("bundle", folder, "-o", folder.resolve("x"));
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.printed()).contains("no usable run in " + folder);
  }

  @Test
  void isRepeatedHereAndCompared() throws IOException {
    Path results = folder.resolve("results");
    CommandRun repeated = FeatureRun.of("repeat", bundle, "--runs", "2", "--results-dir", results);
    assertThat(repeated.printed())
        .contains("here against stored (baseline), 2 and 1 runs")
        .contains("NOT DECIDED, too few runs for statistics");
    assertThat(repeated.exitCode()).isZero();
    try (Stream<Path> directories = Files.list(results)) {
      assertThat(directories.filter(Files::isDirectory)).hasSize(2);
    }
  }

  @Test
  void runsOfAStudyAreComparedByTheirPlaces() throws IOException {
    Path file = FeatureRun.twoWays(folder, "");
    String study = Files.readString(file);
    Files.writeString(file, study.replace("queued}", "queued}, setup: [\"true\"]"));
    FeatureRun.of("study", "--results-dir", folder, file);
    CommandRun refused = FeatureRun.of("repeat", folder.resolve("s"));
    assertThat(refused.printed()).contains("commands of a study set up its environment");
    assertThat(refused.exitCode()).isEqualTo(2);

    Files.writeString(file, study);
    FeatureRun.of("study", "--results-dir", folder.resolve("again"), file);
    Path results = folder.resolve("results");
    CommandRun repeated =
        FeatureRun.of("repeat", folder.resolve("again"), "--results-dir", results);
    assertThat(repeated.printed())
        .contains("w on direct: here against stored (baseline), 1 and 1 runs")
        .contains("w on queued: here against stored (baseline), 1 and 1 runs")
        .contains("of w on direct", "of w on queued");
    assertThat(repeated.exitCode()).isZero();
    try (Stream<Path> directories = Files.list(results)) {
      assertThat(directories.filter(Files::isDirectory)).hasSize(2);
    }
  }

  @Test
  void saysWhyAnotherTestBedIsNotComparable() throws IOException {
    Path moved = folder.resolve(run.getFileName().toString());
    FeatureRun.copy(run, moved);
    Path result = moved.resolve("result.json");
    Files.writeString(
        result,
        Files.readString(result)
            .replaceAll("\"cpu.model\" : \"[^\"]*\"", "\"cpu.model\" : \"another\""));
    CommandRun repeated =
        FeatureRun.of("repeat", moved, "--results-dir", folder.resolve("results"));
    assertThat(repeated.printed()).contains("NOT COMPARABLE: stored", "cpu.model another, not ");
    assertThat(repeated.exitCode()).isEqualTo(2);
  }
}
