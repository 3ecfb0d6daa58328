package io.tidemark.features.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** Reads the address of a Kafka cluster of Strimzi, and the credentials of a user. */
public record StrimziCluster(KubernetesApi api) {
  static final String GROUP = "kafka.strimzi.io";

  /** Keys of a user's secret, and their placeholders. */
  private static final Map<String, String> USER =
      Map.of(
          "user.crt", "userCertificate",
          "user.key", "userKey",
          "password", "userPassword",
          "sasl.jaas.config", "userJaas");

  /**
   * The values of {@code ${brokers.*}}.
   *
   * @throws IOException with what is missing, and with what there is
   */
  public Map<String, String> placeholders(StrimziSpec spec)
      throws IOException, InterruptedException {
    Map<String, String> values = new LinkedHashMap<>();
    JsonNode kafka = kafka(spec);
    JsonNode listener = listener(spec, kafka);
    String bootstrap = listener.path("bootstrapServers").asText();
    if (bootstrap.isEmpty()) {
      throw new IOException(
          "listener %s of Kafka %s has no address in the status: is the cluster ready?"
              .formatted(spec.listener(), spec.cluster()));
    }
    values.put("bootstrap", bootstrap);
    authority(spec, kafka, listener).ifPresent(pem -> values.put("ca", pem));
    if (spec.user().isPresent()) {
      user(spec, spec.user().get(), values);
    }
    return values;
  }

  private static JsonNode listener(StrimziSpec spec, JsonNode kafka) throws IOException {
    List<String> names = new ArrayList<>();
    for (JsonNode each : kafka.at("/status/listeners")) {
      if (each.path("name").asText().equals(spec.listener())) {
        return each;
      }
      names.add(each.path("name").asText());
    }
    throw new IOException(
        "Kafka %s has no listener %s in its status; there are: %s"
            .formatted(spec.cluster(), spec.listener(), names));
  }

  /** Releases before 0.49 have the older version only. */
  private JsonNode kafka(StrimziSpec spec) throws IOException, InterruptedException {
    for (String version : List.of("v1", "v1beta2")) {
      Optional<JsonNode> found =
          api.get(new Resource(GROUP, version, spec.namespace(), "kafkas", spec.cluster()));
      if (found.isPresent()) {
        return found.get();
      }
    }
    throw new IOException(
        "there is no Kafka resource %s of Strimzi in namespace %s"
            .formatted(spec.cluster(), spec.namespace()));
  }

  /**
   * The trusted certificates of a listener: those in its status, or else the CA of the cluster,
   * whose secret may be out of reach: it is read only for TLS.
   */
  private Optional<String> authority(StrimziSpec spec, JsonNode kafka, JsonNode listener)
      throws IOException, InterruptedException {
    JsonNode certificates = listener.path("certificates");
    if (!certificates.isEmpty()) {
      return StreamSupport.stream(certificates.spliterator(), false)
          .map(each -> each.asText().strip())
          .reduce((all, next) -> all + "\n" + next);
    }
    boolean encrypted =
        StreamSupport.stream(kafka.at("/spec/kafka/listeners").spliterator(), false)
            .filter(each -> each.path("name").asText().equals(spec.listener()))
            .anyMatch(each -> each.path("tls").asBoolean());
    return encrypted
        ? api.get(secret(spec, spec.cluster() + "-cluster-ca-cert"))
            .flatMap(secret -> decoded(secret, "ca.crt"))
        : Optional.empty();
  }

  private void user(StrimziSpec spec, String name, Map<String, String> values)
      throws IOException, InterruptedException {
    JsonNode secret =
        api.get(secret(spec, name))
            .orElseThrow(
                () ->
                    new IOException(
                        "there is no secret of the KafkaUser %s in namespace %s"
                            .formatted(name, spec.namespace())));
    values.put("user", name);
    int before = values.size();
    USER.forEach(
        (key, placeholder) ->
            decoded(secret, key).ifPresent(value -> values.put(placeholder, value)));
    if (values.size() == before) {
      throw new IOException("the secret %s is not that of a KafkaUser".formatted(name));
    }
  }

  private static Resource secret(StrimziSpec spec, String name) {
    return Resource.core(spec.namespace(), "secrets", name);
  }

  private static Optional<String> decoded(JsonNode secret, String key) {
    return Optional.ofNullable(secret.path("data").get(key))
        .map(JsonNode::asText)
        .map(
            value ->
                new String(Base64.getMimeDecoder().decode(value), StandardCharsets.UTF_8).strip());
  }
}
