import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** Makes of one stored run many that differ a little, and one with many samples. */
final class ManyStoredRuns {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int SYSTEMS = 4;
  private static final String SAMPLES = "samples.jsonl.gz";
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
      List<JsonNode> samples = samples(source);
      samples.forEach(sample -> varySample(sample, 0.8 + RANDOM.nextDouble() / 2.5));
      write(directory, samples);
      JSON.writeValue(directory.resolve("result.json").toFile(), result);
    }
    Path directory = target.resolve("long/run");
    ObjectNode result = copy(source, directory);
    write(directory, repeated(samples(source), Integer.parseInt(arguments[3])));
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

  private static List<JsonNode> samples(Path directory) throws IOException {
    List<JsonNode> samples = new ArrayList<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(directory.resolve(SAMPLES)))))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        samples.add(JSON.readTree(line));
      }
    }
    return samples;
  }

  private static void write(Path directory, List<JsonNode> samples) throws IOException {
    try (OutputStream out =
        new GZIPOutputStream(Files.newOutputStream(directory.resolve(SAMPLES)))) {
      for (JsonNode sample : samples) {
        out.write(JSON.writeValueAsBytes(sample));
        out.write('\n');
      }
    }
  }

  /** Multiplies all counts and latencies. */
  private static void varySample(JsonNode node, double factor) {
    for (String part : List.of("counters", "latencies")) {
      node.path(part)
          .findParents("count")
          .forEach(latency -> multiply((ObjectNode) latency, factor));
      multiply((ObjectNode) node.path(part), factor);
    }
  }

  private static void multiply(ObjectNode object, double factor) {
    object
        .fieldNames()
        .forEachRemaining(
            name -> {
              if (object.path(name).isNumber() && !name.equals("count")) {
                object.put(name, Math.round(object.path(name).asDouble() * factor));
              }
            });
  }

  private static List<JsonNode> repeated(List<JsonNode> samples, int count) {
    long start = samples.get(0).path("startEpochNanos").asLong();
    List<JsonNode> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ObjectNode sample = samples.get(i % samples.size()).deepCopy();
      varySample(sample, 0.5 + RANDOM.nextDouble());
      sample.put("startEpochNanos", start);
      start += sample.path("lengthNanos").asLong();
      all.add(sample);
    }
    return all;
  }
}
