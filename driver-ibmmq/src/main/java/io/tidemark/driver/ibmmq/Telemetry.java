package io.tidemark.driver.ibmmq;

import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.DriverEvent.Kind;
import io.tidemark.driver.ibmmq.provider.JmsFailure;
import io.tidemark.driver.ibmmq.provider.StatisticsSource;
import io.tidemark.driver.telemetry.TelemetryReading;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Reads every source of a provider. A failure of a source or of one queue is one event and does not
 * affect others. Used by one thread.
 */
final class Telemetry {
  private static final int NOT_AUTHORIZED = 2035;
  private static final String ALL = "";

  /**
   * What is asked for.
   *
   * @param queue or {@link #ALL}
   */
  private record Question(StatisticsSource source, String queue) {}

  private final List<StatisticsSource> sources;
  private final Consumer<DriverEvent> events;
  private final Set<Question> refused = new HashSet<>();
  private final Map<Question, String> lastFailures = new HashMap<>();

  Telemetry(List<StatisticsSource> sources, Consumer<DriverEvent> events) {
    this.sources = sources;
    this.events = events;
  }

  /** Fails only if all sources failed. */
  List<TelemetryReading> read(List<String> queues) throws JmsFailure {
    List<TelemetryReading> readings = new ArrayList<>();
    List<JmsFailure> failures = new ArrayList<>();
    for (StatisticsSource source : sources) {
      Question everything = new Question(source, ALL);
      if (!refused.contains(everything)) {
        try {
          readings.addAll(read(source, queues));
          lastFailures.remove(everything);
        } catch (JmsFailure e) {
          tell(Map.of(everything, e));
          if (!refused.contains(everything)) {
            failures.add(e);
          }
        }
      }
    }
    if (readings.isEmpty() && !failures.isEmpty()) {
      throw failures.get(0);
    }
    return readings;
  }

  private List<TelemetryReading> read(StatisticsSource source, List<String> queues)
      throws JmsFailure {
    Map<Question, JmsFailure> withoutAnswer = new LinkedHashMap<>();
    List<String> asked =
        queues.stream().filter(queue -> !refused.contains(new Question(source, queue))).toList();
    List<TelemetryReading> readings =
        source.readTelemetry(
            asked, (queue, why) -> withoutAnswer.put(new Question(source, queue), why));
    asked.stream()
        .map(queue -> new Question(source, queue))
        .filter(question -> !withoutAnswer.containsKey(question))
        .forEach(lastFailures::remove);
    tell(withoutAnswer);
    return readings;
  }

  /** One event for all questions to one source whose failure is news. */
  private void tell(Map<Question, JmsFailure> failures) {
    Map<Question, JmsFailure> news = new LinkedHashMap<>(failures);
    news.entrySet()
        .removeIf(
            each ->
                each.getValue()
                    .getMessage()
                    .equals(lastFailures.put(each.getKey(), each.getValue().getMessage())));
    news.forEach(
        (question, failure) -> {
          if (isLasting(failure)) {
            refused.add(question);
          }
        });
    news.entrySet().stream()
        .findFirst()
        .ifPresent(
            first ->
                events.accept(
                    new DriverEvent(
                        Kind.NOTICE,
                        first.getKey().source().subject(),
                        first.getValue().getMessage()
                            + (news.size() == 1 ? "" : "; and " + (news.size() - 1) + " more")
                            + (refused.contains(first.getKey())
                                ? "; " + notAgain(news.size())
                                : ""))));
  }

  private static String notAgain(int questions) {
    return (questions == 1 ? "it is" : "they are") + " not asked again";
  }

  /** Missing authorities and objects are not retried. */
  private static boolean isLasting(JmsFailure failure) {
    return failure.reasonCode() == NOT_AUTHORIZED
        || failure.kind() == JmsFailure.Kind.UNKNOWN_OBJECT;
  }
}
