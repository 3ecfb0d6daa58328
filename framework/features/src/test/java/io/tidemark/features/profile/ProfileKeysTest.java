package io.tidemark.features.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.CommandRun;
import io.tidemark.model.workload.EffectiveWorkload;
import io.tidemark.model.workload.Workload;
import io.tidemark.runs.Console;
import io.tidemark.runs.RunFiles;
import io.tidemark.runs.suite.SuiteReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ProfileKeysTest {
  @TempDir Path folder;

  private Optional<ProfileKeys> read(String keys) throws IOException {
    return new RunFiles(folder)
        .workload(RunFiles.SMALL + keys)
        .added(ProfileKeys.InWorkload.class)
        .wanted();
  }

  @Test
  void readsWhatIsProfiled() throws IOException {
    ProfileKeys all = read("profile: true\n").orElseThrow();
    assertThat(all.includes("warm-up", false)).isFalse();
    assertThat(all.includes("test", true)).isTrue();
    assertThat(all.includes(ProfileKeys.Target.BROKERS)).isTrue();

    ProfileKeys some = read("profile: {phases: [drain], of: workers}\n").orElseThrow();
    assertThat(some.includes("drain", false)).isTrue();
    assertThat(some.includes("test", true)).isFalse();
    assertThat(some.includes(ProfileKeys.Target.BROKERS)).isFalse();
    assertThat(some.includes(ProfileKeys.Target.WORKERS)).isTrue();

    assertThat(read("")).isEmpty();
    assertThat(read("profile: false\n")).isEmpty();
  }

  @Test
  void theOptionSwitchesProfilesOnAndKeepsWhatTheWorkloadSaysOfThem() throws IOException {
    assertThat(withOption("").phases()).isEmpty();
    assertThat(withOption("profile: false\n").enabled()).isTrue();
    assertThat(withOption("profile: {of: workers}\n").of())
        .containsExactly(ProfileKeys.Target.WORKERS);
  }

  private ProfileKeys withOption(String keys) throws IOException {
    ProfileOption option = new ProfileOption();
    new CommandLine(option).parseArgs("--profile");
    Path workload = Files.writeString(folder.resolve("w.yaml"), RunFiles.SMALL + keys);
    Path driver = Files.writeString(folder.resolve("d.yaml"), "name: d\n" + CommandRun.IN_MEMORY);
    return SuiteReader.read(
            List.of(workload),
            List.of(driver),
            option.set(),
            Optional.empty(),
            false,
            new Console(System.out, System.err, false, true))
        .runs()
        .get(0)
        .workload()
        .added(ProfileKeys.InWorkload.class)
        .wanted()
        .orElseThrow();
  }

  @Test
  void aStoredWorkloadHasThem() throws IOException {
    Workload workload = new RunFiles(folder).workload(RunFiles.SMALL + "profile: {of: workers}\n");
    assertThat(EffectiveWorkload.of(workload))
        .containsEntry("profile", Map.of("enabled", true, "of", "workers"));
  }
}
