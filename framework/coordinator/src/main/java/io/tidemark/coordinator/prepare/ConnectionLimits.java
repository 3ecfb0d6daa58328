package io.tidemark.coordinator.prepare;

import io.tidemark.model.load.ConnectionPer;
import io.tidemark.model.load.RequestReplySpec;
import io.tidemark.model.result.Text;
import io.tidemark.model.worker.WorkerInfo;
import io.tidemark.model.workload.Phase;
import io.tidemark.model.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Whether workers have the file descriptors and ports for connections of some messages each. What a
 * worker does not report is not checked. The nodes of local brokers have the limit of descriptors
 * of the process that starts them, which is a worker, too.
 */
final class ConnectionLimits {
  /** Jars, logs, consumers and telemetry; about 250 in a run with one consumer. */
  private static final int OTHER_FILES = 500;

  /** How long Linux keeps the port of a closed connection (TIME_WAIT). */
  private static final int PORT_SECONDS = 60;

  private final Workload workload;
  private final List<WorkerInfo> workers;

  ConnectionLimits(Workload workload, List<WorkerInfo> workers) {
    this.workload = workload;
    this.workers = workers;
  }

  /** Why a worker cannot open the connections; empty if all can, or if there are none. */
  Optional<String> problem() {
    long needed = mostConnections() + OTHER_FILES;
    return workload.limits().connectionPer().isEmpty()
        ? Optional.empty()
        : workers.stream().flatMap(each -> problem(each, needed).stream()).findFirst();
  }

  private static Optional<String> problem(WorkerInfo worker, long needed) {
    return fact(worker, "os.openFiles")
        .filter(limit -> limit < needed)
        .map(
            limit ->
                ("connectionPer: worker %s may have %s connections at the same time and needs %s"
                        + " file descriptors with its other files; its limit is %s: raise it (hard"
                        + " limit of ulimit -n, LimitNOFILE of systemd), or set a smaller"
                        + " maxInFlightPerProducer or requestsInFlight")
                    .formatted(
                        worker.name(),
                        Text.count(needed - OTHER_FILES),
                        Text.count(needed),
                        Text.count(limit)));
  }

  /** Those of the worker with the most producers. */
  private long mostConnections() {
    int machines = Math.max(1, workers.size());
    int producers = (workload.totalProducers() + machines - 1) / machines;
    return workload
        .limits()
        .maxInFlightPerProducer()
        .or(() -> workload.requestReply().flatMap(RequestReplySpec::requestsInFlight))
        .map(each -> (each + 1L) * producers)
        .map(each -> Math.min(each, ConnectionPer.mostAtOnce(producers)))
        .orElse(ConnectionPer.mostAtOnce(producers));
  }

  /** One line for each worker that may have no port left for a connection. */
  List<String> warnings() {
    double perSecond = mostPerSecond() / Math.max(1, workers.size());
    long needed = Math.round(perSecond * PORT_SECONDS);
    List<String> lines = new ArrayList<>();
    for (WorkerInfo worker : workers) {
      fact(worker, "os.ephemeralPorts")
          .filter(ports -> ports < needed && fact(worker, "os.timeWaitReuse").orElse(0L) != 1)
          .ifPresent(ports -> lines.add(line(worker, perSecond, needed, ports)));
    }
    return lines;
  }

  private static String line(WorkerInfo worker, double perSecond, long needed, long ports) {
    boolean local = fact(worker, "os.timeWaitReuse").orElse(0L) == 2;
    return ("connectionPer: %s new connections a second on worker %s need %s ports, because a closed one"
            + " keeps its port for %s s; there are %s for each address of a broker (raise"
            + " net.ipv4.ip_local_port_range, set net.ipv4.tcp_tw_reuse=1, or use more workers)%s")
        .formatted(
            Text.count(Math.round(perSecond)),
            worker.name(),
            Text.count(needed),
            Text.count(PORT_SECONDS),
            Text.count(ports),
            local ? "; brokers of the same machine need fewer" : "");
  }

  /** Connections per second over all workers; 0 if they follow one another without a rate. */
  private double mostPerSecond() {
    Optional<ConnectionPer> per = workload.limits().connectionPer();
    if (per.isEmpty()) {
      return 0;
    }
    double most =
        Stream.concat(
                workload.load().ratePerSecond().stream(),
                workload.phases().stream().flatMap(ConnectionLimits::rates))
            .mapToDouble(Double::doubleValue)
            .max()
            .orElse(0);
    return most / per.get().messages();
  }

  private static Stream<Double> rates(Phase phase) {
    return Stream.of(phase.startRatePerSecond(), phase.endRatePerSecond())
        .flatMap(Optional::stream);
  }

  private static Optional<Long> fact(WorkerInfo worker, String key) {
    return Optional.ofNullable(worker.environment().get(key))
        .filter(digits -> digits.matches("\\d{1,18}"))
        .map(Long::valueOf);
  }
}
