package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.report.file.ResultFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A profiled run on Kafka that a fake of kubectl shows as a pod: what it runs in the pod, it runs
 * on this machine. What a real cluster does is not tested by it.
 */
@Tag("release")
class PodProfileIT {
  private static final String POD =
      """
      {"items": [{"metadata": {"name": "kafka-0"}, "spec": {
        "containers": [{"name": "kafka", "volumeMounts": [
          {"name": "tmp", "mountPath": "/small"}, {"name": "more", "mountPath": "/small/var"}]}],
        "volumes": [{"name": "tmp", "emptyDir": {"medium": "Memory"}},
                    {"name": "more", "emptyDir": {"sizeLimit": "5Mi"}}]}}]}
      """;

  /** Each folder but that of the home is too small, wherever this project is. */
  private static final String DF =
      """
      #!/bin/sh
      case $2 in /tmp | /var/tmp) echo d 9 9 5000 ;; *) exec /bin/df "$@" ;; esac
      """;

  /** Only Kafka of the test is a JVM of the pod. */
  private static final String KUBECTL =
      """
      #!/bin/sh
      here=$(dirname "$0")
      [ "$1 $2" = "get --raw" ] && exec cat "$here/pods.json"
      [ "$1" = exec ] || exit 1
      if [ -f "$here/forbidden" ]; then
        echo 'Error from server (Forbidden): pods "kafka-0" is forbidden' >&2
        exit 1
      fi
      while [ "$1" != -- ]; do shift; done
      shift
      cd /tmp
      HOME="%3$s" PATH=$here/pod:$PATH exec "$@"
      """;

  private static final String JCMD =
      """
      #!/bin/sh
      [ "$1" = -l ] || exec '%2$s' "$@"
      '%2$s' -l | grep 'kafka\\.Kafka .*%1$s/'
      """;

  @TempDir Path folder;

  private Path home;

  private final StartedKafka kafka = StartedKafka.shared();

  @BeforeEach
  void aPod() throws Exception {
    home = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "home");
    Files.createDirectories(folder.resolve("bin/pod"));
    Files.writeString(folder.resolve("bin/pods.json"), POD);
    program("bin/kubectl", KUBECTL);
    program("bin/pod/jcmd", JCMD);
    program("bin/pod/df", DF);
  }

  @AfterEach
  void deleteItsHome() throws IOException {
    ResultFiles.delete(home);
  }

  private void program(String name, String text) throws IOException {
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    Path file = Files.writeString(folder.resolve(name), text.formatted(kafka.state(), jcmd, home));
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private String run() throws Exception {
    Path driver =
        kafka.driver(folder, "kafka", "brokerPods: {namespace: kafka, selector: app=kafka}\n");
    Path workload =
        WorkloadFiles.write(
            folder,
            "profiled",
            "producerRate: 500\nwarmupDuration: 5s\ntestDuration: 6s\nprofile: {of: brokers}\n"
                + WorkloadFiles.WIDE_THRESHOLDS);
    Map<String, String> path = Map.of("PATH", folder.resolve("bin") + ":" + System.getenv("PATH"));
    try (TidemarkProcess run =
        TidemarkProcess.start(
            TidemarkProcess.ROOT,
            path,
            folder,
            "benchmark",
            "-d",
            driver.toString(),
            workload.toString())) {
      return run.endedWith(0);
    }
  }

  private List<String> findings() throws IOException {
    return RunResults.only(folder.resolve("results"))
        .requiredAt("/verdict/findings")
        .findValuesAsText("code");
  }

  @Test
  void aBrokerInAPodIsRecordedAndItsRecordingFetched() throws Exception {
    run();

    assertThat(findings()).contains("profiled").doesNotContain("profile-incomplete");
    Path profile = RunResults.folders(folder.resolve("results")).get(0).resolve("profile");
    assertThat(profile).isDirectoryContaining("glob:**/broker-1.json.gz");
    assertThat(Files.size(profile.resolve("broker-1.jfr"))).isPositive();
    assertThat(home.resolve("tidemark-profile"))
        .as("the folder of the home, since others are small")
        .isDirectory()
        .isDirectoryNotContaining("glob:**/*.jfr");
  }

  @Test
  void withoutTheRightTheRunGoesOnWithOneRemark() throws Exception {
    Files.createFile(folder.resolve("bin/forbidden"));

    String output = run();

    assertThat(output).contains("profile-incomplete", "kafka-0", "(Forbidden)");
    assertThat(findings()).containsOnlyOnce("profile-incomplete");
    JsonNode result = RunResults.only(folder.resolve("results"));
    assertThat(result.requiredAt("/delivery/lostMessages").asLong(-1)).isZero();
  }
}
