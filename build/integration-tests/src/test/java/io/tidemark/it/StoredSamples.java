package io.tidemark.it;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.zip.GZIPInputStream;

/**
 * The samples of a run directory, with the names that phases have in {@code result.json}: counts
 * and latencies of {@code samples.jsonl.gz}, rates of {@code timeline.csv}.
 */
final class StoredSamples {
  private static final ObjectMapper JSON = new ObjectMapper();

  private StoredSamples() {}

  static ArrayNode read(Path directory) throws IOException {
    ArrayNode samples = JSON.createArrayNode();
    Iterator<String> rows = Files.readAllLines(directory.resolve("timeline.csv")).iterator();
    List<String> columns = List.of(rows.next().split(",", -1));
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(directory.resolve("samples.jsonl.gz"))),
                StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        ObjectNode sample = sample(JSON.readTree(line));
        rates(sample.putObject("rates"), columns, List.of(rows.next().split(",", -1)));
        samples.add(sample);
      }
    }
    return samples;
  }

  private static ObjectNode sample(JsonNode line) {
    ObjectNode sample = JSON.createObjectNode();
    sample.set("phase", line.required("phase"));
    sample.put("startEpochMicros", line.required("startEpochNanos").asLong() / 1_000);
    sample.put("lengthSeconds", line.required("lengthNanos").asLong() / 1e9);
    sample.set("backlogMessages", line.required("backlog"));
    JsonNode counters = line.required("counters");
    ObjectNode counts = sample.putObject("counts");
    counts.set("sentMessages", counters.required("sent"));
    counts.set("acknowledgedMessages", counters.required("acknowledged"));
    if (line.required("latencies").has("ROUND_TRIP")) {
      counts
          .putObject("roundTrips")
          .set("answeredRequests", counters.requiredAt("/roundTrips/answered"));
    }
    JsonNode publish = line.at("/latencies/PUBLISH_LATENCY/minNanos");
    sample
        .putObject("latencies")
        .putObject("publishLatencyMicros")
        .put("min", publish.isMissingNode() ? null : publish.asLong() / 1e3);
    return sample;
  }

  private static void rates(ObjectNode rates, List<String> columns, List<String> cells) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).endsWith("PerSecond")) {
        rates.put(columns.get(i), Double.parseDouble(cells.get(i)));
      }
    }
  }
}
