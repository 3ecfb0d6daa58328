package io.tidemark.runs.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * The API server, as a pod reaches it.
 *
 * @param address such as {@code https://10.0.0.1:443}
 * @param account folder with {@code token} and {@code ca.crt}, which the cluster renews
 */
record ApiServer(String address, Path account) implements KubernetesApi {
  private static final Duration TIMEOUT = Duration.ofSeconds(15);
  private static final int NOT_FOUND = 404;
  private static final ObjectMapper JSON = new ObjectMapper();

  @Override
  public Optional<JsonNode> get(Resource resource) throws IOException, InterruptedException {
    HttpResponse<byte[]> response = send(resource, request(resource.path()).GET());
    return response.statusCode() == NOT_FOUND
        ? Optional.empty()
        : Optional.of(JSON.readTree(response.body()));
  }

  @Override
  public List<JsonNode> list(Resource.Kind kind, String selector)
      throws IOException, InterruptedException {
    HttpResponse<byte[]> response = send(kind, request(kind.path(selector)).GET());
    return KubernetesApi.items(JSON.readTree(response.body()));
  }

  @Override
  public void delete(Resource resource, OptionalInt graceSeconds)
      throws IOException, InterruptedException {
    send(resource, request(KubernetesApi.deletion(resource, graceSeconds)).DELETE());
  }

  @Override
  public JsonNode patch(Resource resource, String change) throws IOException, InterruptedException {
    HttpRequest.Builder request =
        request(resource.path())
            .header("Content-Type", "application/merge-patch+json")
            .method("PATCH", BodyPublishers.ofString(change));
    HttpResponse<byte[]> response = send(resource, request);
    if (response.statusCode() == NOT_FOUND) {
      throw new IOException("there is no " + resource);
    }
    return JSON.readTree(response.body());
  }

  private HttpRequest.Builder request(String path) throws IOException {
    return HttpRequest.newBuilder(URI.create(address + path))
        .timeout(TIMEOUT)
        .header("Accept", "application/json")
        .header("Authorization", "Bearer " + Files.readString(account.resolve("token")).strip());
  }

  /**
   * @param what for messages
   */
  private HttpResponse<byte[]> send(Object what, HttpRequest.Builder request)
      throws IOException, InterruptedException {
    HttpResponse<byte[]> response;
    try {
      response = client().send(request.build(), BodyHandlers.ofByteArray());
    } catch (IOException e) {
      throw new IOException(
          "%s: the API server %s did not answer within %d s: %s"
              .formatted(what, address, TIMEOUT.toSeconds(), e.getMessage()),
          e);
    }
    int status = response.statusCode();
    if (status >= 300 && status != NOT_FOUND) {
      throw new IOException(
          "%s: the API server answered %d%s"
              .formatted(
                  what,
                  status,
                  status == 403
                      ? ": the service account of this pod has no right to "
                          + (request.build().method().equals("GET") ? "read it" : "change it")
                      : ""));
    }
    return response;
  }

  private HttpClient client() throws IOException {
    HttpClient.Builder builder = HttpClient.newBuilder().connectTimeout(TIMEOUT);
    return address.startsWith("https:") ? builder.sslContext(trust()).build() : builder.build();
  }

  private SSLContext trust() throws IOException {
    try (InputStream in = Files.newInputStream(account.resolve("ca.crt"))) {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      int number = 0;
      for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        store.setCertificateEntry("ca" + number++, each);
      }
      TrustManagerFactory trusted =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trusted.init(store);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trusted.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IOException("the CA of the API server cannot be used: " + e.getMessage(), e);
    }
  }
}
