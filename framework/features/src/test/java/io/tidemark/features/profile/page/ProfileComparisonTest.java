package io.tidemark.features.profile.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.features.profile.stack.FoldedStacks;
import io.tidemark.features.profile.stack.ProcessProfile;
import io.tidemark.features.profile.stack.ProcessProfileBuilder;
import io.tidemark.features.profile.stack.ProfileFile;
import io.tidemark.report.SampleRuns;
import io.tidemark.report.document.Cell;
import io.tidemark.report.document.Section;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.runs.RunSet;
import io.tidemark.report.store.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfileComparisonTest {
  @TempDir Path folder;

  private RunSet side(String name, Map<String, Map<String, Long>> processes) throws IOException {
    Path run = RunDirectory.write(folder.resolve(name), SampleRuns.sample(), Map.of());
    Files.createDirectories(run.resolve(ProfileFile.FOLDER));
    for (Map.Entry<String, Map<String, Long>> each : processes.entrySet()) {
      ProfileFile.write(
          ProcessProfileBuilder.builder()
              .formatVersion(ProcessProfile.VERSION)
              .process(each.getKey())
              .runtime("a JVM")
              .seconds(1)
              .cpu(FoldedStacks.of(each.getValue()))
              .build(),
          run.resolve(ProfileFile.FOLDER)
              .resolve(each.getKey().replace(' ', '-') + ProfileFile.ENDING));
    }
    return RunSet.read(folder.resolve(name));
  }

  @Test
  void processesThatBothSidesHaveAreCompared() throws IOException {
    RunSet old =
        side(
            "old",
            Map.of(
                "broker 1",
                Map.of("io;a.A.x", 900L, "io;a.A.y", 100L),
                "broker 2",
                Map.of("io;a.A.x", 1L)));
    RunSet fresh = side("new", Map.of("broker 1", Map.of("io;a.A.x", 100L, "io;a.A.y", 900L)));

    List<ProfileComparison> all = ProfileComparison.of(old, List.of(fresh));

    assertThat(all).extracting(ProfileComparison::process).containsExactly("broker 1");
    Section section = all.get(0).section("profile");
    assertThat(section.title()).isEqualTo("broker 1: new against old");
    assertThat(section.paragraphs(false).get(0).content().text())
        .contains("CPU time: 1,000 samples, and 1,000 of the baseline.");
    assertThat(section.tables().get(0).rows())
        .extracting(row -> String.join("|", row.stream().map(Cell::text).toList()))
        .containsExactlyInAnyOrder(
            "a.A.x|90.0|10.0|-80.0|90.0|10.0", "a.A.y|10.0|90.0|+80.0|10.0|90.0");
  }

  @Test
  void withoutAChangeThatIsSaid() throws IOException {
    Map<String, Map<String, Long>> same = Map.of("broker 1", Map.of("io;a.A.x", 10L));

    List<ProfileComparison> all =
        ProfileComparison.of(side("old", same), List.of(side("new", same)));

    Section section = all.get(0).section("profile");
    assertThat(section.tables()).isEmpty();
    assertThat(section.paragraphs(false).get(0).content().text())
        .endsWith("more than 3 standard errors: there is none, all others may be chance.");
  }

  @Test
  void runsWithoutProfilesHaveNone() throws IOException {
    assertThat(ProfileComparison.of(side("old", Map.of()), List.of(side("new", Map.of()))))
        .isEmpty();
  }

  @Test
  void aDamagedProfileIsAnErrorWithItsPath() throws IOException {
    RunSet old = side("old", Map.of("broker 1", Map.of("io;a.A.x", 10L)));
    Path profile = old.runs().get(0).source().resolve("profile/broker-1.json.gz");
    Files.writeString(profile, "x");

    assertThatThrownBy(() -> ProfileComparison.of(old, List.of(old)))
        .isInstanceOf(ResultsException.class)
        .hasMessageContaining("broker-1.json.gz");
  }
}
