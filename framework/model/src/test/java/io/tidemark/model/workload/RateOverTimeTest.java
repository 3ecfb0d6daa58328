package io.tidemark.model.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.model.load.Curve;
import io.tidemark.model.load.Curve.Point;
import io.tidemark.model.workloadfile.WorkloadReader;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Curves of rates and bursts in workload files. */
class RateOverTimeTest extends WorkloadFileTest {
  private static final long SECOND = 1_000_000_000L;
  private static final String MINIMAL = "warmupDuration: 0s\n" + WorkloadFile.MINIMAL;
  private static final String WITHOUT_RATE = MINIMAL.replace("producerRate: 1000\n", "");
  private static final String CURVED = WITHOUT_RATE.replace("testDuration: 30s\n", "");

  private void csv(String lines) throws IOException {
    Files.writeString(folder.resolve("day.csv"), lines);
  }

  private static Curve rate(Workload workload) {
    return LoadSchedule.of(workload).rate().orElseThrow();
  }

  @Test
  void aCurveIsReadFasterAndSmaller() throws IOException {
    csv("time,rate\n# night\n0,1000\n86400,3000\n");
    Workload workload =
        file.read(
            CURVED.replace("warmupDuration: 0s", "warmupDuration: 60s")
                + "rateCurve: {file: day.csv, speed: 24, scale: 0.1}\n");

    Curve rate = rate(workload);
    assertThat(workload.time().test()).contains(Duration.ofHours(1));
    assertThat(rate.valueAt(0)).isEqualTo(100);
    assertThat(rate.valueAt(60 * SECOND)).isEqualTo(100);
    assertThat(rate.valueAt((60 + 1800) * SECOND)).isEqualTo(200);
    assertThat(rate.before((60 + 3600) * SECOND)).isEqualTo(300);
    assertThat(rate.valueAt((60 + 3600) * SECOND)).isZero();
    assertThat(workload.load().ratePerSecond()).contains(200.0);
  }

  @Test
  void aCurveIsCutWhereTheTestEndsAndTwoRatesAtOneTimeAreAStep() throws IOException {
    csv("22:00;100\n22:00:10;100\n22:00:10;500\n22:10;500\n");
    Workload workload = file.read(WITHOUT_RATE + "rateCurve: {file: day.csv}\n");

    assertThat(rate(workload).points())
        .containsExactly(
            new Point(0, 100),
            new Point(0, 100),
            new Point(10 * SECOND, 100),
            new Point(10 * SECOND, 500),
            new Point(30 * SECOND, 500),
            new Point(30 * SECOND, 0));
  }

  @Test
  void afterTheLastPointItsRateHolds() throws IOException {
    csv("0,100\n10,300\n");
    String yaml = WITHOUT_RATE + "rateCurve: {file: day.csv}\n";

    assertThat(file.problem(yaml))
        .startsWith("WARNING w.yaml:8:12: rateCurve: ends after 10s of 30s; its last rate holds");
    assertThat(rate(file.read(yaml)).valueAt(29 * SECOND)).isEqualTo(300);
  }

  @Test
  void aStoredWorkloadHasThePoints() throws IOException {
    csv("2026-11-26T22:00:00Z,100\n2026-11-26 22:00:40,300\n2026-11-26 22:00:50,0\n");
    Workload workload = file.read(CURVED + "rateCurve: {file: day.csv, speed: 2, scale: 3}\n");
    Files.delete(folder.resolve("day.csv"));

    Workload again = WorkloadReader.stored("stored", EffectiveWorkload.of(workload));
    assertThat(rate(again)).isEqualTo(rate(workload));
    assertThat(rate(again).valueAt(10 * SECOND)).isEqualTo(600);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0,1~x,2 | day.csv:2:1: wrong time, got x; allowed seconds such as",
        "0,1~5,-2 | day.csv:2:1: wrong rate, got -2; allowed messages per second from 0",
        "0,1~5 | day.csv:2:1: got 5; allowed a time and a rate, such as 3600,250",
        "9,1~5,1 | day.csv:2:1: the time is before that of the line before, got 5",
        "time,rate | day.csv:1:1: no line with a time and a rate",
        "0,0~5,0 | w.yaml:7:12: rateCurve: the highest rate must be above 0",
      })
  void errorsOfACurveHaveFileAndLine(String lines, String problem) throws IOException {
    csv(lines.replace('~', '\n'));

    assertThat(file.problems(CURVED + "rateCurve: {file: day.csv}\n"))
        .anyMatch(line -> line.startsWith("ERROR " + problem));
  }

  @Test
  void burstsMultiplyTheRateAndKeepItsMean() {
    Workload workload =
        file.read(MINIMAL.replace("30s", "2h") + "bursts: {on: 200ms, off: 1s, ratio: 10}\n");
    Curve rate = rate(workload);
    double between = 1000 / (10.0 / 6 + 5.0 / 6);

    assertThat(rate.points())
        .extracting(Point::value)
        .allMatch(
            value ->
                value == 0
                    || Math.abs(value - between) < 1e-6
                    || Math.abs(value - 10 * between) < 1e-6);
    assertThat(rate.area(0, 7200 * SECOND) / (7200 * SECOND)).isCloseTo(1000, within(40.0));
    assertThat(rate.valueAt(7200 * SECOND)).isZero();
  }

  @Test
  void lengthsOfBurstsAreExponentialFromTheSeed() {
    Workload workload = file.read(MINIMAL.replace("30s", "2h") + "bursts: {on: 200ms, off: 1s}\n");
    List<Point> points = rate(workload).points();
    double[] bursts =
        IntStream.range(1, points.size())
            .filter(i -> points.get(i).value() > 0 && points.get(i - 1).value() > 0)
            .mapToDouble(i -> points.get(i).offsetNanos() - points.get(i - 1).offsetNanos())
            .toArray();
    double mean = Arrays.stream(bursts).average().orElseThrow();
    double square = Arrays.stream(bursts).map(each -> each * each).average().orElseThrow();

    // About 6,000 bursts: errors of the mean are 1.3 %, of the ratio of moments some 5 %.
    assertThat(bursts.length).isBetween(5700, 6300);
    assertThat(mean).isCloseTo(200e6, within(10e6));
    assertThat(square / (mean * mean)).isCloseTo(2, within(0.25));
    assertThat(rate(workload)).isEqualTo(rate(workload));
    assertThat(
            rate(
                file.read(
                    MINIMAL.replace("30s", "2h") + "seed: 2\nbursts: {on: 200ms, off: 1s}\n")))
        .isNotEqualTo(rate(workload));
  }

  @Test
  void burstsFollowTheRatesOfPhases() {
    Workload workload =
        file.read(
            WITHOUT_RATE.replace("testDuration: 30s\n", "")
                + "bursts: {on: 100ms, off: 100ms}\n"
                + "phases:\n  - {duration: 10m, rate: 100}\n  - {pause: 10s}\n"
                + "  - {duration: 10m, rate: {from: 0, to: 200}}\n");
    Curve rate = rate(workload);

    assertThat(rate.area(0, 600 * SECOND) / SECOND).isCloseTo(60_000, within(3000.0));
    assertThat(rate.area(600 * SECOND, 610 * SECOND)).isZero();
    assertThat(rate.area(610 * SECOND, 1210 * SECOND) / SECOND).isCloseTo(60_000, within(4000.0));
  }

  @Test
  void tooManyBurstsAreRefused() {
    assertThat(file.problems(MINIMAL + "bursts: {on: 1ms, off: 1ms}\n"))
        .anyMatch(
            line ->
                line.contains("bursts: are too short for the length of the run, got about 15000"));
  }
}
