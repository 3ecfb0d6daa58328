package io.tidemark.driver.ibmmq.mq;

import com.ibm.mq.constants.CMQCFC;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A metric of a queue manager, from its meta data.
 *
 * @param description in English: {@code Log - write latency}
 * @param dataType one of MQIAMO_MONITOR_*, which says unit and scale
 */
record MonitoringElement(String description, int dataType) {
  private static final List<String> UNIT_WORDS = List.of("byte", "bytes", "percentage");
  private static final double MICROS_PER_SECOND = 1e6;

  /**
   * The figure's name in camel case with its unit at the end, as {@code logWriteLatencyMicros};
   * empty for log sequence numbers and timestamps.
   */
  Optional<String> name(String prefix) {
    return unit().map(unit -> camelCase(prefix) + unit);
  }

  /** The value in the unit of the name. */
  double value(long published, long intervalMicros) {
    return switch (dataType) {
      case CMQCFC.MQIAMO_MONITOR_DELTA -> published * MICROS_PER_SECOND / intervalMicros;
      case CMQCFC.MQIAMO_MONITOR_PERCENT, CMQCFC.MQIAMO_MONITOR_HUNDREDTHS -> published / 100.0;
      case CMQCFC.MQIAMO_MONITOR_KB -> published * 1024.0;
      case CMQCFC.MQIAMO_MONITOR_MB -> published * 1024.0 * 1024;
      case CMQCFC.MQIAMO_MONITOR_GB -> published * 1024.0 * 1024 * 1024;
      default -> published;
    };
  }

  private Optional<String> unit() {
    return switch (dataType) {
      case CMQCFC.MQIAMO_MONITOR_UNIT, CMQCFC.MQIAMO_MONITOR_HUNDREDTHS -> Optional.of(bytes());
      case CMQCFC.MQIAMO_MONITOR_DELTA -> Optional.of(bytes() + "PerSecond");
      case CMQCFC.MQIAMO_MONITOR_PERCENT -> Optional.of("Percent");
      case CMQCFC.MQIAMO_MONITOR_MICROSEC -> Optional.of("Micros");
      case CMQCFC.MQIAMO_MONITOR_KB, CMQCFC.MQIAMO_MONITOR_MB, CMQCFC.MQIAMO_MONITOR_GB ->
          Optional.of("Bytes");
      default -> Optional.empty();
    };
  }

  private String bytes() {
    return words().stream().anyMatch(word -> word.startsWith("byte") || word.equals("size"))
        ? "Bytes"
        : "";
  }

  private List<String> words() {
    return Arrays.asList(description.toLowerCase(Locale.ROOT).split("[^a-z0-9]+"));
  }

  private String camelCase(String prefix) {
    StringBuilder name = new StringBuilder(prefix);
    for (String word : words()) {
      if (!word.isEmpty() && !UNIT_WORDS.contains(word)) {
        name.append(
            name.isEmpty()
                ? word
                : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1));
      }
    }
    return name.toString();
  }
}
