package io.tidemark.features.kubernetes;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Where this process reaches a Kubernetes cluster. */
public final class KubernetesAccess {
  private KubernetesAccess() {}

  /**
   * In a pod with a mounted service account: the API server with its token. Otherwise {@code
   * kubectl} with the current context.
   */
  public static KubernetesApi from(Map<String, String> environment) {
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
