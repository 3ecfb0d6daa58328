package io.tidemark.model.driverfile;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tidemark.driver.settings.Key;
import io.tidemark.model.grammar.Fields;
import io.tidemark.model.grammar.Grammar;
import java.util.regex.Pattern;

/** The {@code brokerPods} of a driver's file: the pods of its brokers in Kubernetes. */
@RecordBuilder
public record BrokerPods(
    @Key(value = "Their namespace.", required = true) String namespace,
    @Key(
            value =
                "Labels of the pods of all brokers, and of no others:"
                    + " `app.kubernetes.io/name=my-rabbitmq`; several are separated by commas.",
            required = true)
        String selector)
    implements BrokerPodsBuilder.With {
  static final String SECTION = "brokerPods";

  /** Equality of labels. Sets and negations are not needed to name the pods of one cluster. */
  private static final Pattern SELECTOR =
      Pattern.compile("@(,@)*".replace("@", "\\s*[-a-zA-Z0-9./_]+\\s*==?\\s*[-a-zA-Z0-9._]*\\s*"));

  /** The brokers of a cluster: Strimzi labels the pods of its node pools with their roles. */
  static BrokerPods ofStrimzi(StrimziSpec spec) {
    return Grammar.defaults(BrokerPods.class)
        .with()
        .namespace(spec.namespace())
        .selector("strimzi.io/cluster=" + spec.cluster() + ",strimzi.io/broker-role=true")
        .build();
  }

  /** Both become parts of addresses of an API. */
  static void check(Fields file) {
    Fields section = file.section(SECTION);
    if (file.has(SECTION) && file.has("localBrokers")) {
      file.error(SECTION, "cannot be combined with localBrokers");
    }
    StrimziSpec.checkName(section, "namespace");
    section
        .text("selector")
        .filter(text -> !SELECTOR.matcher(text).matches())
        .ifPresent(
            text ->
                section.error(
                    "selector",
                    "not a list of labels, got %s; allowed label=value, separated by commas"
                        .formatted(text)));
  }
}
