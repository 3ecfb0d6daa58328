package io.tidemark.model.result.finish;

import io.tidemark.model.result.RunResult;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Nodes and copies of the measured broker, and properties of its driver file. */
public final class BrokerSize {
  private BrokerSize() {}

  /** Returns the number by the broker itself, else by the driver file's {@code localBrokers}. */
  public static Optional<Integer> nodes(RunResult run) {
    return number(
        run.brokerFacts().get("nodes"),
        run.brokerFacts().get("broker.nodes"),
        run.driver().get("localBrokers") instanceof Map<?, ?> local ? local.get("nodes") : null);
  }

  /** Copies of each message. */
  public static Optional<Integer> replication(RunResult run) {
    return number(
        run.brokerFacts().get("replication"),
        run.brokerFacts().get("replicationFactor"),
        run.driver().get("replicationFactor"));
  }

  /** The first one that is there, if it is a number. */
  private static Optional<Integer> number(@Nullable Object... candidates) {
    return Stream.of(candidates)
        .flatMap(Stream::ofNullable)
        .map(Object::toString)
        .findFirst()
        .filter(text -> text.matches("\\d{1,9}"))
        .map(Integer::valueOf);
  }

  /** A value of properties, which are text or a map. */
  public static Optional<String> property(RunResult run, String setting, String key) {
    Object properties = run.driver().get(setting);
    if (properties instanceof Map<?, ?> map) {
      return Optional.ofNullable(map.get(key)).map(Object::toString);
    }
    Pattern line = Pattern.compile("(?m)^\\s*" + Pattern.quote(key) + "\\s*[=:]\\s*(\\S+)");
    return Optional.ofNullable(properties)
        .map(text -> line.matcher(text.toString()))
        .filter(Matcher::find)
        .map(match -> match.group(1));
  }
}
