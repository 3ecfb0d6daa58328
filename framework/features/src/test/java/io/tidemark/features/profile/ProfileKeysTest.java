package io.tidemark.features.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.workload.EffectiveWorkload;
import io.tidemark.model.workload.Workload;
import io.tidemark.runs.RunFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
  void aStoredWorkloadHasThem() throws IOException {
    Workload workload = new RunFiles(folder).workload(RunFiles.SMALL + "profile: {of: workers}\n");
    assertThat(EffectiveWorkload.of(workload))
        .containsEntry("profile", Map.of("enabled", true, "of", "workers"));
  }
}
