package io.tidemark.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.result.Sample;
import io.tidemark.report.RunFigures;
import io.tidemark.report.text.ProgressLog.ProgressLine;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private static final TerminalStyle UNICODE = new TerminalStyle(true, false);
  private static final Optional<Duration> LENGTH = Optional.of(Duration.ofSeconds(20));

  @Test
  void showsRatesStateAndTails() {
    assertThat(line(RunFigures.interval("test", 5, 1, 1.0), 6))
        .isEqualTo(
            "test        6/20 s | pub  10,000/s  10.2 MB/s | con  10,000/s  10.2 MB/s"
                + " | in flight 17, backlog 42 | p99 pub 5.52 ms, e2e 8.79 ms");
  }

  @Test
  void saysWhenNothingCame() {
    assertThat(line(RunFigures.silence("test", 5, 1), 7))
        .isEqualTo("test        7/20 s | no messages | in flight 5, backlog 0");
  }

  @Test
  void showsNoLengthWhereThereIsNone() {
    Sample sample = RunFigures.silence("drain", 5, 1);
    assertThat(ProgressLine.of(sample, Duration.ofMillis(1_499), Optional.empty(), UNICODE))
        .startsWith("drain          1 s | ");
  }

  @Test
  void gathersSamplesToOneLineForEveryTenSeconds() {
    ProgressLog log = new ProgressLog(Duration.ofSeconds(10));
    for (int second = 0; second < 9; second++) {
      assertThat(log.accept(sample(second), Duration.ofSeconds(second + 1), LENGTH)).isEmpty();
    }
    Sample slow = RunFigures.interval("test", 9, 1, 3.0);
    assertThat(log.accept(slow, Duration.ofSeconds(10), LENGTH))
        .singleElement()
        .asString()
        .contains("10/20 s", "pub   9,000/s", "p99 pub 16.6 ms")
        .matches("\\p{ASCII}*");
    assertThat(log.flush()).isEmpty();
  }

  @Test
  void endsALineWithThePhase() {
    ProgressLog log = new ProgressLog(Duration.ofSeconds(10));
    log.accept(RunFigures.interval("warm-up", 0, 1, 1), Duration.ofSeconds(5), LENGTH);
    assertThat(log.accept(sample(1), Duration.ofSeconds(1), LENGTH))
        .singleElement()
        .asString()
        .startsWith("warm-up     5/20 s");
    assertThat(log.flush()).hasValueSatisfying(line -> assertThat(line).startsWith("test "));
  }

  /** One second in ten is silent. */
  private static Sample sample(int second) {
    return second == 3
        ? RunFigures.silence("test", second, 1)
        : RunFigures.interval("test", second, 1, 1.0);
  }

  private static String line(Sample sample, int elapsedSeconds) {
    return ProgressLine.of(sample, Duration.ofSeconds(elapsedSeconds), LENGTH, UNICODE);
  }
}
