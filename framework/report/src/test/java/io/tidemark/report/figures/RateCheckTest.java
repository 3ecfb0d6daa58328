package io.tidemark.report.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.model.result.RunResult;
import io.tidemark.report.SampleRuns;
import io.tidemark.report.file.ReportFormats;
import io.tidemark.report.file.ResultsException;
import io.tidemark.report.store.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RateCheckTest {
  @TempDir Path dir;

  @Test
  void acceptsRatesThatAreTheirCountsOverTheirTimes() {
    for (RunResult run :
        List.of(SampleRuns.sample(), SampleRuns.invalid(), SampleRuns.requestReply())) {
      assertThat(RateCheck.problems(StoredRun.of(run))).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "/totals/byTime/rates, publishRatePerSecond, the total: publishRatePerSecond",
    "/phases/1/byTime/rates, consumeRatePerSecond, phase test: consumeRatePerSecond",
    "/phases/1/byTime/rates, sendRatePerSecond, phase test: sendRatePerSecond",
    "/samples/1/rates, publishBytesPerSecond, sample at",
    "/samples/2/rates, publishErrorRatePerSecond, sample at",
  })
  void namesIntervalAndFiguresOfARateThatIsNotItsCount(String at, String rate, String named)
      throws IOException {
    StoredRun spoilt = spoilt(at, rate, 46_820.5);

    assertThat(RateCheck.problems(spoilt))
        .singleElement()
        .asString()
        .startsWith(named)
        .contains(rate + " 46820.500 over ", " s is not the count of ");
  }

  @Test
  void refusesToWriteSuchRatesAndWritesTheRest() throws IOException {
    StoredRun spoilt = spoilt("/phases/1/byTime/rates", "publishRatePerSecond", 46_820.5);

    assertThatThrownBy(
            () -> RunDirectory.write(dir, SampleRuns.sample(), spoilt, Map.of(), ZoneOffset.UTC))
        .isInstanceOf(ResultsException.class)
        .hasMessageStartingWith("internal error: phase test: publishRatePerSecond 46820.500 over")
        .hasMessageContaining("the others are in " + dir);

    try (Stream<Path> runs = Files.list(dir)) {
      Path run = runs.findFirst().orElseThrow();
      assertThat(run.resolve("result.json")).doesNotExist();
      assertThat(run.resolve("timeline.csv")).doesNotExist();
      assertThat(run.resolve("endToEnd.hlog")).exists();
      assertThat(run.resolve(".INVALID")).content().startsWith("internal error: phase test");
    }
  }

  @Test
  void whatIsNoNumberFitsNoCount() throws IOException {
    assertThat(
            RateCheck.problems(spoilt("/totals/byTime/rates", "publishRatePerSecond", Double.NaN)))
        .isNotEmpty();
  }

  private static StoredRun spoilt(String at, String rate, double value) throws IOException {
    ObjectMapper json = ReportFormats.JSON;
    JsonNode run = json.valueToTree(StoredRun.of(SampleRuns.sample()));
    ((ObjectNode) run.at(at)).put(rate, value);
    return json.treeToValue(run, StoredRun.class);
  }
}
