package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** IBM's client is not ours to ship, and the driver's stand-in runs without it. */
class IbmMqInstallationIT {
  /** What threads of Artemis's client print that outlive the driver's class loader. */
  private static final String[] AFTER_THE_LOADER = {
    "NoClassDefFoundError", "ClassNotFoundException", "Exception in thread", "\tat "
  };

  @TempDir Path folder;

  private static List<Path> jars() throws IOException {
    try (Stream<Path> files =
        Files.walk(TidemarkProcess.ROOT.resolve("build/distribution/target/tidemark"))) {
      return files.filter(file -> file.toString().endsWith(".jar")).toList();
    }
  }

  @Test
  void theInstallationHasTheDriverAndNothingOfIbms() throws IOException {
    // The Docker client's libraries are some of those that IBM's client needs.
    List<String> names =
        jars().stream()
            .filter(jar -> !jar.getParent().endsWith("brokers/docker"))
            .map(jar -> jar.getFileName().toString())
            .toList();
    assertThat(names)
        .anyMatch(name -> name.startsWith("driver-ibmmq-"))
        .anyMatch(name -> name.startsWith("artemis-jms-client-"))
        .noneMatch(name -> name.startsWith("com.ibm"))
        .noneMatch(name -> name.startsWith("bcprov"));
  }

  @Test
  void withoutIbmsClientOneLineSaysHowToGetIt() throws IOException, InterruptedException {
    Path workload = WorkloadFiles.shortRun(folder, "short");
    Path driver =
        Files.writeString(
            folder.resolve("mq.yaml"),
            """
            name: mq
            driverClass: io.tidemark.driver.ibmmq.IbmMqBenchmarkDriver
            connectionNames: 127.0.0.1(1)
            """);
    Command benchmark = Command.run(folder, "-d", driver.toString(), workload.toString());
    assertThat(benchmark.endedWith(2))
        .contains("IBM's MQ client is not installed", "bin/fetch-ibmmq-client");
  }

  @Test
  void theClientIsFetchedOnlyByWhoAcceptsItsTerms() throws IOException, InterruptedException {
    List<Path> before = jars();
    try (TidemarkProcess fetch = TidemarkProcess.run(folder, "fetch-ibmmq-client")) {
      assertThat(fetch.endedWith(2))
          .containsPattern("com\\.ibm\\.mq\\.allclient:\\d+\\.\\d+\\.\\d+\\.\\d+\\)")
          .contains("IBM's own licence terms", "bin/fetch-ibmmq-client --accept-ibm-terms");
    }
    assertThat(jars()).isEqualTo(before);
  }

  @Test
  void theCheckTriesARequestTooAndABrokerThatIsNotThereLeavesNoThreadWithoutItsClasses()
      throws IOException, InterruptedException {
    Path absent =
        Files.writeString(
            folder.resolve("absent.yaml"),
            """
            name: absent
            driverClass: io.tidemark.driver.ibmmq.IbmMqBenchmarkDriver
            provider: artemis
            brokerUrl: tcp://127.0.0.1:1
            """);
    Path local = TidemarkProcess.ROOT.resolve("driver-ibmmq/local-jms.yaml");
    try (TidemarkProcess check =
        TidemarkProcess.run(folder, "benchmark", "check", "--drivers", local + "," + absent)) {
      assertThat(check.endedWith(3))
          .containsSubsequence("ok     connect", "ok     message", "ok     request/reply")
          .contains("used instead of IBM MQ", "FAILED connect")
          .doesNotContain(AFTER_THE_LOADER);
    }
  }
}
