import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Makes of one stored run many that differ a little, and one with many samples. */
final class ManyStoredRuns {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int SYSTEMS = 4;
  private static final Random RANDOM = new Random(1);

  public static void main(String[] arguments) throws IOException {
    Path source = Path.of(arguments[0]);
    Path target = Path.of(arguments[1]);
    int runs = Integer.parseInt(arguments[2]);
    for (int i = 0; i < runs; i++) {
      Path directory = target.resolve("many/system-" + i % SYSTEMS + "/run-" + i);
      ObjectNode result = copy(source, directory);
      ((ObjectNode) result.path("run")).put("iteration", i / SYSTEMS + 1);
      vary(result.path("totals"), 0.9 + RANDOM.nextDouble() / 5);
      result.path("samples").forEach(sample -> vary(sample, 0.8 + RANDOM.nextDouble() / 2.5));
      JSON.writeValue(directory.resolve("result.json").toFile(), result);
    }
    Path directory = target.resolve("long/run");
    ObjectNode result = copy(source, directory);
    result.set("samples", repeated(result.path("samples"), Integer.parseInt(arguments[3])));
    JSON.writeValue(directory.resolve("result.json").toFile(), result);
  }

  private static ObjectNode copy(Path source, Path directory) throws IOException {
    Files.createDirectories(directory);
    List<Path> files;
    try (Stream<Path> all = Files.list(source)) {
      files = all.toList();
    }
    for (Path file : files) {
      Files.copy(file, directory.resolve(file.getFileName()));
    }
    return (ObjectNode) JSON.readTree(source.resolve("result.json").toFile());
  }

  /** Multiplies all rates and latencies. */
  private static void vary(JsonNode node, double factor) {
    if (node instanceof ObjectNode object) {
      object
          .fieldNames()
          .forEachRemaining(
              name -> {
                JsonNode value = object.path(name);
                if (value.isContainerNode()) {
                  vary(value, factor);
                } else if (value.isDouble() && !name.contains("econds")) {
                  object.put(name, value.asDouble() * factor);
                }
              });
    }
  }

  private static ArrayNode repeated(JsonNode samples, int count) {
    double end = 0;
    ArrayNode all = JSON.createArrayNode();
    for (int i = 0; i < count; i++) {
      ObjectNode sample = samples.get(i % samples.size()).deepCopy();
      vary(sample, 0.5 + RANDOM.nextDouble());
      sample.put("secondsFromStart", end);
      sample.put("startEpochMicros", samples.get(0).path("startEpochMicros").asLong() + Math.round(end * 1e6));
      end += sample.path("lengthSeconds").asDouble();
      all.add(sample);
    }
    return all;
  }
}
