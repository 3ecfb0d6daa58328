package io.tidemark.brokers;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Logins by OAuth 2 tokens, beside the usual ones: RS256, resource server "rabbitmq".
 *
 * @param key PEM file with the public key that the tokens are signed for, as the server sees it;
 *     empty for no such logins
 */
record RabbitMqOAuth(Optional<Path> key) {
  static final String FILE = "oauth2-key.pem";

  /** Copies the key to where the server can read it. */
  static RabbitMqOAuth of(ClusterDirectory directory, LocalClusterSpec spec, RabbitMqNodes nodes) {
    String wanted = spec.options().get("oauth2Key");
    if (wanted == null) {
      return new RabbitMqOAuth(Optional.empty());
    }
    directory.writeFile(FILE, ClusterDirectory.readFile(Path.of(wanted)));
    return new RabbitMqOAuth(Optional.of(nodes.visible(directory.path().resolve(FILE))));
  }

  /** Lines for rabbitmq.conf. */
  String settings() {
    return key.map(path -> Template.fill("rabbitmq-oauth2.conf", Map.of("key", path))).orElse("");
  }

  /** The enabled_plugins file with the additional plug-ins. */
  String plugins(String enabled) {
    return key.isPresent() ? enabled.replace("].", ",rabbitmq_auth_backend_oauth2].") : enabled;
  }
}
