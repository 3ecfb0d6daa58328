package io.tidemark.coordinator.fault;

import io.tidemark.model.fault.FaultSpec;
import io.tidemark.model.fault.FaultTrigger;
import io.tidemark.model.fault.FaultTrigger.At;
import io.tidemark.model.fault.FaultTrigger.Quantity;
import io.tidemark.model.fault.FaultTrigger.When;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Which faults of a workload are due. Each is due once. */
final class FaultSchedule {
  private final List<FaultSpec> waiting;
  private final Map<String, Long> phaseStarts = new HashMap<>();
  private OptionalLong measuredFrom = OptionalLong.empty();

  FaultSchedule(List<FaultSpec> faults) {
    this.waiting = new ArrayList<>(faults);
  }

  /** A measured phase begins. */
  void begins(String phase, long startNanos) {
    phaseStarts.putIfAbsent(phase, startNanos);
    if (measuredFrom.isEmpty()) {
      measuredFrom = OptionalLong.of(startNanos);
    }
  }

  /** Takes those that are due now. */
  List<FaultSpec> take(long nowNanos, long backlog, long inFlight) {
    List<FaultSpec> due = new ArrayList<>();
    for (Iterator<FaultSpec> all = waiting.iterator(); all.hasNext(); ) {
      FaultSpec fault = all.next();
      if (isDue(fault.trigger(), nowNanos, backlog, inFlight)) {
        due.add(fault);
        all.remove();
      }
    }
    return due;
  }

  private boolean isDue(FaultTrigger trigger, long nowNanos, long backlog, long inFlight) {
    if (trigger instanceof When when) {
      return measuredFrom.isPresent()
          && when.holds(when.quantity() == Quantity.BACKLOG ? backlog : inFlight);
    }
    return nowNanos >= dueNanos(trigger);
  }

  /** When the next one is due by time; the highest value if that is not known. */
  long nextNanos() {
    return waiting.stream()
        .mapToLong(fault -> dueNanos(fault.trigger()))
        .min()
        .orElse(Long.MAX_VALUE);
  }

  /** Those that have not been due. */
  List<FaultSpec> waiting() {
    return List.copyOf(waiting);
  }

  private long dueNanos(FaultTrigger trigger) {
    if (!(trigger instanceof At at)) {
      return Long.MAX_VALUE;
    }
    OptionalLong from =
        at.phase().isEmpty()
            ? measuredFrom
            : phaseStarts.containsKey(at.phase().get())
                ? OptionalLong.of(phaseStarts.get(at.phase().get()))
                : OptionalLong.empty();
    return from.isPresent() ? from.getAsLong() + at.after().toNanos() : Long.MAX_VALUE;
  }
}
