package io.tidemark.features.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.driver.FailureReason;
import io.tidemark.driver.settings.TlsStores;
import io.tidemark.driver.telemetry.LimitedHttp;
import io.tidemark.features.kubernetes.KubernetesApi.PodProgram;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** The API server, as a pod reaches it. */
final class ApiServer implements KubernetesApi {
  private static final Duration TIMEOUT = Duration.ofSeconds(15);
  private static final int NOT_FOUND = 404;
  private static final long MOST_FILE_BYTES = 512L << 20; // Recordings of JVMs.
  private static final ObjectMapper JSON = new ObjectMapper();

  private final String address;
  private final Path account;
  private @Nullable Connection connection;

  /** A client, and the certificates that it trusts. */
  private record Connection(HttpClient client, byte[] authorities) {}

  /**
   * @param address such as {@code https://10.0.0.1:443}
   * @param account folder with {@code token} and {@code ca.crt}, which the cluster renews
   */
  ApiServer(String address, Path account) {
    this.address = address;
    this.account = account;
  }

  @Override
  public Optional<JsonNode> get(Resource resource) throws IOException, InterruptedException {
    HttpResponse<String> response = send(resource, request(resource.path()).GET());
    return response.statusCode() == NOT_FOUND
        ? Optional.empty()
        : Optional.of(JSON.readTree(response.body()));
  }

  @Override
  public List<JsonNode> list(Resource.Kind kind, String selector)
      throws IOException, InterruptedException {
    HttpResponse<String> response = send(kind, request(kind.path(selector)).GET());
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
    HttpResponse<String> response = send(resource, request);
    if (response.statusCode() == NOT_FOUND) {
      throw new IOException("there is no " + resource);
    }
    return JSON.readTree(response.body());
  }

  @Override
  public String execute(PodProgram program, Duration limit)
      throws IOException, InterruptedException {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    execute(program, printed, LimitedHttp.MOST_BYTES, limit);
    return printed.toString(StandardCharsets.UTF_8);
  }

  @Override
  public void execute(PodProgram program, Path output, Duration limit)
      throws IOException, InterruptedException {
    try (OutputStream out = Files.newOutputStream(output, StandardOpenOption.CREATE_NEW)) {
      execute(program, out, MOST_FILE_BYTES, limit);
    }
  }

  private void execute(PodProgram program, OutputStream output, long mostBytes, Duration limit)
      throws IOException, InterruptedException {
    StringBuilder query = new StringBuilder("?stdout=true&stderr=true&container=");
    query.append(encoded(program.container()));
    program.line().forEach(each -> query.append("&command=").append(encoded(each)));
    URI uri =
        URI.create(address.replaceFirst("^http", "ws") + program.pod().path() + "/exec" + query);
    ExecSocket socket = new ExecSocket(output, mostBytes);
    WebSocket.Builder builder =
        client()
            .newWebSocketBuilder()
            .header("Authorization", authorization())
            .subprotocols(ExecSocket.PROTOCOL)
            .connectTimeout(TIMEOUT);
    socket.run(builder, uri, limit);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private String authorization() throws IOException {
    return "Bearer " + Files.readString(account.resolve("token")).strip();
  }

  private HttpRequest.Builder request(String path) throws IOException {
    return HttpRequest.newBuilder(URI.create(address + path))
        .timeout(TIMEOUT)
        .header("Accept", "application/json")
        .header("Authorization", authorization());
  }

  /**
   * @param what for messages
   */
  private HttpResponse<String> send(Object what, HttpRequest.Builder request)
      throws IOException, InterruptedException {
    HttpResponse<String> response;
    try {
      response = LimitedHttp.send(client(), request.build());
    } catch (IOException e) {
      throw new IOException(
          String.format(
              Locale.ROOT,
              "%s: the API server %s did not answer: %s",
              what,
              address,
              FailureReason.of(e)),
          e);
    }
    int status = response.statusCode();
    if (status >= 300 && status != NOT_FOUND) {
      throw new IOException(
          String.format(
              Locale.ROOT,
              "%s: the API server answered %d%s",
              what,
              status,
              status == 403
                  ? ": the service account of this pod has no right to "
                      + (request.build().method().equals("GET") ? "read it" : "change it")
                  : ""));
    }
    return response;
  }

  /** One client for all calls; another one only after the cluster has renewed its certificates. */
  private synchronized HttpClient client() throws IOException {
    boolean tls = address.startsWith("https:");
    byte[] authorities = tls ? Files.readAllBytes(account.resolve("ca.crt")) : new byte[0];
    if (connection == null || !Arrays.equals(authorities, connection.authorities())) {
      HttpClient.Builder builder = HttpClient.newBuilder().connectTimeout(TIMEOUT);
      if (tls) {
        String source = "the CA of the API server";
        builder.sslContext(TlsStores.context(TlsStores.authorities(authorities, source)));
      }
      connection = new Connection(builder.build(), authorities);
    }
    return connection.client();
  }
}
