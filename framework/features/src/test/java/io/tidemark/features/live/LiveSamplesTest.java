package io.tidemark.features.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Sample;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import io.tidemark.report.SampleRuns;
import io.tidemark.report.chart.Chart;
import io.tidemark.report.chart.Chart.Event;
import io.tidemark.report.chart.Chart.Line;
import io.tidemark.report.chart.Chart.Mark;
import io.tidemark.report.chart.StoredRuns;
import io.tidemark.report.text.RunTitle;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveSamplesTest {
  private static final long SECOND = 1_000_000_000L;

  @TempDir Path folder;

  private static LiveSamples running(Set<String> scheduled) {
    return new LiveSamples(new RunTitle("w", "kafka", 1, 1), scheduled);
  }

  private static Chart chart(List<Chart> charts, String id) {
    return charts.stream().filter(each -> each.id().equals("w-" + id)).findFirst().orElseThrow();
  }

  @Test
  void hasTheTimelinesOfTheReport() throws IOException {
    RunResult run = SampleRuns.sample();
    LiveSamples running = running(Set.of("warm-up", "test"));
    run.samples().forEach(running::add);
    List<Chart> live = running.charts(List.of());
    List<Chart> report =
        new StoredRuns(folder)
            .with(run).charts().stream().filter(c -> c.group() == Chart.Group.TIMELINE).toList();
    assertThat(live).extracting(Chart::title).isEqualTo(titles(report));
    for (int i = 0; i < live.size(); i++) {
      if (live.get(i).id().contains("worker")) {
        continue; // Names of workers are not known before the end.
      }
      for (int line = 0; line < report.get(i).lines().size(); line++) {
        Line expected = report.get(i).lines().get(line);
        Line actual = live.get(i).lines().get(line);
        assertThat(actual.label()).isEqualTo(expected.label());
        assertThat(actual.x()).as(actual.label()).isEqualTo(expected.x());
        assertThat(actual.y()).as(actual.label()).isEqualTo(expected.y());
      }
    }
  }

  private static List<String> titles(List<Chart> charts) {
    return charts.stream().map(Chart::title).toList();
  }

  private static Sample second(int second, String phase, long messages) {
    return new Sample(
        phase,
        second * SECOND,
        SECOND,
        Counters.ZERO.with(Counter.ACKNOWLEDGED, messages),
        Map.of(),
        0,
        0,
        0,
        List.of());
  }

  @Test
  void itsMemoryIsBoundedAndExtremesStay() {
    LiveSamples running = running(Set.of());
    for (int second = 0; second < 10_000; second++) {
      running.add(second(second, "test", second == 1_234 ? 9_999 : second == 5_678 ? 1 : 500));
    }
    Line published =
        chart(running.charts(List.of()), "rates").lines().stream()
            .filter(line -> line.label().equals("published"))
            .findFirst()
            .orElseThrow();
    assertThat(published.y()).hasSizeBetween(500, 1_200).contains(9_999, 1);
    assertThat(published.x()[0]).isEqualTo(1);
    assertThat(DoubleStream.of(published.x()).max()).hasValue(10_000);
    assertThat(published.x()).isSorted();
  }

  @Test
  void phasesAndEventsAreMarks() {
    LiveSamples running = running(Set.of());
    for (int second = 0; second < 10; second++) {
      running.add(second(second, second < 4 ? "warm-up" : "test", 500));
    }
    List<RunEvent> events =
        List.of(
            new RunEvent(2 * SECOND, "local", "BLOCKED", "c-1", "low on memory"),
            new RunEvent(5 * SECOND, "local", "UNBLOCKED", "c-1", ""),
            new RunEvent(6 * SECOND, "local", "CONNECTION_LOST", "c-1", "reset"),
            new RunEvent(7 * SECOND, "faults", "FAULT", "node 1", "killed"));
    assertThat(chart(running.charts(events), "rates").marks())
        .containsExactlyInAnyOrder(
            new Mark(Event.PHASE, 0, 0, "warm-up"),
            new Mark(Event.PHASE, 4, 4, "test"),
            new Mark(Event.BLOCK, 2, 5, "blocked: low on memory"),
            new Mark(Event.DISRUPTION, 6, 6, "CONNECTION_LOST c-1 reset"),
            new Mark(Event.FAULT, 7, 7, "node 1 killed"));
  }
}
