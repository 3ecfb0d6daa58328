package io.tidemark.coordinator.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.coordinator.RunListener;
import io.tidemark.coordinator.journal.EventLog.TelemetryLog;
import io.tidemark.model.snapshot.TelemetrySample;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each figure once, and never more than a disk can bear. */
class TelemetryLogTest {
  private final List<String> notes = new ArrayList<>();
  private final RunListener listener =
      new RunListener() {
        @Override
        public void note(String text) {
          notes.add(text);
        }
      };

  private static TelemetrySample reading(long atSeconds, String subject, double value) {
    return new TelemetrySample(atSeconds * 1_000_000_000L, "queueMessages", subject, value, 1_000);
  }

  private TelemetryLog log(long most) {
    return new TelemetryLog(listener, AppendLog.inMemory(), most);
  }

  @Test
  void aFigureThatSeveralWorkersTellIsKeptOnce() {
    TelemetryLog log = log(100);
    for (int second = 1; second <= 10; second++) {
      log.add(1, reading(second, "q", second));
      log.add(0, reading(second, "q", second));
      log.add(0, reading(second, "other", second));
    }
    assertThat(log.all()).filteredOn(each -> each.subject().equals("q")).hasSize(10);
    assertThat(log.all()).filteredOn(each -> each.subject().equals("other")).hasSize(10);
  }

  @Test
  void anotherWorkerReportsItWhenTheFirstHasGoneSilent() {
    TelemetryLog log = log(100);
    log.add(0, reading(1, "q", 1));
    log.add(1, reading(20, "q", 2));
    log.add(1, reading(40, "q", 3));
    log.add(0, reading(41, "q", 4));
    assertThat(log.all()).extracting(TelemetrySample::value).containsExactly(1.0, 3.0);
  }

  @Test
  void whatIsTooMuchIsCountedAndReportedOnce() {
    TelemetryLog log = log(3);
    for (int second = 1; second <= 5; second++) {
      log.add(0, reading(second, "q", second));
    }
    assertThat(log.all()).extracting(TelemetrySample::value).containsExactly(1.0, 2.0, 3.0);
    assertThat(log.cut()).isEqualTo(2);
    assertThat(notes).singleElement().asString().contains("more than 3 readings");
  }
}
