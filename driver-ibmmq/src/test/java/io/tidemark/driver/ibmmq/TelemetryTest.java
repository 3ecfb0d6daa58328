package io.tidemark.driver.ibmmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.ibmmq.provider.JmsFailure;
import io.tidemark.driver.ibmmq.provider.StatisticsSource;
import io.tidemark.driver.telemetry.TelemetryReading;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

class TelemetryTest {
  private final List<DriverEvent> events = new ArrayList<>();
  private final Depths depths = new Depths();
  private final Telemetry telemetry = new Telemetry(List.of(depths), events::add);

  /** Reports a depth of every queue that is not refused. */
  private static final class Depths implements StatisticsSource {
    private final Map<String, JmsFailure> refusing = new TreeMap<>();
    private final List<List<String>> asked = new ArrayList<>();

    @Override
    public String subject() {
      return "depths";
    }

    @Override
    public List<TelemetryReading> readTelemetry(
        List<String> queues, BiConsumer<String, JmsFailure> refused) {
      asked.add(queues);
      refusing.forEach(refused);
      return queues.stream()
          .filter(queue -> !refusing.containsKey(queue))
          .map(queue -> new TelemetryReading("queueMessages", queue, 1, 0))
          .toList();
    }
  }

  private static JmsFailure failure(int reason) {
    return new JmsFailure(reason + " refused", JmsFailure.Kind.OTHER, reason, null);
  }

  @Test
  void queuesThatAreRefusedForGoodAreOneEventAndAreNotAskedForAgain() throws Exception {
    depths.refusing.putAll(Map.of("b", failure(2035), "c", failure(2035)));

    assertThat(telemetry.read(List.of("a", "b", "c"))).hasSize(1);
    depths.refusing.clear();
    assertThat(telemetry.read(List.of("a", "b", "c"))).hasSize(1);

    assertThat(depths.asked).containsExactly(List.of("a", "b", "c"), List.of("a"));
    assertThat(events)
        .singleElement()
        .extracting(DriverEvent::detail)
        .isEqualTo("2035 refused; and 1 more; they are not asked again");
  }

  @Test
  void aQueueThatIsRefusedForNowIsAskedAgainAndReportedAgainAfterItWasWell() throws Exception {
    depths.refusing.put("b", failure(2102));
    telemetry.read(List.of("a", "b"));
    telemetry.read(List.of("a", "b"));
    assertThat(events).hasSize(1);

    depths.refusing.clear();
    assertThat(telemetry.read(List.of("a", "b"))).hasSize(2);
    depths.refusing.put("b", failure(2102));
    telemetry.read(List.of("a", "b"));
    assertThat(events).hasSize(2);
  }

  @Test
  void aSourceThatFailsAltogetherFailsTheReadingUnlessItRefusesForGood() throws Exception {
    JmsFailure broken = failure(2009);
    Telemetry failing = new Telemetry(List.of(failing(broken)), events::add);
    assertThatThrownBy(() -> failing.read(List.of("a"))).isSameAs(broken);
    assertThatThrownBy(() -> failing.read(List.of("a"))).isSameAs(broken);
    assertThat(events).hasSize(1);

    Telemetry forbidden = new Telemetry(List.of(failing(failure(2035)), depths), events::add);
    assertThat(forbidden.read(List.of("a"))).hasSize(1);
    assertThat(forbidden.read(List.of("a"))).hasSize(1);
    assertThat(events).hasSize(2);
  }

  private static StatisticsSource failing(JmsFailure failure) {
    return new StatisticsSource() {
      @Override
      public String subject() {
        return "failing";
      }

      @Override
      public List<TelemetryReading> readTelemetry(
          List<String> queues, BiConsumer<String, JmsFailure> refused) throws JmsFailure {
        throw failure;
      }
    };
  }
}
