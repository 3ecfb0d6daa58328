package io.tidemark.model.result.file;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.model.result.Latencies;
import io.tidemark.model.result.LatencySummary;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.json.CountsJson;
import io.tidemark.model.result.tree.ResultTree;
import io.tidemark.model.snapshot.HostSample;
import io.tidemark.model.snapshot.LoadThreads;
import io.tidemark.model.snapshot.Measure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The samples in a {@code result.json} of schema version 1 or 2. */
final class EarlierSamples implements SampleCursor {
  private final JsonParser in;
  private long firstStartNanos = -1;
  private boolean more;

  private EarlierSamples(JsonParser in) {
    this.in = in;
  }

  static EarlierSamples in(Path resultFile) throws IOException {
    EarlierSamples samples =
        new EarlierSamples(ResultMapper.JSON.createParser(resultFile.toFile()));
    samples.find();
    return samples;
  }

  private void find() throws IOException {
    in.nextToken();
    for (String field = in.nextFieldName(); field != null; field = in.nextFieldName()) {
      JsonToken value = in.nextToken();
      if (field.equals(ResultTree.SAMPLES) && value == JsonToken.START_ARRAY) {
        more = in.nextToken() == JsonToken.START_OBJECT;
        return;
      }
      in.skipChildren();
    }
  }

  @Override
  public boolean hasNext() {
    return more;
  }

  @Override
  public Sample next() throws IOException {
    JsonNode stored = in.readValueAsTree();
    more = in.nextToken() == JsonToken.START_OBJECT;
    if (firstStartNanos < 0) {
      firstStartNanos = stored.path("startEpochMicros").longValue() * 1_000;
    }
    List<HostSample> hosts = new ArrayList<>();
    stored.path("hosts").forEach(host -> hosts.add(host(host)));
    return new Sample(
        stored.path("phase").asText(),
        firstStartNanos + Math.round(stored.path("secondsFromStart").asDouble() * 1e9),
        Math.round(stored.path("lengthSeconds").asDouble() * 1e9),
        CountsJson.Read.counters(stored.path("counts")),
        latencies(stored.path("latencies")),
        stored.path("backlogMessages").longValue(),
        stored.path("inFlightMessages").longValue(),
        stored.path("scheduleDebtMessages").longValue(),
        hosts);
  }

  private static Map<Measure, LatencySummary> latencies(JsonNode stored) throws IOException {
    Latencies latencies = ResultMapper.JSON.treeToValue(stored, Latencies.class);
    Map<Measure, LatencySummary> summaries = new EnumMap<>(Measure.class);
    for (Measure measure : Measure.values()) {
      latencies.get(measure).ifPresent(micros -> summaries.put(measure, micros.toSummary()));
    }
    return summaries;
  }

  private static HostSample host(JsonNode stored) {
    return new HostSample(
        share(stored, "processCpuCores"),
        share(stored, "hostCpuCores"),
        stored.path("cores").intValue(),
        share(stored, "stealCores"),
        share(stored, "throttledShare"),
        nanos(stored, "gcPauseMicros"),
        nanos(stored, "longestGcPauseMicros"),
        stored.path("usedHeapBytes").asLong(-1),
        stored.path("residentBytes").asLong(-1),
        nanos(stored, "tickerLagMicros"),
        loadThreads(stored));
  }

  private static LoadThreads loadThreads(JsonNode stored) {
    long threads = Math.max(0, nanos(stored, "loadThreadMicros"));
    long producers = Math.max(0, nanos(stored, "producerMicros"));
    return new LoadThreads(
        threads,
        producers,
        Math.max(0, part(stored, "sendShare", threads)),
        Math.max(0, part(stored, "inFlightCapShare", producers)),
        part(stored, "loadThreadCpuShare", threads),
        part(stored, "runQueueShare", threads),
        nanos(stored, "oldestInFlightMicros"),
        stored.path("scheduleDebtMessages").longValue());
  }

  /** -1 where the share is not known. */
  private static long part(JsonNode stored, String share, long of) {
    return stored.path(share).isNumber() ? Math.round(stored.path(share).asDouble() * of) : -1;
  }

  private static double share(JsonNode stored, String name) {
    return stored.path(name).asDouble(Double.NaN);
  }

  /** -1 where it is not known. */
  private static long nanos(JsonNode stored, String name) {
    return stored.path(name).isNumber() ? Math.round(stored.path(name).asDouble() * 1e3) : -1;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
