package io.tidemark.runs.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.runs.watch.DashboardFigures.Sparkline;
import io.tidemark.runs.watch.Progress.Point;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SparklineTest {
  @TempDir Path folder;

  @Test
  void heightsAreSharesOfTheHighestValue() {
    double[] values = {0, 1, 3.5, 7, Double.NaN, 7};
    assertThat(Sparkline.of(values, true)).isEqualTo("▁▂▅█ █");
    assertThat(Sparkline.of(values, false)).isEqualTo("_.=# #");
    assertThat(Sparkline.of(new double[] {0, 0}, true)).isEqualTo("▁▁");
    assertThat(Sparkline.of(new double[0], true)).isEmpty();
  }

  @Test
  void theNewestSampleEndsInTheLastColumnAndExtremesStayVisible() {
    Progress[] progress = new Progress[1];
    Runs runs = new Runs(folder, 1, clock -> progress[0] = new Progress(clock));
    runs.starts(1);
    for (int i = 0; i < 200; i++) {
      runs.second(i == 150 ? 100 : 500, 1);
    }
    List<Point> points = progress[0].points();
    double[] highest = Sparkline.highest(points, 12, point -> point.sample().backlog());
    double[] mean = Sparkline.mean(points, 12, point -> point.sample().inFlight());
    assertThat(highest).containsExactly(0, 0, 0, 0, 0, 0, 0, 400, 0, 0, 0, 0);
    assertThat(mean).containsOnly(3);
    double[] young = Sparkline.mean(points.subList(110, points.size()), 12, point -> 1);
    assertThat(young[0]).isNaN();
    assertThat(young[11]).isEqualTo(1);
  }
}
