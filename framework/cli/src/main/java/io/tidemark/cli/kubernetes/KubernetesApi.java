package io.tidemark.cli.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Access to the API of one cluster. Thread-safe. Each call has a deadline; the messages of
 * exceptions are for users and contain no content of resources.
 */
public interface KubernetesApi {

  /** Empty if there is no such resource, or no such kind of resource. */
  Optional<JsonNode> get(Resource resource) throws IOException, InterruptedException;

  /**
   * In a pod with a mounted service account: the API server with its token. Otherwise {@code
   * kubectl} with the current context.
   */
  static KubernetesApi of(Map<String, String> environment) {
    Path account = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");
    String host = environment.getOrDefault("KUBERNETES_SERVICE_HOST", "");
    if (host.isEmpty() || !Files.exists(account.resolve("token"))) {
      return new Kubectl("kubectl");
    }
    String port = environment.getOrDefault("KUBERNETES_SERVICE_PORT", "443");
    String address = host.contains(":") ? "[" + host + "]" : host;
    return new ApiServer("https://" + address + ":" + port, account);
  }
}
