package io.tidemark.features.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.features.history.HistoryStore.NewRun;
import io.tidemark.features.history.trend.TrendMetric;
import io.tidemark.report.file.ResultsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FiguresFileTest {
  private static final String AT =
      "{\"figuresVersion\": 1, \"workload\": \"w\", \"driver\": \"d\","
          + " \"at\": \"2026-11-26T02:00:00Z\"";

  @TempDir Path folder;

  private static FiguresFile figures(String version) {
    return new FiguresFile(
        "calibrate",
        "engine",
        Instant.parse("2026-11-26T02:00:00Z"),
        Map.of("message size", "100 B"),
        Map.of("cpu.model", "Example", "memory.bytes", "25276502016", "tidemark.version", version),
        Map.of("rounds", "6"),
        Map.of("engineRate", 4.6e6, "engineToBaselineRatio", 0.49, "clientCpuMicros", 2.5));
  }

  private List<NewRun> read(Path source) throws ResultsException {
    RunReader reader = new RunReader(Map.of("release", "0.1.0"), Optional.empty());
    reader.read(source);
    assertThat(reader.leftOut()).isEmpty();
    return reader.runs();
  }

  @Test
  void isARunOfASeriesWithItsMachineAndItsVersions() throws Exception {
    figures("0.1.0").write(folder.resolve("one.figures.json"));
    figures("0.2.0").write(folder.resolve("two.figures.json"));
    List<NewRun> runs = read(folder);
    assertThat(runs).extracting(NewRun::key).containsOnly(runs.get(0).key()).hasSize(2);
    SeriesKey key = runs.get(0).key();
    assertThat(key.workload()).isEqualTo("calibrate");
    assertThat(key.content()).isEqualTo(Map.of("message size", "100 B"));
    assertThat(key.testBed())
        .containsEntry("worker cpu.model", "Example")
        .containsEntry("worker memory.bytes", "24 GiB");
    assertThat(key.testBedText()).isEqualTo("Example, 24 GiB");
    assertThat(runs.get(1).run().attributes())
        .isEqualTo(Map.of("rounds", "6", "release", "0.1.0", "tidemark", "0.2.0"));
    assertThat(runs.get(0).run().values()).isEqualTo(figures("0.1.0").values());
  }

  @Test
  void isStoredOnceAndReadAgain() throws Exception {
    Path file = folder.resolve("one.figures.json");
    figures("0.1.0").write(file);
    HistoryStore store = new HistoryStore(folder.resolve("history"));
    assertThat(store.add(read(file)).added()).hasSize(1);
    assertThat(store.add(read(file)).known()).hasSize(1);
    HistorySeries series = store.read().series().get(0);
    assertThat(series.columns().keySet())
        .containsExactly("clientCpuMicros", "engineRate", "engineToBaselineRatio");
    assertThat(
            Files.readString(
                folder.resolve("history").resolve(series.key().id()).resolve("2026-11.jsonl")))
        .contains("\"unit\":\"1/s\"", "\"unit\":\"us\"", "\"unit\":\"\"");
  }

  @Test
  void theEndOfANameSaysWhichValuesAreBetter() {
    assertThat(TrendMetric.isWorse("engineRate", -0.1)).isTrue();
    assertThat(TrendMetric.isWorse("engineToBaselineRatio", 0.1)).isFalse();
    assertThat(TrendMetric.isWorse("clientCpuMicros", 0.1)).isTrue();
    assertThat(TrendMetric.text("engineRate", 4_600_000)).isEqualTo("4,600,000/s");
    assertThat(TrendMetric.text("engineToBaselineRatio", 0.4944)).isEqualTo("0.494");
    assertThat(TrendMetric.text("clientCpuMicros", 2.5)).contains("2.5");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}|figuresVersion is missing",
        "{\"figuresVersion\": 2}|written in schema version 2",
        "{\"figuresVersion\": 1, \"driver\": \"d\"}|workload is missing",
        "{\"figuresVersion\": 1, \"workload\": \"w\", \"driver\": \"d\", \"at\": \"now\"}|at:"
            + " allowed a time",
        AT + "}|values is empty",
        AT + ", \"values\": {\"speed\": 1}}|values.speed: not a name; allowed letters",
        AT + ", \"values\": {\"aRate\": 0}}|values.aRate: got 0; allowed above 0",
        AT + ", \"settings\": \"x\"}|settings: got \"x\"; allowed an object",
        AT + ", \"attributes\": {\"a\": [1]}}|attributes.a: got [1]; allowed a text",
        AT + ", \"values\": []}|values: got []; allowed an object",
        "nothing|cannot read results"
      })
  void saysWhatIsWrong(String content, String message) throws Exception {
    Path file = Files.writeString(folder.resolve("wrong.figures.json"), content);
    assertThatThrownBy(() -> read(file))
        .isInstanceOf(ResultsException.class)
        .hasMessageContaining(message)
        .hasMessageContaining(file.toString());
  }
}
