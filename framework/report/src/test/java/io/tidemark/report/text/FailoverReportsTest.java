package io.tidemark.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.model.result.RunResult;
import io.tidemark.report.Golden;
import io.tidemark.report.SampleFailover;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.runs.ReportedRuns;
import io.tidemark.report.store.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run in which a site failed: on the console and in its directory. */
class FailoverReportsTest {
  private static final RunResult RUN = SampleFailover.run();

  @TempDir Path folder;

  @Test
  void drawsWhatWasLostAndTheTimes() {
    String text = SummaryTable.render((RUN), new TerminalStyle(true, false), List.of());

    Golden.assertSealed("summary-failover.txt", text);
    assertThat(text.lines())
        .anyMatch(line -> line.matches(" *missing at site B \\(RPO\\) +120"))
        .anyMatch(line -> line.matches(" *first message at site B after \\(RTO\\) +1.50 s"))
        .anyMatch(line -> line.matches(" *replication lag before the failure +300 messages"))
        .allMatch(line -> TextTable.width(line) <= Wrapped.WIDTH);
  }

  @Test
  void withoutAMissingMessageThereIsNoOldestOne() {
    String text = SummaryTable.render((SampleFailover.complete()), TerminalStyle.PLAIN, List.of());

    assertThat(text).containsPattern("oldest missing message \\(RPO\\) +none is missing");
  }

  @Test
  void storesTheFailoverAndReadsItAgain() throws IOException, ResultsException {
    Path directory = RunDirectory.write(folder, RUN, Map.of());

    JsonNode failover =
        new ObjectMapper()
            .readTree(Files.readString(directory.resolve(RunDirectory.RESULT_FILE)))
            .required("failover");

    assertThat(failover.required("recoveryPointMessages").asLong()).isEqualTo(120);
    assertThat(failover.required("recoveryPointAgeSeconds").asDouble()).isEqualTo(0.412345);
    assertThat(failover.required("recoveryTimeLastSeconds").asDouble()).isEqualTo(4);
    assertThat(failover.required("lag").get(0).required("lagMessages").asLong()).isEqualTo(1_500);
    RunResult stored = ReportedRuns.read(List.of(folder)).runs().get(0).stored().orElseThrow();
    assertThat(stored.failover()).isEqualTo(RUN.failover());
  }
}
