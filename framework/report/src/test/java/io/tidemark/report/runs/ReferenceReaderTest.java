package io.tidemark.report.runs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.yaml.Problem;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.SourceFile;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReferenceReaderTest {
  private final Problems problems = new Problems();

  private List<ReferenceLine> read(String... elements) {
    String text = "references:\n  - " + String.join("\n  - ", elements) + "\n";
    return ReferenceReader.file(new SourceFile("R.yaml", text), problems);
  }

  private List<String> errors() {
    return problems.errors().stream().map(Problem::oneLine).toList();
  }

  @Test
  void readsAFigureWithItsHardware() {
    List<ReferenceLine> lines =
        read(
            "{metric: publishRate, value: 492k, name: S4, workload: s4, environment: aws,"
                + " hardware: 3 x 8 vCPU, source: a paper}",
            "{metric: endToEnd.p99, value: 14ms}");
    assertThat(errors()).isEmpty();
    assertThat(lines)
        .containsExactly(
            new ReferenceLine(
                "publishRate",
                492_000,
                "S4",
                "3 x 8 vCPU",
                "a paper",
                Optional.of("aws"),
                Optional.of("s4")),
            new ReferenceLine(
                "endToEnd.p99", 14_000, "published", "", "", Optional.empty(), Optional.empty()));
    assertThat(lines.get(0).label()).isEqualTo("S4 of aws: 492,000/s, 3 x 8 vCPU, a paper");
    assertThat(lines.get(1).label()).isEqualTo("published: 14.0 ms");
  }

  @ParameterizedTest
  @CsvSource({
    "roundTripRate, 1.5k/s, 1500, '1,500/s'",
    "publishLatency.p50, 2.76ms, 2760, 2.76 ms",
    "publishThroughput, 437 MB/s, 437e6, 437 MB/s",
    "consumeThroughput, 1 MiB/s, 1048576, 1.05 MB/s",
    "publishThroughput, 10 Gb/s, 1.25e9, '1,250 MB/s'",
    "nodeDiskWriteBytesPerSecond, 500000B/s, 500000, 0.500 MB/s",
    "nodeMemoryBytes, 1KB, 1024, 0.00102 MB",
    "nodeProduceTimeP99Millis, 12, 12, 12.0"
  })
  void readsAValueInTheUnitOfItsMetric(String metric, String value, double expected, String text) {
    List<ReferenceLine> lines = read("{metric: " + metric + ", value: " + value + "}");
    assertThat(errors()).isEmpty();
    assertThat(lines.get(0).value()).isEqualTo(expected);
    assertThat(lines.get(0).text()).isEqualTo(text);
  }

  @Test
  void namesWhatIsWrong() {
    read(
        "{metric: publishrate, value: 1k}",
        "{metric: publishThroughput, value: 437}",
        "{metric: endToEnd.p99, value: 14}",
        "{metric: publishRate, valeu: 3}",
        "{metric: publishRate, value: 0}");
    assertThat(errors())
        .satisfiesExactlyInAnyOrder(
            e -> assertThat(e).contains("valeu", "did you mean value?"),
            e -> assertThat(e).startsWith("R.yaml:2").contains("did you mean publishRate?"),
            e -> assertThat(e).startsWith("R.yaml:3").contains("got 437; allowed bytes per second"),
            e -> assertThat(e).startsWith("R.yaml:4").contains("got 14; allowed a time span"),
            e -> assertThat(e).startsWith("R.yaml:6").contains("got 0; allowed a rate"));
  }

  @Test
  void aFileNeedsTheList() {
    assertThat(ReferenceReader.file(new SourceFile("R.yaml", "name: x\n"), problems)).isEmpty();
    assertThat(errors()).hasSize(2);
  }
}
