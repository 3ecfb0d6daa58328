package io.tidemark.report.runs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.load.Serialization;
import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.metric.Metrics;
import io.tidemark.model.question.Question;
import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.RunResult;
import io.tidemark.report.SampleFailover;
import io.tidemark.report.SampleRuns;
import io.tidemark.report.SearchRuns;
import io.tidemark.report.text.TerminalStyle;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MeasuredFiguresTest {
  private static MetricReference metric(String key) {
    return MetricReference.compared(key).orElseThrow();
  }

  private static Map<MetricReference, Double> of(RunResult run) {
    return ReportedRun.of(Path.of("run"), run).metrics();
  }

  @Test
  void aSweepOfRequestersHasTheFiguresOfEachStep() {
    Map<MetricReference, Double> metrics = of(SampleRuns.requestReply());
    assertThat(metrics).containsEntry(metric("roundTripRate at 1 requester"), 1_000.0);
    assertThat(metrics).containsEntry(metric("roundTripRate at 2 requesters"), 2_000.0);
    assertThat(metrics).doesNotContainKey(metric("roundTripRate at 3 requesters"));
    assertThat(metrics).containsKey(metric("roundTrip.p99 at 2 requesters"));
    assertThat(metrics).doesNotContainKey(metric("publishRate at 1 producer"));
  }

  @Test
  void timesOfAFailoverAreInMicrosecondsAndLowerIsBetter() {
    MetricReference last = metric("recoveryTimeLast");
    assertThat(of(SampleFailover.run())).containsEntry(last, 4e6);
    assertThat(last.isRate()).isFalse();
    assertThat(last.group()).isEqualTo(FigureGroup.RECOVERY);
    assertThat(TerminalStyle.PLAIN.figure(last, 4e6)).startsWith("4").contains("s");
  }

  @Test
  void theTimeToMakeABodyIsComparedWhereItWasMeasured() {
    MetricReference time = metric("serializationTime");
    assertThat(of(SampleRuns.sample())).doesNotContainKey(time);
    Serialization avro = new Serialization(Serialization.Format.AVRO, 2.8, 1_000, false);
    assertThat(of(SampleRuns.withSerialization(SampleRuns.sample(), avro)))
        .containsEntry(time, 2.8);
    assertThat(time.group()).as("made before the load").isEqualTo(FigureGroup.DELIVERY);
    assertThat(time.isUsual()).isTrue();
  }

  @Test
  void aSearchHasTheRateThatItFound() {
    RunResult run = SearchRuns.trials();
    assertThat(of(run))
        .containsEntry(
            metric("search.highestRate"), run.search().orElseThrow().passed().orElseThrow());
    assertThat(of(SearchRuns.overConsumers())).doesNotContainKey(metric("search.highestRate"));
  }

  @Test
  void countsAreNotComparedByStatistics() {
    assertThat(MetricReference.compared(Metrics.MISSING.id())).isEmpty();
    Question question = new Question(List.of(Metrics.MISSING.id(), "recoveryTime"), 0.05);
    assertThat(MetricReference.decisive(question)).containsExactly(metric("recoveryTime"));
    assertThat(MetricReference.usualAnd(question)).endsWith(metric("recoveryTime"));
    assertThat(ReportedRun.of(Path.of("run"), SampleFailover.run()).answers(question)).isFalse();
  }
}
