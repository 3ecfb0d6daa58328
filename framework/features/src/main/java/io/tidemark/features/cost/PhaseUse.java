package io.tidemark.features.cost;

import io.tidemark.features.cost.BrokerUse.Used;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.snapshot.Counter;
import io.tidemark.model.snapshot.Counters;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a phase delivered, and what was used for it.
 *
 * @param used by the nodes of the broker
 * @param missing the other resources, each with the reason
 * @param clientCpuCores of all workers; NaN if it is not known
 * @param backlog mean of the phase; NaN if it is not known
 */
record PhaseUse(
    String name,
    double seconds,
    Counters counters,
    Map<UsedResource, Used> used,
    Map<UsedResource, String> missing,
    double clientCpuCores,
    double backlog) {

  static PhaseUse of(
      PhaseResult phase,
      Map<UsedResource, Used> used,
      Map<UsedResource, String> missing,
      double clientCpuCores,
      double backlog) {
    return new PhaseUse(
        phase.name(),
        phase.lengthSeconds(),
        phase.byTime().counters(),
        used,
        missing,
        clientCpuCores,
        backlog);
  }

  static PhaseUse idle(double seconds, Map<UsedResource, Used> used, double clientCpuCores) {
    return new PhaseUse("idle", seconds, Counters.ZERO, used, Map.of(), clientCpuCores, 0);
  }

  Optional<Used> used(UsedResource resource) {
    return Optional.ofNullable(used.get(resource));
  }

  String missing(UsedResource resource) {
    return missing.getOrDefault(resource, resource.missing());
  }

  /** The use of all nodes; of memory, their bytes. */
  Optional<Double> perSecond(UsedResource resource) {
    return used(resource).map(Used::perSecond);
  }

  long delivered() {
    return counters.get(Counter.RECEIVED) + counters.get(Counter.REQUESTS_RECEIVED);
  }

  long openedClients() {
    return counters.get(Counter.CLIENTS_OPENED);
  }

  /** The payloads of requests that responders received are not counted. */
  boolean hasRequests() {
    return counters.get(Counter.REQUESTS_RECEIVED) > 0;
  }

  long deliveredBytes() {
    return counters.get(Counter.RECEIVED_BYTES);
  }

  long acknowledgedBytes() {
    return counters.get(Counter.ACKNOWLEDGED_BYTES);
  }

  /** Both as one phase; what one of them lacks is not known. */
  PhaseUse plus(PhaseUse other) {
    double both = seconds + other.seconds;
    Map<UsedResource, Used> all = new HashMap<>();
    Map<UsedResource, String> reasons = new HashMap<>(other.missing);
    reasons.putAll(missing);
    used.forEach(
        (resource, mine) ->
            other
                .used(resource)
                .ifPresent(
                    its ->
                        all.put(
                            resource,
                            new Used(
                                (mine.perSecond() * seconds + its.perSecond() * other.seconds)
                                    / both,
                                mine.source().equals(its.source())
                                    ? mine.source()
                                    : mine.source() + ", " + its.source()))));
    return new PhaseUse(
        RunEfficiency.TOTAL,
        both,
        counters.plus(other.counters),
        all,
        reasons,
        (clientCpuCores * seconds + other.clientCpuCores * other.seconds) / both,
        (backlog * seconds + other.backlog * other.seconds) / both);
  }
}
