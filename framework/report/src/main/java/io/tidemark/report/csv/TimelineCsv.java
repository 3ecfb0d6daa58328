package io.tidemark.report.csv;

import io.tidemark.model.result.Latencies;
import io.tidemark.model.result.LatencyMicros;
import io.tidemark.model.result.LatencyMicros.Statistic;
import io.tidemark.model.result.Sample;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.HostSample;
import io.tidemark.model.snapshot.Measure;
import io.tidemark.report.file.ResultFiles;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** {@code timeline.csv}: one row for each sample, an empty cell where nothing was measured. */
public final class TimelineCsv {
  private TimelineCsv() {}

  /** A sample, and the start of the first one. */
  public record Row(Sample sample, long firstStartNanos) {
    double secondsFromStart() {
      return (sample.startEpochNanos() - firstStartNanos) / 1e9;
    }

    Latencies latencies() {
      return Latencies.ofSummaries(sample.latencies());
    }
  }

  public static ResultFiles.Content of(List<Sample> samples, boolean requestReply) {
    return table(requestReply).of(() -> rows(samples.iterator()));
  }

  /**
   * The columns.
   *
   * @param requestReply also those that only runs with requests have
   */
  public static Csv<Row> table(boolean requestReply) {
    Csv<Row> table =
        new Csv<Row>()
            .text("phase", "name of the phase", row -> row.sample.phase())
            .number(
                "startEpochMicros",
                "start of the sample in epoch microseconds",
                row -> row.sample.startEpochMicros())
            .number(
                "secondsFromStart",
                "start of the sample in seconds from that of the first one",
                Row::secondsFromStart)
            .number("lengthSeconds", "length of the sample", row -> row.sample.lengthSeconds());
    Counter.rated(false).forEach(counter -> rate(table, counter));
    table
        .number(
            "backlogMessages",
            "messages acknowledged and not yet received, over all subscriptions, at the end",
            row -> row.sample.backlog())
        .number(
            "inFlightMessages",
            "messages neither acknowledged nor failed at the end",
            row -> row.sample.inFlight())
        .number(
            "scheduleDebtMessages",
            "messages due and not yet sent at the end",
            row -> row.sample.scheduleDebt());
    count(table, Counter.CONSUMER_ERRORS);
    if (requestReply) {
      rate(table, Counter.ANSWERED);
      Stream.of(Counter.TIMED_OUT, Counter.LATE, Counter.DUPLICATE_REPLIES)
          .forEach(counter -> count(table, counter));
    }
    return table
        .latencies(
            Arrays.stream(Measure.values())
                .filter(measure -> !measure.isRare())
                .filter(measure -> requestReply || !measure.ofRoundTrips())
                .toList(),
            List.of(Statistic.values()),
            Row::latencies)
        .number(
            "processCpuCoresTotal",
            "CPU of all workers, in cores",
            row -> sum(row, HostSample::processCpuShare))
        .number(
            "stealCoresMax",
            "CPU that the hypervisor took, in cores; of the worst worker",
            row -> worst(row, HostSample::stealShare))
        .number(
            "throttledShareMax",
            "share of the time in which the CPU limit of a container stopped it; of the worst worker",
            row -> worst(row, HostSample::throttledShare))
        .number(
            "longestGcPauseMicrosMax",
            "longest pause of the garbage collector; of the worst worker",
            row -> worstMicros(row, HostSample::longestGcPauseNanos))
        .number(
            "tickerLagMicrosMax",
            "how late the worker's ticker was; of the worst worker",
            row -> worstMicros(row, HostSample::loadThreadLagNanos));
  }

  private static Iterator<Row> rows(Iterator<Sample> samples) {
    return new Iterator<>() {
      private long firstStartNanos = -1;

      @Override
      public boolean hasNext() {
        return samples.hasNext();
      }

      @Override
      public Row next() {
        Sample sample = samples.next();
        firstStartNanos = firstStartNanos < 0 ? sample.startEpochNanos() : firstStartNanos;
        return new Row(sample, firstStartNanos);
      }
    };
  }

  private static void rate(Csv<Row> table, Counter counter) {
    table.number(
        counter.rateName(),
        counter.meaning() + ", per second",
        row -> row.sample.perSecond(counter));
  }

  private static void count(Csv<Row> table, Counter counter) {
    table.number(counter.key(), counter.meaning(), row -> row.sample.counters().get(counter));
  }

  private static @Nullable Double sum(Row row, ToDoubleFunction<HostSample> figure) {
    return known(row, figure).boxed().reduce(Double::sum).orElse(null);
  }

  private static @Nullable Double worst(Row row, ToDoubleFunction<HostSample> figure) {
    return known(row, figure).boxed().max(Double::compare).orElse(null);
  }

  private static DoubleStream known(Row row, ToDoubleFunction<HostSample> figure) {
    return row.sample.hosts().stream().mapToDouble(figure).filter(value -> !Double.isNaN(value));
  }

  private static @Nullable Double worstMicros(Row row, ToLongFunction<HostSample> nanos) {
    OptionalLong worst =
        row.sample.hosts().stream().mapToLong(nanos).filter(value -> value >= 0).max();
    return worst.isEmpty() ? null : LatencyMicros.micros(worst.getAsLong());
  }
}
