package io.tidemark.model.workload;

import io.tidemark.driver.Setting;
import io.tidemark.driver.Setting.Type;
import io.tidemark.model.workload.VerdictThresholds.Threshold;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Every key of a workload file: the one source of checking, defaults, JSON Schema and reference
 * page. A key is declared where it is read.
 */
public final class WorkloadKeys {
  private static final List<Setting> FIRST = new ArrayList<>();
  private static final List<Setting> AFTER_LOAD = new ArrayList<>();
  private static final List<Setting> JUDGING = new ArrayList<>();

  static final WorkloadKey<String> NAME =
      WorkloadKey.of(
              "name", "Name in results. Default: the file's name without its extension.", Type.NAME)
          .in(FIRST);
  static final WorkloadKey<Pattern> PATTERN =
      WorkloadKey.named(
              "pattern",
              "`fill-then-drain`: only producers, then only consumers. `consume-only`:"
                  + " only consumers, of existing messages. `request-reply`: requesters and"
                  + " responders. `failover`: producers at one site until `messageLimit`, then"
                  + " that site fails, and consumers read at the `standby` of the driver file.",
              Pattern::key,
              Pattern.values())
          .byDefault(Pattern.PUBSUB)
          .in(AFTER_LOAD);
  static final WorkloadKey<String> OBJECTIVES =
      WorkloadKey.of(
              "objectives",
              "Conditions that the run must meet: `publishLatency.p99:"
                  + " \"<= 20ms\"`, as a map or a list of such lines. See below.",
              Type.MAP,
              Type.LIST)
          .in(JUDGING);
  static final WorkloadKey<String> THRESHOLDS =
      WorkloadKey.of("thresholds", "Limits beyond which a run is invalid.", Type.SECTION)
          .in(JUDGING);

  private WorkloadKeys() {}

  /** In the order of the reference page. */
  public static List<Setting> rules() {
    return Stream.of(
            FIRST,
            DestinationSpec.KEYS,
            ChurnSpec.KEYS,
            SizeReader.KEYS,
            MessageSpec.KEYS,
            PayloadReader.KEYS,
            LoadSpec.KEYS,
            SearchReader.KEYS,
            AFTER_LOAD,
            TimeReader.KEYS,
            PhaseReader.KEYS,
            ConsumerSpec.KEYS,
            FaultReader.KEYS,
            RequestReplyReader.KEYS,
            JUDGING,
            VerdictThresholds.all().stream()
                .map(Threshold::yamlKey)
                .map(WorkloadKey::rule)
                .toList())
        .flatMap(List::stream)
        .toList();
  }
}
