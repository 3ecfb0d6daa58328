package io.tidemark.model.workloadfile;

import io.tidemark.model.workload.ProducerRate;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names of generated workloads: {@code ${key}} stands for the key's value. Counts are shortened as
 * OMB does: 10,000 is {@code 10k}, and digits that do not fit are cut off, so 1,999 is {@code 1k}.
 */
record WorkloadNameFormat(String format) {
  static final WorkloadNameFormat DEFAULT =
      new WorkloadNameFormat(
          "${topics}-topics-${partitionsPerTopic}-partitions-${messageSize}b"
              + "-${producersPerTopic}p-${consumerPerSubscription}c-${producerRate}");

  private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)\\}");
  private static final String RATE = "producerRate";
  private static final String[] SUFFIXES = {"", "k", "m", "g"};

  /** OMB shows these as they are. */
  private static final Set<String> NEVER_SHORT =
      Set.of("testDurationMinutes", "warmupDurationMinutes");

  /** The name with short counts, as OMB has it. */
  String shortName(Map<String, Object> workload) {
    return name(workload, true);
  }

  /** The name with every digit, for workloads that have the same short name. */
  String exactName(Map<String, Object> workload) {
    return name(workload, false);
  }

  private String name(Map<String, Object> workload, boolean shortened) {
    return VARIABLE
        .matcher(format)
        .replaceAll(
            variable -> {
              Object value = workload.get(variable.group(1));
              String shown =
                  value == null ? variable.group() : shown(variable.group(1), value, shortened);
              return Matcher.quoteReplacement(shown);
            });
  }

  private static String shown(String key, Object value, boolean shortened) {
    boolean whole = value instanceof Long;
    if (key.equals(RATE)
        && (value.equals("max") || whole && (Long) value >= ProducerRate.UNREACHABLE)) {
      return "max-rate";
    }
    return whole && shortened && !NEVER_SHORT.contains(key)
        ? shortCount((Long) value)
        : String.valueOf(value);
  }

  private static String shortCount(long count) {
    long rest = count;
    int suffix = 0;
    while (rest >= 1_000 && suffix < SUFFIXES.length - 1) {
      rest /= 1_000;
      suffix++;
    }
    return rest + SUFFIXES[suffix];
  }
}
