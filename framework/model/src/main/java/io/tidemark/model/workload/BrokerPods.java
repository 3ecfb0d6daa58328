package io.tidemark.model.workload;

import io.tidemark.model.yaml.Form;
import io.tidemark.model.yaml.KeyRule;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.SourceFile;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import io.tidemark.model.yaml.YamlTree;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The {@code brokerPods} of a driver's file: the pods of its brokers in Kubernetes, for faults.
 *
 * @param namespace of the pods
 * @param selector their labels, as kubectl takes them
 */
public record BrokerPods(String namespace, String selector) {
  static final String SECTION = "brokerPods";

  /** Equality of labels. Sets and negations are not needed to name the pods of one cluster. */
  private static final Pattern SELECTOR =
      Pattern.compile("[-a-zA-Z0-9./_]+=[-a-zA-Z0-9._]*(,[-a-zA-Z0-9./_]+=[-a-zA-Z0-9._]*)*");

  static final List<KeyRule> KEYS =
      List.of(
          KeyRule.of(
              SECTION,
              "The pods of the brokers in Kubernetes, for the faults `kill`, `stop`, `restart` and"
                  + " `rollingRestart`; node 1 is the first one by name. With `strimzi` these are"
                  + " the brokers of its cluster by default. Not with `localBrokers`.",
              Form.SECTION),
          KeyRule.of("brokerPods.namespace", "Their namespace.", Form.STRING).asRequired(),
          KeyRule.of(
                  "brokerPods.selector",
                  "Labels of the pods of all brokers, and of no others:"
                      + " `app.kubernetes.io/name=my-rabbitmq`; several are separated by commas.",
                  Form.STRING)
              .asRequired());

  /** Of a file whose keys and forms have been checked; empty if its brokers are elsewhere. */
  public static Optional<BrokerPods> of(DriverFile file) {
    Optional<BrokerPods> own =
        YamlTree.read(new SourceFile(file.path(), file.yaml()), new Problems())
            .flatMap(map -> map.get(SECTION))
            .filter(YamlMap.class::isInstance)
            .map(YamlMap.class::cast)
            .map(
                map ->
                    new BrokerPods(
                        map.text("namespace").orElseThrow(), map.text("selector").orElseThrow()));
    return own.or(() -> StrimziSpec.of(file).map(BrokerPods::of));
  }

  /** Strimzi labels the pods of its node pools with their roles. */
  private static BrokerPods of(StrimziSpec spec) {
    return new BrokerPods(
        spec.namespace(), "strimzi.io/cluster=" + spec.cluster() + ",strimzi.io/broker-role=true");
  }

  /** Both become parts of addresses of an API. */
  static void check(YamlMap file, Problems problems) {
    if (!(file.get(SECTION).orElse(null) instanceof YamlMap map)) {
      return;
    }
    if (file.get("localBrokers").isPresent()) {
      problems.error(map.mark(), SECTION, "cannot be combined with localBrokers");
    }
    StrimziSpec.checkName(map, SECTION, "namespace", problems);
    map.text("selector")
        .filter(text -> !SELECTOR.matcher(text).matches())
        .ifPresent(
            text ->
                problems.error(
                    map.get("selector").orElseThrow().mark(),
                    SECTION + ".selector",
                    "not a list of labels, got %s; allowed label=value, separated by commas"
                        .formatted(text)));
  }
}
