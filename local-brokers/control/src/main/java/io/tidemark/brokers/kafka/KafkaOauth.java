package io.tidemark.brokers.kafka;

import io.tidemark.brokers.cluster.ClusterDirectory;
import io.tidemark.brokers.cluster.ClusterProxy;
import io.tidemark.brokers.process.FreePorts;
import io.tidemark.brokers.process.LocalBrokerException;
import io.tidemark.brokers.process.Template;
import io.tidemark.brokers.process.TextFile;
import io.tidemark.brokers.spec.LocalClusterSpec;
import java.math.BigInteger;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A listener without TLS for users with OAuth 2 tokens (SASL/OAUTHBEARER), beside the plain one.
 *
 * @param ports that the nodes listen on, in their order
 * @param published that clients use
 * @param keys file with the public key that tokens are signed for, as Kafka reads it
 */
record KafkaOauth(List<Integer> ports, List<Integer> published, Path keys)
    implements KafkaAddition {
  private static final String KEYS = "oauth2-keys.json";

  KafkaOauth {
    ports = List.copyOf(ports);
    published = List.copyOf(published);
  }

  /** Empty unless the option {@code oauth2Key} names a file. */
  static Optional<KafkaOauth> of(
      ClusterDirectory directory, LocalClusterSpec spec, ClusterProxy proxy) {
    return spec.values()
        .oauth2Key()
        .map(
            file -> {
              directory.writeFile(KEYS, keySet(file, TextFile.read(Path.of(file))));
              List<Integer> ports = FreePorts.take(spec.nodes());
              return new KafkaOauth(ports, proxy.publish(ports), directory.path().resolve(KEYS));
            });
  }

  private static String keySet(String file, String pem) {
    try {
      String text = pem.replaceAll("-----[A-Z ]+-----|\\s", "");
      RSAPublicKey key =
          (RSAPublicKey)
              KeyFactory.getInstance("RSA")
                  .generatePublic(new X509EncodedKeySpec(Base64.getDecoder().decode(text)));
      return "{\"keys\": [{\"kty\": \"RSA\", \"use\": \"sig\", \"alg\": \"RS256\", \"n\": \"%s\", \"e\": \"%s\"}]}"
          .formatted(number(key.getModulus()), number(key.getPublicExponent()));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new LocalBrokerException(
          "option oauth2Key: " + file + " is no PEM file with an RSA public key", e);
    }
  }

  private static String number(BigInteger value) {
    byte[] bytes = value.toByteArray();
    byte[] unsigned = bytes[0] == 0 ? Arrays.copyOfRange(bytes, 1, bytes.length) : bytes;
    return Base64.getUrlEncoder().withoutPadding().encodeToString(unsigned);
  }

  @Override
  public String listeners(int node) {
    return ",OAUTH://127.0.0.1:" + ports.get(node - 1);
  }

  @Override
  public String advertised(int node) {
    return ",OAUTH://127.0.0.1:" + published.get(node - 1);
  }

  @Override
  public String settings(int node) {
    return Template.fill("kafka-oauth.properties", Map.of("keys", keys.toUri()));
  }

  /** Without it Kafka reads no keys. */
  String jvmOption() {
    return "-Dorg.apache.kafka.sasl.oauthbearer.allowed.urls=" + keys.toUri();
  }

  @Override
  public Map<String, String> placeholders() {
    return Map.of(
        "oauthBootstrap",
        published.stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(",")));
  }
}
