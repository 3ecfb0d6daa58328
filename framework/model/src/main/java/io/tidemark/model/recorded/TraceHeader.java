package io.tidemark.model.recorded;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The first part of a trace: where it is from.
 *
 * @param source the driver and topic, or the file
 * @param time which time the messages have
 * @param startEpochNanos of the first message; 0 if not known
 */
public record TraceHeader(String source, TraceTime time, long startEpochNanos) {
  private static final String SOURCE = "source";
  private static final String TIME = "time";
  private static final String START = "startEpochNanos";

  Map<String, String> written() {
    Map<String, String> map = new LinkedHashMap<>();
    map.put(SOURCE, source);
    map.put(TIME, time.name());
    map.put(START, Long.toString(startEpochNanos));
    return map;
  }

  static TraceHeader read(Map<String, String> map) {
    return new TraceHeader(
        map.getOrDefault(SOURCE, ""),
        TraceTime.valueOf(map.getOrDefault(TIME, TraceTime.FILE.name())),
        Long.parseLong(map.getOrDefault(START, "0")));
  }
}
