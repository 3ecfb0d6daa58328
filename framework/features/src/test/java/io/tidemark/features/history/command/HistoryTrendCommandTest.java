package io.tidemark.features.history.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.CommandRun;
import io.tidemark.features.history.AcceptedChanges;
import io.tidemark.features.history.AcceptedChanges.AcceptedChange;
import io.tidemark.features.history.Nights;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryTrendCommandTest {
  @TempDir Path folder;

  private CommandRun trend(String... arguments) {
    return StoredNights.command("trend", folder, arguments);
  }

  @Test
  void printsTheChangesAndWritesPages() throws Exception {
    StoredNights.add(folder, 40, night -> night < 20 ? 10_000 : 12_000);
    Path page = folder.resolve("trend.html");
    CommandRun run = trend("-o", page.toString(), "--site", folder.resolve("site").toString());
    assertThat(run.exitCode()).as(run.printed()).isZero();
    assertThat(run.printed())
        .contains("quickstart on kafka")
        .containsPattern("2026-09-21 +endToEnd.p99 +\\d+\\.\\d % worse .*broker 1.0 -> 2.0");
    assertThat(Files.readString(page)).contains("History of quickstart on kafka");
    assertThat(folder.resolve("site/index.html")).exists();
    assertThat(trend("--since", "2026-09-25", "--metric", "endToEnd.p99").printed())
        .doesNotContain("worse");
  }

  @Test
  void aChangeThatWasAcceptedHasItsReason() throws Exception {
    StoredNights.add(folder, 40, night -> night < 20 ? 10_000 : 12_000);
    AcceptedChanges accepted = new AcceptedChanges(folder.resolve("history"));
    String series = Nights.key().id();
    // The first run of the new level is that of 2026-09-21.
    accepted.add(
        series,
        new AcceptedChange(
            "endToEnd.p99", Instant.parse("2026-09-23T02:00:00Z"), "messages have checksums"));
    accepted.add(
        series,
        new AcceptedChange(
            "endToEnd.p99", Instant.parse("2026-09-05T02:00:00Z"), "nothing was seen"));
    accepted.add(
        series, new AcceptedChange("consumeRate", Instant.parse("2026-09-23T02:00:00Z"), "other"));
    Path page = folder.resolve("trend.html");
    assertThat(trend("-o", page.toString()).printed().replaceAll("\\s+", " "))
        .containsPattern(
            "2026-09-21 endToEnd.p99 .*broker 1.0 -> 2.0; accepted: messages have checksums")
        .contains("2026-09-05: endToEnd.p99 accepted: nothing was seen; no level changed there")
        .doesNotContain("accepted: other");
    assertThat(Files.readString(page))
        .contains("broker 1.0 -&gt; 2.0; accepted: messages have checksums")
        .contains("accepted: nothing was seen");
  }

  @Test
  void comparesVersionsInPlaceOfDays() throws Exception {
    StoredNights.add(folder, 40, night -> night < 20 ? 10_000 : 12_000);
    Path page = folder.resolve("versions.html");
    CommandRun run = trend("--over", "broker", "-o", page.toString());
    assertThat(run.exitCode()).as(run.printed()).isZero();
    assertThat(run.printed())
        .contains("endToEnd.p99 over broker")
        .containsPattern("1\\.0 +9\\.9\\d ms .* 20\\n")
        .containsPattern("2\\.0 +1\\d\\.\\d ms .* 20 +\\d\\d\\.\\d % worse +\\+");
    assertThat(Files.readString(page)).contains("endToEnd.p99 over broker");
    assertThat(trend("--over", "colour").printed())
        .contains("no run has the attribute 'colour'; allowed broker");
    assertThat(trend("--over", "broker", "--site", folder.resolve("site").toString()).exitCode())
        .isEqualTo(2);
  }

  @Test
  void wrongMetricsDaysAndStoresAreErrors() throws Exception {
    assertThat(trend().printed()).contains("no history there");
    StoredNights.add(folder, 4, night -> 10_000);
    assertThat(trend("--metric", "p99").printed()).contains("no metric 'p99'");
    assertThat(trend("--since", "yesterday").printed()).contains("--since: got 'yesterday'");
    assertThat(trend("--driver", "other").exitCode()).isEqualTo(2);
  }
}
