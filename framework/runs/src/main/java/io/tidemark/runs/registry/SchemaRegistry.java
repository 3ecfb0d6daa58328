package io.tidemark.runs.registry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.tidemark.driver.FailureReason;
import io.tidemark.driver.telemetry.LimitedHttp;
import io.tidemark.model.avro.AvroBodies;
import io.tidemark.model.load.BodySchema;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;

/** A client of a schema registry: registers a schema, and reads it again by its number. */
public final class SchemaRegistry {
  private static final String TYPE = "application/vnd.schemaregistry.v1+json";
  private static final Duration LONGEST = Duration.ofSeconds(10);
  private static final int MOST_SHOWN = 300;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final BodySchema.Registry registry;
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NEVER)
          .connectTimeout(LONGEST)
          .build();

  public SchemaRegistry(BodySchema.Registry registry) {
    this.registry = registry;
  }

  /**
   * The number of the schema, which is registered if it is not there.
   *
   * @throws IOException whose message is one line
   */
  public int register(String schema) throws IOException {
    String subject = URLEncoder.encode(registry.subject(), StandardCharsets.UTF_8);
    String what = "register the schema of subject " + registry.subject();
    HttpRequest.Builder post =
        request("/subjects/" + subject.replace("+", "%20") + "/versions")
            .header("Content-Type", TYPE)
            .POST(BodyPublishers.ofString(JSON.writeValueAsString(Map.of("schema", schema))));
    JsonNode id = answer(post, what).path("id");
    if (!id.isInt() || id.intValue() < 0) {
      throw new IOException(problem(what, "its answer has no id"));
    }
    check(id.intValue(), schema);
    return id.intValue();
  }

  /** Consumers decode with the schema that the registry has under the number. */
  private void check(int id, String schema) throws IOException {
    String what = "read the schema " + id;
    JsonNode stored = answer(request("/schemas/ids/" + id).GET(), what).path("schema");
    if (!stored.isTextual() || !AvroBodies.areSame(stored.textValue(), schema)) {
      throw new IOException(problem(what, "it is another schema than the one that was registered"));
    }
  }

  private HttpRequest.Builder request(String path) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(registry.url() + path))
            .timeout(LONGEST)
            .header("Accept", TYPE + ", application/json");
    registry
        .credentials()
        .map(user -> Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.UTF_8)))
        .ifPresent(encoded -> request.header("Authorization", "Basic " + encoded));
    return request;
  }

  private JsonNode answer(HttpRequest.Builder request, String what) throws IOException {
    HttpResponse<String> response;
    try {
      response = LimitedHttp.send(client, request.build());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(problem(what, "interrupted"), e);
    } catch (IOException e) {
      throw new IOException(problem(what, FailureReason.of(e)), e);
    }
    JsonNode body = json(response.body());
    if (response.statusCode() != 200) {
      throw new IOException(problem(what, refusal(response, body)));
    }
    return body;
  }

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      return MissingNode.getInstance(); // A proxy answers in HTML.
    }
  }

  private static String refusal(HttpResponse<String> response, JsonNode body) {
    String message = body.path("message").asText("");
    String shown = message.substring(0, Math.min(MOST_SHOWN, message.length()));
    return "status "
        + response.statusCode()
        + (body.has("error_code") ? ", error " + body.path("error_code").asText() : "")
        + (shown.isEmpty() ? "" : ": " + shown.replaceAll("\\s+", " "));
  }

  private String problem(String what, String why) {
    return "cannot " + what + " at the schema registry " + registry.url() + ": " + why;
  }
}
