package io.tidemark.report;

import io.tidemark.model.worker.Measure;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/** {@code timeline.csv}: one row for each sample, an empty cell where nothing was measured. */
final class TimelineCsv {
  private static final List<String> STATISTICS =
      List.of(
          "Count", "MeanMicros", "P50Micros", "P95Micros", "P99Micros", "P99_9Micros", "MaxMicros");

  private TimelineCsv() {}

  /**
   * @param requestReply whether there are columns of round trips
   */
  static ResultFiles.Content of(List<StoredSample> samples, boolean requestReply) {
    List<Measure> measures =
        Arrays.stream(Measure.values())
            .filter(measure -> requestReply || !measure.ofRoundTrips())
            .toList();
    return out -> {
      out.write(header(measures, requestReply).getBytes(StandardCharsets.UTF_8));
      for (StoredSample sample : samples) {
        out.write(row(sample, measures).getBytes(StandardCharsets.UTF_8));
      }
    };
  }

  private static String header(List<Measure> measures, boolean requestReply) {
    Csv row = new Csv();
    List.of(
            "phase",
            "startEpochMicros",
            "secondsFromStart",
            "lengthSeconds",
            "sendRatePerSecond",
            "publishRatePerSecond",
            "publishBytesPerSecond",
            "publishErrorRatePerSecond",
            "consumeRatePerSecond",
            "consumeBytesPerSecond",
            "backlogMessages",
            "inFlightMessages",
            "scheduleDebtMessages",
            "consumerErrors")
        .forEach(row::text);
    if (requestReply) {
      List.of("roundTripRatePerSecond", "timedOutRequests", "lateReplies", "duplicateReplies")
          .forEach(row::text);
    }
    for (Measure measure : measures) {
      STATISTICS.forEach(statistic -> row.text(measure.key() + statistic));
    }
    List.of(
            "processCpuCoresTotal",
            "stealCoresMax",
            "throttledShareMax",
            "longestGcPauseMicrosMax",
            "tickerLagMicrosMax")
        .forEach(row::text);
    return row.line();
  }

  private static String row(StoredSample sample, List<Measure> measures) {
    StoredRates rates = sample.rates();
    Csv row =
        new Csv()
            .text(sample.phase())
            .number(sample.startEpochMicros())
            .number(sample.secondsFromStart())
            .number(sample.lengthSeconds())
            .number(rates.sendRatePerSecond())
            .number(rates.publishRatePerSecond())
            .number(rates.publishBytesPerSecond())
            .number(rates.publishErrorRatePerSecond())
            .number(rates.consumeRatePerSecond())
            .number(rates.consumeBytesPerSecond())
            .number(sample.backlogMessages())
            .number(sample.inFlightMessages())
            .number(sample.scheduleDebtMessages())
            .number(sample.counts().consumerErrors());
    StoredRoundTrips trips = sample.counts().roundTrips();
    if (trips != null) {
      row.number(rates.roundTripRatePerSecond())
          .number(trips.timedOutRequests())
          .number(trips.lateReplies())
          .number(trips.duplicateReplies());
    }
    for (Measure measure : measures) {
      latency(row, sample.latencies().get(measure).orElse(null));
    }
    return hosts(row, sample.hosts()).line();
  }

  private static void latency(Csv row, LatencyMicros latency) {
    if (latency == null) {
      row.number(0);
      STATISTICS.stream().skip(1).forEach(statistic -> row.optional(null));
      return;
    }
    row.number(latency.count())
        .number(latency.mean())
        .number(latency.p50())
        .number(latency.p95())
        .number(latency.p99())
        .number(latency.p999())
        .number(latency.max());
  }

  private static Csv hosts(Csv row, List<StoredSample.Host> hosts) {
    Collection<Double> cpu = known(hosts, StoredSample.Host::processCpuCores);
    return row.optional(cpu.isEmpty() ? null : cpu.stream().mapToDouble(d -> d).sum())
        .optional(worst(known(hosts, StoredSample.Host::stealCores)))
        .optional(worst(known(hosts, StoredSample.Host::throttledShare)))
        .optional(worst(known(hosts, StoredSample.Host::longestGcPauseMicros)))
        .optional(worst(known(hosts, StoredSample.Host::tickerLagMicros)));
  }

  private static List<Double> known(
      List<StoredSample.Host> hosts, Function<StoredSample.Host, Double> figure) {
    return hosts.stream().map(figure).filter(Objects::nonNull).toList();
  }

  private static Double worst(Collection<Double> figures) {
    return figures.stream().max(Double::compare).orElse(null);
  }
}
