package io.tidemark.report.answer;

import io.tidemark.model.cost.CostFigure;
import io.tidemark.model.question.MetricName;
import java.util.Map;
import java.util.Optional;

/** Names of metrics as people say them; tables and files have the keys. */
public final class MetricWords {
  private static final Map<String, String> NAMES =
      Map.ofEntries(
          Map.entry("publishRate", "publish rate"),
          Map.entry("consumeRate", "consume rate"),
          Map.entry("roundTripRate", "round-trip rate"),
          Map.entry("publishLatency", "publish latency"),
          Map.entry("publishResponse", "publish response time"),
          Map.entry("endToEnd", "end-to-end latency"),
          Map.entry("endToEndFromSend", "end-to-end latency from the send"),
          Map.entry("roundTrip", "round-trip time"),
          Map.entry("requestLeg", "time of a request to its responder"),
          Map.entry("replyLeg", "time of a reply to its requester"),
          Map.entry(MetricName.SEARCHED_RATE, "highest sustained rate"),
          Map.entry(MetricName.RECOVERY_TIME, "recovery time"),
          Map.entry(MetricName.SERIALIZATION_TIME, "time to make a body"),
          Map.entry(MetricName.FAILOVER_FIRST, "time to the first message after the failover"),
          Map.entry(MetricName.FAILOVER_LAST, "time to the last message after the failover"),
          Map.entry(MetricName.MISSING, "number of messages missing after the failover"));

  private MetricWords() {}

  /** {@code median publish latency} for {@code publishLatency.p50}; an unknown key as it is. */
  public static String of(String key) {
    Optional<MetricName> name = MetricName.parse(key);
    return name.flatMap(MetricName::trafficClass)
        .map(one -> ofAll(name.get().ofAll().toString()) + " of class " + one)
        .orElseGet(() -> ofAll(key));
  }

  private static String ofAll(String key) {
    Optional<CostFigure> cost = CostFigure.of(key);
    if (cost.isPresent()) {
      return cost.get().words();
    }
    int end = key.indexOf(' ');
    String name = end < 0 ? key : key.substring(0, end);
    String place = end < 0 ? "" : key.substring(end);
    int dot = name.indexOf('.');
    if (NAMES.containsKey(name) || dot < 0) {
      return NAMES.getOrDefault(name, name) + place;
    }
    String measure = name.substring(0, dot);
    String statistic = name.substring(dot + 1);
    return NAMES.containsKey(measure)
        ? (statistic.equals("p50") ? "median" : statistic) + " " + NAMES.get(measure) + place
        : key;
  }

  /** At the beginning of a sentence. */
  public static String title(String key) {
    return capital(of(key));
  }

  static String capital(String text) {
    return text.isEmpty() ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }
}
