package io.tidemark.coordinator.delivery;

import io.tidemark.model.result.Text;
import io.tidemark.model.snapshot.TelemetrySample;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Telemetry that contradicts the run: messages below 0, more in a queue than were ever sent, more
 * acknowledged by consumers than they received. For one thread.
 */
public final class ImpossibleReadings {
  private static final int SHOWN = 5;
  private static final Set<String> MESSAGES =
      Set.of(
          TelemetrySample.QUEUE_MESSAGES,
          TelemetrySample.SUBSCRIPTION_LAG,
          TelemetrySample.RUN_PUBLISHED,
          TelemetrySample.RUN_DELIVERED,
          TelemetrySample.RUN_ACKNOWLEDGED);

  private final Map<String, Double> lowest = new TreeMap<>();
  private final Map<String, Double> deepest = new TreeMap<>();
  private final Map<String, Double> acknowledged = new HashMap<>();

  /** Takes any reading of any worker. */
  public void add(TelemetrySample sample) {
    if (!MESSAGES.contains(sample.name())) {
      return;
    }
    if (sample.value() < 0) {
      lowest.merge(sample.name() + " of " + sample.subject(), sample.value(), Math::min);
    }
    if (sample.name().equals(TelemetrySample.QUEUE_MESSAGES)) {
      deepest.merge(sample.subject(), sample.value(), Math::max);
    }
    if (sample.name().equals(TelemetrySample.RUN_ACKNOWLEDGED)) {
      acknowledged.merge(sample.subject(), sample.value(), Math::max);
    }
  }

  /**
   * One line for each, and one for those beyond the first.
   *
   * @param sent messages that may be in a queue of the run; the highest value if that is not known
   * @param delivered to consumers; the highest value if that is not known
   */
  public List<String> lines(long sent, long delivered) {
    List<String> lines = new ArrayList<>();
    lowest.forEach((what, value) -> lines.add("%s was %s".formatted(what, number(value))));
    deepest.forEach(
        (queue, messages) -> {
          if (messages > sent) {
            lines.add(
                "%s of %s was %s, and the run has sent %s"
                    .formatted(
                        TelemetrySample.QUEUE_MESSAGES, queue, number(messages), Text.count(sent)));
          }
        });
    double all = acknowledged.values().stream().mapToDouble(Double::doubleValue).sum();
    if (all > delivered) {
      lines.add(
          "%s was %s, and the run has received %s"
              .formatted(TelemetrySample.RUN_ACKNOWLEDGED, number(all), Text.count(delivered)));
    }
    if (lines.size() > SHOWN) {
      lines.set(SHOWN, (lines.size() - SHOWN) + " readings more");
    }
    return lines.stream().limit(SHOWN + 1L).toList();
  }

  private static String number(double value) {
    return Text.count(Math.round(value));
  }
}
