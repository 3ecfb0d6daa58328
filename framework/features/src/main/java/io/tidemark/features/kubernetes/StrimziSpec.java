package io.tidemark.features.kubernetes;

import io.tidemark.driver.settings.Key;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The {@code strimzi} of a driver's file: a Kafka cluster whose address and credentials the
 * coordinator's process reads from Kubernetes and fills in for {@code ${brokers.*}}.
 */
public record StrimziSpec(
    @Key(
            value = "Name of the `Kafka` resource.",
            required = true,
            pattern = StrimziSpec.NAME,
            form = StrimziSpec.FORM)
        String cluster,
    @Key(
            value = "Its namespace.",
            required = true,
            pattern = StrimziSpec.NAME,
            form = StrimziSpec.FORM)
        String namespace,
    @Key(
            value =
                "Name of a listener: `${brokers.bootstrap}`, and with TLS `${brokers.ca}`, a PEM"
                    + " text.",
            required = true,
            pattern = StrimziSpec.NAME,
            form = StrimziSpec.FORM)
        String listener,
    @Key(
            value =
                "Name of a `KafkaUser`: `${brokers.user}`, and `${brokers.userCertificate}` and"
                    + " `${brokers.userKey}` (PEM texts), or `${brokers.userPassword}` and"
                    + " `${brokers.userJaas}`.",
            pattern = StrimziSpec.NAME,
            form = StrimziSpec.FORM)
        Optional<String> user) {
  static final String SECTION = "strimzi";

  /** Names of all placeholders; which of them have values depends on the listener and the user. */
  static final List<String> PLACEHOLDERS =
      List.of("bootstrap", "ca", "user", "userCertificate", "userKey", "userPassword", "userJaas");

  /** Names of the placeholders with secret values. */
  static final Set<String> SECRET_PLACEHOLDERS = Set.of("userKey", "userPassword", "userJaas");

  /** Names that Kubernetes permits: they become parts of paths of its API. */
  static final String NAME = "[a-z0-9]([-.a-z0-9]{0,251}[a-z0-9])?";

  static final String FORM = "letters a-z, digits, - and .";
}
