package io.tidemark.driver.rabbitmq;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.driver.FailureReason;
import io.tidemark.driver.RefusedException;
import io.tidemark.driver.settings.HostPort;
import io.tidemark.driver.telemetry.LimitedHttp;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The management plug-in's HTTP interface, on the first node that answers. Paths are raw: segments
 * must be escaped with {@link #segment}. Safe for several threads.
 */
public final class ManagementApi {
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(5);
  private static final int BAD_REQUEST = 400;
  private static final int NOT_FOUND = 404;
  private static final int REQUEST_TIMED_OUT = 408;
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int SERVER_ERROR = 500;

  private final List<BrokerUri> nodes;
  private final HttpClient client;
  private final Optional<Supplier<String>> login;
  private final Duration requestTimeout;
  private final ObjectMapper mapper = new ObjectMapper();
  private volatile int preferred;

  /**
   * @param nodes at least one, of scheme http or https
   * @param login {@code user:password} in place of those of the addresses, if given
   */
  public ManagementApi(
      List<BrokerUri> nodes, RabbitMqTlsOptions tls, Optional<Supplier<String>> login)
      throws IOException {
    this(nodes, tls, login, REQUEST_TIMEOUT);
  }

  ManagementApi(
      List<BrokerUri> nodes,
      RabbitMqTlsOptions tls,
      Optional<Supplier<String>> login,
      Duration requestTimeout)
      throws IOException {
    if (nodes.isEmpty()) {
      throw new IllegalArgumentException("managementUris: none given");
    }
    this.nodes = List.copyOf(nodes);
    this.login = login;
    this.requestTimeout = requestTimeout;
    this.client = tls.httpClient(requestTimeout, nodes.stream().anyMatch(BrokerUri::tls));
  }

  /** Escapes a name for use between slashes; the virtual host "/" becomes {@code %2F}. */
  public static String segment(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** The path of these names, each escaped: {@code queues/%2F/name}. */
  public static String path(String... names) {
    return Arrays.stream(names).map(ManagementApi::segment).collect(Collectors.joining("/"));
  }

  /** The document at {@code /api/<path>}; empty when the broker has no such thing. */
  public Optional<JsonNode> find(String path) throws IOException, InterruptedException {
    HttpResponse<String> response = send("GET", path, null);
    if (response.statusCode() == NOT_FOUND) {
      return Optional.empty();
    }
    return Optional.of(parsed(path, response.body()));
  }

  /** The JSON at a path; it is an error if there is none. */
  public JsonNode get(String path) throws IOException, InterruptedException {
    return find(path).orElseThrow(() -> new IOException("management API has no " + path));
  }

  public void put(String path, Object body) throws IOException, InterruptedException {
    change("PUT", path, body);
  }

  public void post(String path, Object body) throws IOException, InterruptedException {
    change("POST", path, body);
  }

  private void change(String method, String path, Object body)
      throws IOException, InterruptedException {
    if (send(method, path, mapper.writeValueAsString(body)).statusCode() == NOT_FOUND) {
      throw new IOException("management API has no place " + path);
    }
  }

  public void delete(String path) throws IOException, InterruptedException {
    send("DELETE", path, null);
  }

  private JsonNode parsed(String path, String body) throws IOException {
    try {
      return mapper.readTree(body);
    } catch (JsonProcessingException e) {
      throw new IOException("management API " + path + " did not answer JSON", e);
    }
  }

  /** Tries every node once, beginning with the one that answered last. */
  private HttpResponse<String> send(String method, String path, @Nullable String body)
      throws IOException, InterruptedException {
    IOException failure = new IOException("no management node");
    int first = preferred;
    for (int i = 0; i < nodes.size(); i++) {
      int index = (first + i) % nodes.size();
      BrokerUri node = nodes.get(index);
      try {
        HttpResponse<String> response = LimitedHttp.send(client, request(node, method, path, body));
        int status = response.statusCode();
        if (status < BAD_REQUEST || status == NOT_FOUND) {
          preferred = index;
          return response;
        }
        String answer =
            "management API at %s refused %s %s: %s %s"
                .formatted(node.address(), method, path, status, response.body().strip())
                .strip();
        if (!passes(status)) {
          throw new RefusedException(answer, null); // The other nodes would, too.
        }
        failure = new IOException(answer);
      } catch (RefusedException e) {
        throw e;
      } catch (IOException e) {
        failure =
            new IOException("management API at " + node.address() + " did not answer: " + e, e);
      }
    }
    throw failure;
  }

  /** Whether a refusal can be over later, or at another node. */
  private static boolean passes(int status) {
    return status >= SERVER_ERROR || status == REQUEST_TIMED_OUT || status == TOO_MANY_REQUESTS;
  }

  private HttpRequest request(BrokerUri node, String method, String path, @Nullable String body)
      throws IOException {
    return HttpRequest.newBuilder(
            HostPort.reachable(
                URI.create(
                    (node.tls() ? "https://" : "http://") + node.address() + "/api/" + path)))
        .timeout(requestTimeout)
        .header("Authorization", "Basic " + base64(loginAt(node)))
        .header("Content-Type", "application/json")
        .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
        .build();
  }

  private String loginAt(BrokerUri node) throws IOException {
    try {
      return login.map(Supplier::get).orElseGet(() -> node.user() + ":" + node.password());
    } catch (RuntimeException e) {
      throw new IOException("no token: " + FailureReason.of(e), e);
    }
  }

  static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
