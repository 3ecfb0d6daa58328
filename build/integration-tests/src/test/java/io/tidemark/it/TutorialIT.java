package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code docs/tutorial.md} as its reader carries it out, with shorter runs. The limits are so wide
 * that a busy machine does not change what is printed.
 */
class TutorialIT {
  private static final String WIDE =
      """
      thresholds: {achievedRate: 1%, scheduleDelayP99: 1m, gcPauseShare: 100%, gcPauseMax: 1m, tickerLag: 1m, cpuSteal: 100%, cpuThrottled: 100%}
      """;

  @TempDir Path folder;

  @Test
  void everyCommandPrintsWhatThePageSays() throws IOException, InterruptedException {
    TutorialPage page = new TutorialPage(TidemarkProcess.ROOT.resolve("docs/tutorial.md"));
    lay();
    for (TutorialPage.PageFile file : page.files()) {
      Files.writeString(folder.resolve(file.name()), shortened(file.content()));
    }
    assertThat(page.files()).hasSize(2);
    assertThat(page.commands()).hasSize(5).allSatisfy(this::carryOut);
    assertThat(folder.resolve("report.html")).isNotEmptyFile();
    assertThat(folder.resolve("results/orders/report.html")).isNotEmptyFile();
  }

  /** The folders of the installation in which the reader stands. */
  private void lay() throws IOException {
    for (String name : List.of("driver-kafka-strimzi", "driver-rabbitmq-quorum")) {
      Files.createSymbolicLink(folder.resolve(name), TidemarkProcess.ROOT.resolve(name));
    }
    Path workload = folder.resolve("workloads/quickstart.yaml");
    Files.createDirectories(workload.getParent());
    String quickstart = Files.readString(TidemarkProcess.ROOT.resolve("workloads/quickstart.yaml"));
    Files.writeString(workload, shortened(quickstart));
  }

  private static String shortened(String file) {
    String text =
        file.replaceFirst("warmupDuration: \\d+s", "warmupDuration: 2s")
            .replaceFirst("testDuration: \\d+s", "testDuration: 3s")
            .replaceFirst("endToEnd.p99: \"<= \\d+ms\"", "endToEnd.p99: \"<= 60000ms\"")
            .replaceFirst("iterations: 3", "iterations: 2");
    return text.contains("testDuration") ? withoutThresholds(text) + WIDE : text;
  }

  private static String withoutThresholds(String text) {
    return text.replaceFirst("(?m)^thresholds:.*\\n(?: .*\\n)*", "");
  }

  private void carryOut(TutorialPage.PageCommand command) {
    List<String> words = command.words();
    try (TidemarkProcess process =
        TidemarkProcess.run(
            folder, words.get(0), words.subList(1, words.size()).toArray(String[]::new))) {
      assertThat(process.waitFor()).as(process.output()).isZero();
      assertThat(command.matches(process.output()))
          .as(
              "%s%n== printed ==%n%s%n== on the page, masked ==%n%s",
              words,
              TutorialPage.PageCommand.masked(process.output()),
              TutorialPage.PageCommand.masked(String.join("\n", command.output())))
          .isTrue();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
