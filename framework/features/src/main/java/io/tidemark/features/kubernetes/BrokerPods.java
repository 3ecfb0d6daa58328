package io.tidemark.features.kubernetes;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tidemark.driver.settings.Key;
import io.tidemark.model.grammar.Grammar;

/** The {@code brokerPods} of a driver's file: the pods of its brokers in Kubernetes. */
@RecordBuilder
public record BrokerPods(
    @Key(
            value = "Their namespace.",
            required = true,
            pattern = StrimziSpec.NAME,
            form = StrimziSpec.FORM)
        String namespace,
    @Key(
            value =
                "Labels of the pods of all brokers, and of no others:"
                    + " `app.kubernetes.io/name=my-rabbitmq`; several are separated by commas.",
            required = true,
            pattern = BrokerPods.LABEL + "(," + BrokerPods.LABEL + ")*",
            form = "label=value, separated by commas")
        String selector)
    implements BrokerPodsBuilder.With {
  /** Equality of labels. Sets and negations are not needed to name the pods of one cluster. */
  static final String LABEL = "\\s*[-a-zA-Z0-9./_]+\\s*==?\\s*[-a-zA-Z0-9._]*\\s*";

  /** The brokers of a cluster: Strimzi labels the pods of its node pools with their roles. */
  static BrokerPods ofStrimzi(StrimziSpec spec) {
    return Grammar.defaults(BrokerPods.class)
        .with()
        .namespace(spec.namespace())
        .selector("strimzi.io/cluster=" + spec.cluster() + ",strimzi.io/broker-role=true")
        .build();
  }
}
