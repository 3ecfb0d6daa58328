package io.tidemark.charts.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.charts.Palette;
import io.tidemark.model.metric.Unit;
import io.tidemark.report.chart.Chart;
import io.tidemark.report.chart.Chart.Axis;
import io.tidemark.report.chart.Chart.Event;
import io.tidemark.report.chart.Chart.Group;
import io.tidemark.report.chart.Chart.Kind;
import io.tidemark.report.chart.Chart.Line;
import io.tidemark.report.chart.Chart.Mark;
import io.tidemark.report.chart.Chart.Reference;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChartJsonTest {
  private static final String TROUBLE = "</script><!-- <script>";

  private static String json(Line... lines) {
    Chart chart =
        new Chart(
            "id",
            Group.TIMELINE,
            TROUBLE,
            TROUBLE,
            Axis.linear(TROUBLE, Unit.NUMBER),
            Axis.categories("y", List.of(TROUBLE)),
            List.of(lines),
            List.of(new Mark(Event.FAULT, 1, 2.5, TROUBLE)),
            List.of(new Reference(TROUBLE, 7)));
    DoubleSummaryStatistics times = DoubleStream.of(-1, 100).summaryStatistics();
    return ChartJson.json(chart, Palette.forCharts(List.of(chart)), times);
  }

  private static Line line(String label, double[] x, double[] y) {
    return new Line(label, "environment", 1, Kind.LINE, x, y);
  }

  private static JsonNode tree(String json) throws Exception {
    return new ObjectMapper().readTree(json);
  }

  @Test
  void noTextEndsTheScriptElement() throws Exception {
    String json = json(line(TROUBLE, new double[] {1}, new double[] {2}));
    assertThat(json).doesNotContain("<");
    JsonNode tree = tree(json);
    assertThat(tree.at("/lines/0/label").asText()).isEqualTo(TROUBLE);
    assertThat(tree.at("/marks/0/text").asText()).isEqualTo(TROUBLE);
    assertThat(tree.at("/references/0/label").asText()).isEqualTo(TROUBLE);
    assertThat(tree.at("/y/ticks/0").asText()).isEqualTo(TROUBLE);
  }

  @Test
  void linesWithEqualTimesShareAColumn() throws Exception {
    double[] y = {1, 2};
    JsonNode tree =
        tree(
            json(
                line("a", new double[] {0, 1}, y),
                line("b", new double[] {0, 2}, y),
                line("c", new double[] {0, 1}, y)));
    assertThat(tree.path("columns")).hasSize(2);
    assertThat(tree.at("/lines/1/column").asInt()).isEqualTo(1);
    assertThat(tree.at("/lines/2/column").asInt()).isZero();
  }

  @Test
  void timelinesThatAreShownTogetherHaveOneAxis() throws Exception {
    JsonNode x = tree(json(line("a", new double[] {0, 1}, new double[] {0, 1}))).path("x");
    assertThat(x.path("min").asInt()).isEqualTo(-1);
    assertThat(x.path("max").asInt()).isEqualTo(100);
  }

  @Test
  void aGapIsNull() throws Exception {
    JsonNode y =
        tree(json(line("a", new double[] {0, 1}, new double[] {Double.NaN, 5}))).at("/lines/0/y");
    assertThat(y.get(0).isNull()).isTrue();
    assertThat(y.get(1).toString()).isEqualTo("5");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "1.234567, 1.2346",
    "0.000123456, 0.00012346",
    "-98765.4, -98765",
    "1234567, 1234567",
    "999999.6, 1000000",
    "1e-320, 0",
    "1e17, 1e17"
  })
  void numbersHaveTheDigitsThatCanBeSeen(double value, double rounded) {
    assertThat(ChartJson.rounded(value, 5)).isEqualTo(rounded);
  }
}
