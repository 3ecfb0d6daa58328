package io.tidemark.driver.ibmmq;

import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.DriverEvent.Kind;
import io.tidemark.driver.TelemetryReading;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Asks every source of a provider. What one of them may not or cannot tell is one event, and keeps
 * no other from telling. For one thread.
 */
final class Telemetry {
  private static final int NOT_AUTHORIZED = 2035;
  private final List<StatisticsSource> sources;
  private final Consumer<DriverEvent> events;
  private final Set<StatisticsSource> refusing = new HashSet<>();
  private final Map<StatisticsSource, String> lastFailures = new HashMap<>();

  Telemetry(List<StatisticsSource> sources, Consumer<DriverEvent> events) {
    this.sources = sources;
    this.events = events;
  }

  /** Fails only when nobody has told anything and somebody should have. */
  List<TelemetryReading> read(List<String> queues) throws JmsFailure {
    List<TelemetryReading> readings = new ArrayList<>();
    Map<StatisticsSource, JmsFailure> failures = new HashMap<>();
    for (StatisticsSource source : sources) {
      if (!refusing.contains(source)) {
        try {
          readings.addAll(source.readTelemetry(queues));
          lastFailures.remove(source);
        } catch (JmsFailure e) {
          failures.put(source, e);
        }
      }
    }
    failures.forEach(this::tell);
    failures.keySet().removeAll(refusing);
    if (readings.isEmpty() && !failures.isEmpty()) {
      throw failures.values().iterator().next();
    }
    return readings;
  }

  private void tell(StatisticsSource source, JmsFailure failure) {
    if (isLasting(failure)) {
      refusing.add(source);
      notice(source, failure.getMessage() + "; it is not asked again");
    } else if (!failure.getMessage().equals(lastFailures.put(source, failure.getMessage()))) {
      notice(source, failure.getMessage());
    }
  }

  private void notice(StatisticsSource source, String detail) {
    events.accept(new DriverEvent(Kind.NOTICE, source.subject(), detail));
  }

  /** Nobody gives an authority, or defines an object, because it is asked for again. */
  private static boolean isLasting(JmsFailure failure) {
    return failure.reasonCode() == NOT_AUTHORIZED
        || failure.kind() == JmsFailure.Kind.UNKNOWN_OBJECT;
  }
}
