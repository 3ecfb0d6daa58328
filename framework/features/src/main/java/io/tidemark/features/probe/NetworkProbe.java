package io.tidemark.features.probe;

import io.tidemark.http.client.HttpWorker;
import io.tidemark.http.client.HttpWorkerOptions;
import io.tidemark.http.protocol.WorkerAddress;
import io.tidemark.http.throughput.ThroughputProbe;
import io.tidemark.model.worker.WorkerException;
import io.tidemark.model.worker.WorkerInfo.ClockDomain;
import io.tidemark.report.runs.ProbeResult.Throughput;
import io.tidemark.worker.host.EnvironmentFacts;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Throughput of the network: between here and each worker in both directions, and from each worker
 * to the next one.
 *
 * @param streams connections at a time; one is always measured too
 * @param time of each measurement
 * @param progress what is measured now
 */
public record NetworkProbe(
    HttpWorkerOptions connection, int streams, Duration time, Consumer<String> progress) {
  private static final String HERE = "here";
  private static final Duration DESCRIBE_WITHIN = Duration.ofSeconds(5);

  /** A worker, and the machine on which it runs. */
  private record End(WorkerAddress address, ThroughputProbe probe, ClockDomain machine) {
    String name() {
      return address.toString();
    }
  }

  /** A direction. */
  private interface Transfer {
    double bytesPerSecond(int streams) throws WorkerException, InterruptedException;
  }

  /**
   * @throws IOException if a worker does not answer; one that cannot reach another worker is part
   *     of the result
   */
  public List<Throughput> run(List<WorkerAddress> workers)
      throws IOException, InterruptedException {
    List<Throughput> all = new ArrayList<>();
    List<End> ends = new ArrayList<>();
    try {
      for (WorkerAddress worker : workers) {
        ends.add(end(worker));
      }
      for (End end : ends) {
        boolean same = end.machine().sameClockAs(EnvironmentFacts.clockDomain());
        all.addAll(measure(HERE, end.name(), same, n -> end.probe().send(n, time)));
        all.addAll(measure(end.name(), HERE, same, n -> end.probe().receive(n, time)));
      }
    } catch (WorkerException e) {
      throw new IOException(e.oneLine(), e);
    }
    for (int i = 0; ends.size() > 1 && i < ends.size(); i++) {
      all.addAll(between(ends.get(i), ends.get((i + 1) % ends.size())));
    }
    return all;
  }

  private End end(WorkerAddress address) throws WorkerException, InterruptedException {
    try (HttpWorker worker = HttpWorker.at(address, connection)) {
      return new End(
          address,
          new ThroughputProbe(address, connection),
          worker.describe(DESCRIBE_WITHIN).clock());
    }
  }

  private List<Throughput> between(End from, End to) throws InterruptedException {
    boolean same = from.machine().sameClockAs(to.machine());
    if (!same && to.address().isLoopback()) {
      String problem = "the address is loopback, and the two run on different machines";
      return List.of(Throughput.unmeasured(from.name(), to.name(), problem));
    }
    try {
      return measure(from.name(), to.name(), same, n -> from.probe().sendTo(to.probe(), n, time));
    } catch (WorkerException e) {
      return List.of(Throughput.unmeasured(from.name(), to.name(), String.valueOf(e.getMessage())));
    }
  }

  private List<Throughput> measure(String from, String to, boolean same, Transfer transfer)
      throws WorkerException, InterruptedException {
    progress.accept("Throughput from " + from + " to " + to + " ...");
    List<Throughput> measured = new ArrayList<>();
    Set<Integer> counts = new LinkedHashSet<>(List.of(1));
    counts.add(streams);
    for (int count : counts) {
      double bytesPerSecond = transfer.bytesPerSecond(count);
      measured.add(Throughput.measured(from, to, count, bytesPerSecond, same));
    }
    return measured;
  }
}
