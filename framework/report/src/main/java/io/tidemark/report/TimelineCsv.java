package io.tidemark.report;

import io.tidemark.model.worker.Counter;
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

  private static final List<Counter> RATES =
      StoredRates.RATED.stream()
          .filter(counter -> counter.group() != Counter.Group.ROUND_TRIPS)
          .toList();
  private static final List<Counter> ROUND_TRIPS =
      List.of(Counter.TIMED_OUT, Counter.LATE, Counter.DUPLICATE_REPLIES);

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
    List.of("phase", "startEpochMicros", "secondsFromStart", "lengthSeconds").forEach(row::text);
    RATES.forEach(counter -> row.text(counter.rateKey()));
    List.of("backlogMessages", "inFlightMessages", "scheduleDebtMessages").forEach(row::text);
    row.text(Counter.CONSUMER_ERRORS.key());
    if (requestReply) {
      row.text(Counter.ANSWERED.rateKey());
      ROUND_TRIPS.forEach(counter -> row.text(counter.key()));
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
    Csv row =
        new Csv()
            .text(sample.phase())
            .number(sample.startEpochMicros())
            .number(sample.secondsFromStart())
            .number(sample.lengthSeconds());
    RATES.forEach(counter -> row.number(sample.rates().get(counter)));
    row.number(sample.backlogMessages())
        .number(sample.inFlightMessages())
        .number(sample.scheduleDebtMessages())
        .number(sample.counts().get(Counter.CONSUMER_ERRORS));
    if (sample.counts().requestReply()) {
      row.number(sample.rates().get(Counter.ANSWERED));
      ROUND_TRIPS.forEach(counter -> row.number(sample.counts().get(counter)));
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
