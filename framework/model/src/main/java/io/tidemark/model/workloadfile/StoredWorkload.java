package io.tidemark.model.workloadfile;

import io.tidemark.model.metric.Metric.Needs;
import io.tidemark.model.metric.MetricReference;
import io.tidemark.model.workload.Workload;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.ReadOptions;
import io.tidemark.model.yaml.SourceFile;
import io.tidemark.model.yaml.SourceLocation;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the effective workload of a stored run again. */
public final class StoredWorkload {
  private static final String SOME_RUN = "00000000-0000-0000-0000-000000000000";

  private static final int SOME_BYTES = 1024;

  private StoredWorkload() {}

  /**
   * What a run had planned, without what lies in other files, since those may be gone: bodies of
   * messages, the acknowledged messages of an earlier run, and a trace.
   *
   * @param name for messages
   * @param effective {@link Workload#effective}
   * @throws io.tidemark.model.yaml.ConfigurationException with everything that is wrong in it
   */
  public static Workload read(String name, Map<String, Object> effective) {
    Map<String, Object> planned = planned(effective);
    Problems problems = new Problems();
    ReadOptions options = new ReadOptions(true, Map.of(), Path.of("").toAbsolutePath());
    Optional<Workload> workload =
        new WorkloadReader(options, problems)
            .read(
                Path.of(name), YamlMap.of(planned, SourceLocation.start(new SourceFile(name, ""))));
    problems.throwIfErrors();
    return workload.orElseThrow();
  }

  /** A class has its bodies. */
  @SuppressWarnings("unchecked") // The list of an effective workload.
  private static Map<String, Object> planned(Map<String, Object> effective) {
    Map<String, Object> planned = withoutFiles(effective);
    planned.computeIfPresent(
        ClassReader.CLASSES,
        (key, classes) ->
            ((List<Map<String, Object>>) classes)
                .stream()
                    .map(StoredWorkload::withoutFiles)
                    .map(each -> hasSize(planned) ? each : withSize(each))
                    .toList());
    return planned.containsKey(ClassReader.CLASSES) ? planned : withSize(planned);
  }

  private static Map<String, Object> withoutFiles(Map<String, Object> effective) {
    Map<String, Object> planned = new LinkedHashMap<>(effective);
    PayloadReader.contentKeys().forEach(planned::remove);
    planned.remove("cloudEvents"); // Structured ones need the bodies.
    planned.remove("replay"); // Its numbers of messages over time are in the rateCurve, too.
    if (planned.containsKey("rateCurve")) {
      planned.remove("producerRate"); // The mean of the curve.
    }
    planned.replace("fromRun", SOME_RUN);
    planned.computeIfPresent("question", (key, question) -> withoutBodies(question));
    return planned;
  }

  /** Without a metric that only the bodies have; null for a question without another one. */
  private static @Nullable Object withoutBodies(Object question) {
    if (!(question instanceof Map<?, ?> keys) || !(keys.get("metrics") instanceof List<?> all)) {
      return question;
    }
    List<?> others = all.stream().filter(each -> !isOfBodies(String.valueOf(each))).toList();
    Map<Object, Object> rest = new LinkedHashMap<>(keys);
    rest.put("metrics", others);
    return others.isEmpty() ? null : rest;
  }

  private static boolean isOfBodies(String metric) {
    return MetricReference.parse(metric)
        .filter(each -> each.metric().needs() == Needs.MADE_BODIES)
        .isPresent();
  }

  private static boolean hasSize(Map<String, Object> planned) {
    return planned.containsKey("messageSize") || planned.containsKey("messageSizeDistribution");
  }

  /** Bodies may have had their own sizes. */
  private static Map<String, Object> withSize(Map<String, Object> planned) {
    if (!hasSize(planned)) {
      planned.put("messageSize", SOME_BYTES);
    }
    return planned;
  }
}
