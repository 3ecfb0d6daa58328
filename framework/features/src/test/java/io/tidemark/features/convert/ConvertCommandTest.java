package io.tidemark.features.convert;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.CommandRun;
import io.tidemark.features.FeatureRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConvertCommandTest {
  @TempDir Path folder;

  /** Killed after the first of two files: the same call goes on. */
  @Test
  void convertGoesOnWhereItWasKilled() throws IOException {
    String[] call = {
      "convert", "perftest", "-x 1 -y 1 -z 10", "--output-folder", folder.resolve("c").toString()
    };
    assertThat(FeatureRun.of(call).exitCode()).isZero();
    Files.delete(folder.resolve("c/driver.yaml"));
    CommandRun again = FeatureRun.of(call);
    assertThat(again.exitCode()).as(again.printed()).isZero();
    assertThat(folder.resolve("c/driver.yaml")).exists();
    Files.writeString(folder.resolve("c/workload.yaml"), "name: mine\n");
    assertThat(FeatureRun.of(call).printed()).contains("already there", "workload.yaml");
  }
}
