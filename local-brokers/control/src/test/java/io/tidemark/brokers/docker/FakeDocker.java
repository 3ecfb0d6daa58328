package io.tidemark.brokers.docker;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Not a Docker engine: an HTTP endpoint that answers the requests of {@link DockerEngine} in the
 * form of Docker's API and keeps what it was asked. Its containers run nothing. What a real engine
 * makes of the requests is not tested by it.
 */
public final class FakeDocker implements AutoCloseable {
  private static final Pattern GROUP = Pattern.compile("io\\.tidemark\\.cluster=([\\w.-]+)");
  private final HttpServer server;
  private final Set<String> images = ConcurrentHashMap.newKeySet();
  private final Set<String> registry = ConcurrentHashMap.newKeySet();
  private final Set<String> networks = ConcurrentHashMap.newKeySet();
  private final Map<String, Container> containers = new ConcurrentSkipListMap<>();
  private final List<String> requests = Collections.synchronizedList(new ArrayList<>());
  private volatile String refusedStart = "";
  private volatile String executed = "";
  private volatile int exitCode;

  /** What was asked for. */
  public static final class Container {
    private final String created;
    private volatile byte[] files = new byte[0];
    private volatile String status = "created";
    private volatile String updated = "";

    private Container(String created) {
      this.created = created;
    }

    /** The request that made it, without blanks. */
    public String created() {
      return created;
    }

    /** The last request that changed it, without blanks. */
    public String updated() {
      return updated;
    }

    /** The tar archive that was put into it. */
    public byte[] files() {
      return files;
    }

    /** Docker's word: created, running, paused, exited. */
    public String status() {
      return status;
    }
  }

  private record Answer(int status, byte[] body) {
    static Answer json(int status, String text) {
      return new Answer(status, text.getBytes(StandardCharsets.UTF_8));
    }

    static Answer nothing(int status) {
      return new Answer(status, new byte[0]);
    }

    static Answer error(int status, String message) {
      return json(status, "{\"message\":\"" + message + "\"}");
    }
  }

  static {
    // Its answers would wait for the acknowledgement of their headers, 40 ms each.
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private FakeDocker() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::handle);
    server.start();
  }

  /** An endpoint that answers, with these images. */
  public static FakeDocker with(String... images) {
    try {
      FakeDocker docker = new FakeDocker();
      docker.images.addAll(Arrays.asList(images));
      return docker;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The image can be pulled. */
  public void registryHas(String image) {
    registry.add(image);
  }

  /** Containers whose name ends so do not start. */
  public void refuseStartOf(String nameEnd) {
    refusedStart = nameEnd;
  }

  /** What a program prints that is run in a container, and how it ends. */
  public void programsEnd(int code, String printed) {
    exitCode = code;
    executed = printed;
  }

  /** Removes the container with this name suffix. */
  public void remove(String nameEnd) {
    containers.keySet().removeIf(name -> name.endsWith(nameEnd));
  }

  /** Its address. */
  public URI host() {
    return URI.create("tcp://127.0.0.1:" + server.getAddress().getPort());
  }

  /** All requests so far: method, path and query, without the version of the API. */
  public List<String> requests() {
    return List.copyOf(requests);
  }

  /** The containers there are, by name. */
  public Map<String, Container> containers() {
    return Map.copyOf(containers);
  }

  /** The container whose name ends so. */
  public Container container(String nameEnd) {
    return containers.entrySet().stream()
        .filter(entry -> entry.getKey().endsWith(nameEnd))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElseThrow();
  }

  /** The networks there are. */
  public Set<String> networks() {
    return Set.copyOf(networks);
  }

  private void handle(HttpExchange exchange) throws IOException {
    String target =
        URLDecoder.decode(exchange.getRequestURI().toString(), StandardCharsets.UTF_8)
            .replaceFirst("^/v1\\.\\d+", "");
    byte[] body = exchange.getRequestBody().readAllBytes();
    requests.add(exchange.getRequestMethod() + " " + target);
    Answer answer = answer(exchange.getRequestMethod(), target, body);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(
        answer.status(), answer.body().length == 0 ? -1 : answer.body().length);
    exchange.getResponseBody().write(answer.body());
    exchange.close();
  }

  private Answer answer(String method, String target, byte[] body) {
    String path = target.replaceFirst("\\?.*", "");
    if (path.equals("/version")) {
      return Answer.json(200, "{\"Version\":\"27.0.0\",\"ApiVersion\":\"1.44\"}");
    }
    if (path.equals("/info")) {
      return Answer.json(200, "{\"Name\":\"fake-machine\"}");
    }
    if (path.startsWith("/images/")) {
      return image(target, path);
    }
    if (path.equals("/networks/create")) {
      networks.add(field("Name", text(body)));
      return Answer.json(201, "{\"Id\":\"network\"}");
    }
    if (path.startsWith("/networks/")) {
      return networks.remove(last(path))
          ? Answer.nothing(204)
          : Answer.error(404, "no such network");
    }
    if (path.equals("/containers/json")) {
      return list(target);
    }
    if (path.equals("/containers/create")) {
      containers.put(parameter("name", target), new Container(text(body)));
      return Answer.json(201, "{\"Id\":\"" + parameter("name", target) + "\"}");
    }
    if (path.startsWith("/exec/")) {
      return path.endsWith("/start")
          ? new Answer(200, frame(executed))
          : Answer.json(200, "{\"ExitCode\":" + exitCode + ",\"Running\":false}");
    }
    return container(method, path, body);
  }

  private Answer image(String target, String path) {
    if (path.equals("/images/create")) {
      String image = parameter("fromImage", target) + ":" + parameter("tag", target);
      if (!registry.contains(image)) {
        return Answer.error(500, "no such host");
      }
      images.add(image);
      return Answer.json(200, "{\"status\":\"Status: Downloaded newer image for " + image + "\"}");
    }
    String image = path.replaceFirst("^/images/(.*)/json$", "$1");
    return images.contains(image)
        ? Answer.json(200, "{\"Id\":\"sha256:0\"}")
        : Answer.error(404, "no such image");
  }

  private Answer list(String target) {
    Matcher group = GROUP.matcher(target);
    if (!group.find()) {
      return Answer.error(400, "no label asked for");
    }
    List<String> found = new ArrayList<>();
    containers.forEach(
        (name, container) -> {
          if (container.created.contains("\"io.tidemark.cluster\":\"" + group.group(1) + "\"")) {
            found.add("{\"Id\":\"" + name + "\",\"Names\":[\"/" + name + "\"]}");
          }
        });
    return Answer.json(200, "[" + String.join(",", found) + "]");
  }

  private Answer container(String method, String path, byte[] body) {
    String[] parts = path.split("/", -1);
    Container container = containers.get(parts[2]);
    if (container == null) {
      return Answer.error(404, "no such container");
    }
    if (method.equals("DELETE")) {
      containers.remove(parts[2]);
      return Answer.nothing(204);
    }
    return switch (parts[3]) {
      case "archive" -> {
        container.files = body;
        yield Answer.nothing(200);
      }
      case "json" -> Answer.json(200, state(container.status));
      case "exec" -> {
        container.updated = text(body);
        yield Answer.json(201, "{\"Id\":\"program\"}");
      }
      case "logs" -> new Answer(200, frame("Server startup complete\n"));
      case "update" -> {
        container.updated = text(body);
        yield Answer.json(200, "{\"Warnings\":null}");
      }
      case "start" ->
          !refusedStart.isEmpty() && parts[2].endsWith(refusedStart)
              ? Answer.error(500, "port is already allocated")
              : turn(container, "running", 304, "created", "exited");
      case "kill" -> turn(container, "exited", 409, "running", "paused");
      case "stop" -> turn(container, "exited", 304, "running", "paused");
      case "pause" -> turn(container, "paused", 409, "running");
      case "unpause" -> turn(container, "running", 500, "paused");
      default -> Answer.error(404, "not faked: " + path);
    };
  }

  private static Answer turn(Container container, String to, int otherwise, String... from) {
    if (!Arrays.asList(from).contains(container.status)) {
      return otherwise == 304
          ? Answer.nothing(304)
          : Answer.error(otherwise, "it is " + container.status);
    }
    container.status = to;
    return Answer.nothing(204);
  }

  private static String state(String status) {
    boolean running = status.equals("running") || status.equals("paused");
    return "{\"Id\":\"0\",\"State\":{\"Status\":\"%s\",\"Running\":%b,\"Paused\":%b,\"Pid\":%d}}"
        .formatted(status, running, status.equals("paused"), running ? 4711 : 0);
  }

  /** What a container printed, in Docker's frames. */
  private static byte[] frame(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream framed = new ByteArrayOutputStream();
    framed.writeBytes(ByteBuffer.allocate(8).put((byte) 1).putInt(4, bytes.length).array());
    framed.writeBytes(bytes);
    return framed.toByteArray();
  }

  private static String text(byte[] body) {
    return new String(body, StandardCharsets.UTF_8).replaceAll("\\s+(?=[\"{}\\[\\]:,])", "");
  }

  private static String field(String name, String json) {
    Matcher matcher = Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(json);
    return matcher.find() ? matcher.group(1) : "";
  }

  private static String parameter(String name, String target) {
    Matcher matcher = Pattern.compile("[?&]" + name + "=([^&]*)").matcher(target);
    return matcher.find() ? matcher.group(1) : "";
  }

  private static String last(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
