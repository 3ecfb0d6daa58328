package io.tidemark.model.workloadfile;

import io.tidemark.driver.settings.Quantities;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** The keys of OMB's workload files in the order in which OMB writes them, with its defaults. */
final class OmbWorkload {
  private static final Map<String, Object> DEFAULTS = new LinkedHashMap<>();

  /** Must be given; what a template leaves out is left out. */
  private static final Object NO_DEFAULT = new Object();

  static {
    DEFAULTS.put("name", NO_DEFAULT);
    DEFAULTS.put("topics", NO_DEFAULT);
    DEFAULTS.put("partitionsPerTopic", NO_DEFAULT);
    DEFAULTS.put("keyDistributor", "NO_KEY");
    DEFAULTS.put("messageSize", NO_DEFAULT);
    DEFAULTS.put("useRandomizedPayloads", false);
    DEFAULTS.put("randomBytesRatio", 0.0);
    DEFAULTS.put("randomizedPayloadPoolSize", 0L);
    DEFAULTS.put("payloadFile", null);
    DEFAULTS.put("subscriptionsPerTopic", NO_DEFAULT);
    DEFAULTS.put("producersPerTopic", NO_DEFAULT);
    DEFAULTS.put("consumerPerSubscription", NO_DEFAULT);
    DEFAULTS.put("producerRate", NO_DEFAULT);
    DEFAULTS.put("consumerBacklogSizeGB", 0L);
    DEFAULTS.put("backlogDrainRatio", 1.0);
    DEFAULTS.put("testDurationMinutes", 5L);
    DEFAULTS.put("warmupDurationMinutes", 1L);
  }

  private OmbWorkload() {}

  /** Whether all keys are OMB's, but for one. */
  static boolean hasOnlyKeysOf(Collection<String> keys, String butFor) {
    return keys.stream().allMatch(key -> DEFAULTS.containsKey(key) || key.equals(butFor));
  }

  /** The given values in OMB's order and OMB's types, with OMB's defaults for the others. */
  static Map<String, Object> withDefaults(Map<String, Object> given) {
    Map<String, Object> all = new LinkedHashMap<>();
    DEFAULTS.forEach(
        (key, byDefault) -> {
          Object value = given.get(key);
          if (value != null) {
            all.put(key, byDefault instanceof Double ? share(value) : value);
          } else if (byDefault != NO_DEFAULT) {
            all.put(key, byDefault);
          }
        });
    return all;
  }

  /** A share from 0 to 1; a placeholder stays as it is. */
  private static Object share(Object value) {
    return Quantities.share(value.toString()).<Object>map(share -> share).orElse(value);
  }
}
