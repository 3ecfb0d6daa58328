package io.tidemark.report.csv;

import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.report.figures.LatencyMicros.Statistic;
import io.tidemark.report.figures.StoredRates;
import io.tidemark.report.figures.StoredSample;
import io.tidemark.report.figures.StoredSample.Host;
import io.tidemark.report.file.ResultFiles;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** {@code timeline.csv}: one row for each sample, an empty cell where nothing was measured. */
public final class TimelineCsv {
  private TimelineCsv() {}

  public static ResultFiles.Content of(List<StoredSample> samples, boolean requestReply) {
    Csv<StoredSample> table =
        new Csv<StoredSample>()
            .text("phase", StoredSample::phase)
            .number("startEpochMicros", StoredSample::startEpochMicros)
            .number("secondsFromStart", StoredSample::secondsFromStart)
            .number("lengthSeconds", StoredSample::lengthSeconds);
    StoredRates.RATED.stream()
        .filter(counter -> counter.group() != Counter.Group.ROUND_TRIPS)
        .forEach(counter -> rate(table, counter));
    table
        .number("backlogMessages", StoredSample::backlogMessages)
        .number("inFlightMessages", StoredSample::inFlightMessages)
        .number("scheduleDebtMessages", StoredSample::scheduleDebtMessages);
    count(table, Counter.CONSUMER_ERRORS);
    if (requestReply) {
      rate(table, Counter.ANSWERED);
      Stream.of(Counter.TIMED_OUT, Counter.LATE, Counter.DUPLICATE_REPLIES)
          .forEach(counter -> count(table, counter));
    }
    return table
        .latencies(
            Arrays.stream(Measure.values())
                .filter(measure -> measure != Measure.CLIENT_OPEN)
                .filter(measure -> requestReply || !measure.ofRoundTrips())
                .toList(),
            List.of(Statistic.values()),
            StoredSample::latencies)
        .number(
            "processCpuCoresTotal",
            sample -> known(sample, Host::processCpuCores).reduce(Double::sum).orElse(null))
        .number("stealCoresMax", sample -> worst(sample, Host::stealCores))
        .number("throttledShareMax", sample -> worst(sample, Host::throttledShare))
        .number("longestGcPauseMicrosMax", sample -> worst(sample, Host::longestGcPauseMicros))
        .number("tickerLagMicrosMax", sample -> worst(sample, Host::tickerLagMicros))
        .of(samples);
  }

  private static void rate(Csv<StoredSample> table, Counter counter) {
    // Only of counters that have a rate.
    table.number(Objects.requireNonNull(counter.rateKey()), sample -> sample.rates().get(counter));
  }

  private static void count(Csv<StoredSample> table, Counter counter) {
    table.number(counter.key(), sample -> sample.counts().get(counter));
  }

  private static Stream<Double> known(StoredSample sample, Function<Host, Double> figure) {
    return sample.hosts().stream().map(figure).filter(Objects::nonNull);
  }

  private static @Nullable Double worst(StoredSample sample, Function<Host, Double> figure) {
    return known(sample, figure).max(Double::compare).orElse(null);
  }
}
