package io.tidemark.it.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.it.Command;
import io.tidemark.it.RunResults;
import io.tidemark.it.TidemarkProcess;
import io.tidemark.it.WorkloadFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A profiled run on Kafka, and its report in a browser. */
class ProfileIT {
  private static final String BROKER = "#profile .graph svg";

  @TempDir static Path folder;
  @AutoClose static Browser browser;

  @BeforeAll
  static void profiledRun() throws Exception {
    Path workload =
        WorkloadFiles.write(
            folder,
            "profiled",
            "producerRate: 2000\nwarmupDuration: 3s\ntestDuration: 10s\n"
                + WorkloadFiles.WIDE_THRESHOLDS);
    Path driver = TidemarkProcess.ROOT.resolve("driver-kafka-strimzi/local-1node.yaml");
    Command.succeeding(folder, "--profile", "--drivers", driver.toString(), workload.toString());
    Command.report(folder);
    browser = Browser.start();
  }

  @Test
  void recordingsOfWorkerAndBrokerAreStoredAndRemarked() throws IOException {
    JsonNode result = RunResults.all(folder.resolve("results")).get(0);
    assertThat(result.at("/verdict/findings").findValuesAsText("code"))
        .contains("profiled")
        .doesNotContain("profile-incomplete");
    try (Stream<Path> files = Files.walk(folder.resolve("results"))) {
      assertThat(files.filter(file -> file.toString().contains("/profile/")))
          .extracting(file -> file.getFileName().toString())
          .containsExactlyInAnyOrder(
              "broker-1.jfr", "broker-1.json.gz", "worker-local.jfr", "worker-local.json.gz");
    }
  }

  @Test
  void theFlameGraphZoomsIntoAFrameAndBack() {
    browser.open(folder.resolve("report.html"));
    assertThat(browser.problems()).isEmpty();
    assertThat(browser.elements("#profile svg.flame")).hasSize(2);
    double all = width(0);
    assertThat(browser.text("#profile")).contains("broker 1", "worker local");
    // The second frame is the widest thread.
    double before = width(1);
    assertThat(before).isLessThan(all);

    browser.script(
        "document.querySelector(arguments[0] + ' g:nth-of-type(2) rect')"
            + ".dispatchEvent(new MouseEvent('click', {bubbles: true}))",
        BROKER);
    assertThat(width(1)).isEqualTo(all);

    browser.script(
        "document.querySelector(arguments[0] + ' g rect')"
            + ".dispatchEvent(new MouseEvent('click', {bubbles: true}))",
        BROKER);
    assertThat(width(1)).isBetween(before - 1, before + 1);
    assertThat(browser.problems()).isEmpty();
  }

  private static double width(int frame) {
    return browser.number(
        "return Number(document.querySelectorAll(arguments[0] + ' rect')[arguments[1]]"
            + ".getAttribute('width'))",
        BROKER,
        frame);
  }
}
