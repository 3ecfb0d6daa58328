package io.tidemark.report.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.Throughput;
import io.tidemark.model.result.file.ResultJson;
import io.tidemark.report.SampleRuns;
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
      assertThat(RateCheck.problems(run)).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "/totals/byTime/rates, publishRatePerSecond, the total: publishRatePerSecond",
    "/phases/1/byTime/rates, consumeRatePerSecond, phase test: consumeRatePerSecond",
    "/phases/1/byTime/rates, sendRatePerSecond, phase test: sendRatePerSecond",
  })
  void namesIntervalAndFiguresOfARateThatIsNotItsCount(String at, String rate, String named)
      throws IOException {
    assertThat(RateCheck.ofResult(spoilt(at, rate, 46_820.5)))
        .singleElement()
        .asString()
        .startsWith(named)
        .contains(rate + " 46820.500 over ", " s is not the count of ");
  }

  @ParameterizedTest
  @CsvSource({"1, publishBytesPerSecond", "2, publishErrorRatePerSecond"})
  void namesASampleWithSuchARate(int index, String rate) {
    Sample sample = SampleRuns.sample().samples().get(index);
    JsonNode in = ResultJson.tree(new Throughput(sample.counters(), sample.lengthNanos()));
    ((ObjectNode) in.path("rates")).put(rate, 46_820.5);

    assertThat(RateCheck.ofInterval("sample at", in))
        .singleElement()
        .asString()
        .startsWith("sample at")
        .contains(rate + " 46820.500 over ", " s is not the count of ");
  }

  @Test
  void refusesToWriteSuchRatesAndWritesTheRest() throws IOException {
    List<String> problems =
        RateCheck.ofResult(spoilt("/phases/1/byTime/rates", "publishRatePerSecond", 46_820.5));

    assertThatThrownBy(
            () -> RunDirectory.write(dir, SampleRuns.sample(), problems, Map.of(), ZoneOffset.UTC))
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
            RateCheck.ofResult(spoilt("/totals/byTime/rates", "publishRatePerSecond", Double.NaN)))
        .isNotEmpty();
  }

  private static JsonNode spoilt(String at, String rate, double value) {
    JsonNode run = ResultJson.tree(SampleRuns.sample());
    ((ObjectNode) run.at(at)).put(rate, value);
    return run;
  }
}
