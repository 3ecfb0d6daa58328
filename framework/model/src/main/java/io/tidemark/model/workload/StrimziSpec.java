package io.tidemark.model.workload;

import io.tidemark.model.yaml.Form;
import io.tidemark.model.yaml.KeyRule;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.SourceFile;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import io.tidemark.model.yaml.YamlTree;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The {@code strimzi} of a driver's file: a Kafka cluster whose address and credentials the
 * coordinator's process reads from Kubernetes and fills in for {@code ${brokers.*}}.
 *
 * @param cluster name of the Kafka resource
 * @param namespace of the Kafka resource and of the user's secret
 * @param listener name of a listener of the Kafka resource
 * @param user name of a KafkaUser; empty for a listener without authentication
 */
public record StrimziSpec(
    String cluster, String namespace, String listener, Optional<String> user) {
  static final String SECTION = "strimzi";

  /** Names of all placeholders; which of them have values depends on the listener and the user. */
  public static final List<String> PLACEHOLDERS =
      List.of("bootstrap", "ca", "user", "userCertificate", "userKey", "userPassword", "userJaas");

  /** Names of the placeholders with secret values. */
  static final Set<String> SECRET_PLACEHOLDERS = Set.of("userKey", "userPassword", "userJaas");

  /** As Kubernetes permits them. */
  private static final Pattern NAME = Pattern.compile("[a-z0-9]([-.a-z0-9]{0,251}[a-z0-9])?");

  static final List<KeyRule> KEYS =
      List.of(
          KeyRule.of(
              SECTION,
              "A Kafka cluster of Strimzi: `${brokers.*}` is replaced with its address and the"
                  + " credentials of a user. Only the process of the coordinator reads them from"
                  + " Kubernetes, once. Not with `localBrokers`.",
              Form.SECTION),
          KeyRule.of("strimzi.cluster", "Name of the `Kafka` resource.", Form.STRING).asRequired(),
          KeyRule.of("strimzi.namespace", "Its namespace.", Form.STRING).asRequired(),
          KeyRule.of(
                  "strimzi.listener",
                  "Name of a listener: `${brokers.bootstrap}`, and with TLS `${brokers.ca}`, a PEM"
                      + " text.",
                  Form.STRING)
              .asRequired(),
          KeyRule.of(
              "strimzi.user",
              "Name of a `KafkaUser`: `${brokers.userCertificate}` and `${brokers.userKey}` (PEM"
                  + " texts), or `${brokers.userPassword}` and `${brokers.userJaas}`.",
              Form.STRING));

  /** Of a file whose keys and forms have been checked. */
  public static Optional<StrimziSpec> of(DriverFile file) {
    return YamlTree.read(new SourceFile(file.path(), file.yaml()), new Problems())
        .flatMap(map -> map.get(SECTION))
        .filter(YamlMap.class::isInstance)
        .map(YamlMap.class::cast)
        .map(
            map ->
                new StrimziSpec(
                    map.text("cluster").orElseThrow(),
                    map.text("namespace").orElseThrow(),
                    map.text("listener").orElseThrow(),
                    map.text("user")));
  }

  /** Whether a file has {@code ${brokers.*}}: of local brokers, or of these. */
  static boolean opensPlaceholders(YamlMap file) {
    return file.get("localBrokers").isPresent() || file.get(SECTION).isPresent();
  }

  /** The names become parts of paths of an API. */
  static void check(YamlMap file, Problems problems) {
    if (!(file.get(SECTION).orElse(null) instanceof YamlMap map)) {
      return;
    }
    if (file.get("localBrokers").isPresent()) {
      problems.error(map.mark(), SECTION, "cannot be combined with localBrokers");
    }
    for (String key : List.of("cluster", "namespace", "listener", "user")) {
      checkName(map, SECTION, key, problems);
    }
  }

  static void checkName(YamlMap map, String section, String key, Problems problems) {
    map.text(key)
        .filter(text -> !NAME.matcher(text).matches())
        .ifPresent(
            text ->
                problems.error(
                    map.get(key).orElseThrow().mark(),
                    section + "." + key,
                    "not a name of Kubernetes, got %s; allowed letters a-z, digits, - and ."
                        .formatted(text)));
  }
}
