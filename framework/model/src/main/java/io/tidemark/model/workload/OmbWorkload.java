package io.tidemark.model.workload;

import io.tidemark.driver.Quantities;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** The keys of OMB's workload files in the order in which OMB writes them, with its defaults. */
final class OmbWorkload {
  private static final Map<String, Object> DEFAULTS = new LinkedHashMap<>();

  /** Must be given; what a template leaves out is left out. */
  private static final Object NO_DEFAULT = new Object();

  static {
    DEFAULTS.put(WorkloadKeys.NAME.name(), NO_DEFAULT);
    DEFAULTS.put(DestinationSpec.TOPICS.name(), NO_DEFAULT);
    DEFAULTS.put(DestinationSpec.PARTITIONS.name(), NO_DEFAULT);
    DEFAULTS.put(MessageSpec.KEY_DISTRIBUTOR.name(), "NO_KEY");
    DEFAULTS.put(SizeReader.SIZE.name(), NO_DEFAULT);
    DEFAULTS.put(PayloadReader.RANDOMIZED.name(), false);
    DEFAULTS.put(PayloadReader.RANDOM_RATIO.name(), 0.0);
    DEFAULTS.put(PayloadReader.RANDOM_POOL.name(), 0L);
    DEFAULTS.put(PayloadReader.FILE.name(), null);
    DEFAULTS.put(DestinationSpec.SUBSCRIPTIONS.name(), NO_DEFAULT);
    DEFAULTS.put(DestinationSpec.PRODUCERS.name(), NO_DEFAULT);
    DEFAULTS.put(DestinationSpec.CONSUMERS.name(), NO_DEFAULT);
    DEFAULTS.put(LoadSpec.PRODUCER_RATE.name(), NO_DEFAULT);
    DEFAULTS.put(ConsumerSpec.BACKLOG_GIB.name(), 0L);
    DEFAULTS.put(ConsumerSpec.DRAIN_RATIO.name(), 1.0);
    DEFAULTS.put(TimeReader.TEST_MINUTES.name(), 5L);
    DEFAULTS.put(TimeReader.WARM_UP_MINUTES.name(), 1L);
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

  /** As it is where it is a placeholder. */
  private static Object share(Object value) {
    return Quantities.share(value.toString()).<Object>map(share -> share).orElse(value);
  }
}
