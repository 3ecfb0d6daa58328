package io.tidemark.it.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.it.Command;
import io.tidemark.it.RunResults;
import io.tidemark.it.TidemarkProcess;
import io.tidemark.it.WorkloadFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A profiled run on a RabbitMQ node, and its report. */
@Tag("release")
class RabbitMqProfileIT {
  @TempDir Path folder;

  @Test
  void theReportShowsWhatTheThreadsOfANodeDidAndItsMemory() throws Exception {
    Path workload =
        WorkloadFiles.write(
            folder,
            "profiled",
            "producerRate: 500\nwarmupDuration: 3s\ntestDuration: 10s\n"
                + "profile: {of: brokers}\n"
                + WorkloadFiles.WIDE_THRESHOLDS);
    Path driver = TidemarkProcess.ROOT.resolve("driver-rabbitmq-quorum/local-1node.yaml");
    String output =
        Command.succeeding(folder, "--drivers", driver.toString(), workload.toString()).output();
    Command.report(folder);

    assertThat(output)
        .contains("states of threads and memory")
        .doesNotContain("profile-incomplete");
    Path profile = RunResults.folders(folder.resolve("results")).get(0).resolve("profile");
    assertThat(profile.resolve("broker-1.txt"))
        .content()
        .contains("{thread,scheduler,emulator,", "{memory,quorum_queue_procs,bytes,");
    assertThat(profile).isDirectoryContaining("glob:**/broker-1.json.gz");
    assertThat(Files.readString(folder.resolve("report.html")))
        .contains("What the threads of Erlang machines did", "dirty io scheduler", "Erlang/OTP");
  }
}
