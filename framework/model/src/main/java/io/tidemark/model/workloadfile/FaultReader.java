package io.tidemark.model.workloadfile;

import io.tidemark.driver.settings.Quantities;
import io.tidemark.model.fault.FaultKind;
import io.tidemark.model.fault.FaultSpec;
import io.tidemark.model.fault.FaultSpec.Place;
import io.tidemark.model.fault.FaultTrigger.At;
import io.tidemark.model.fault.FaultTrigger.Quantity;
import io.tidemark.model.grammar.Fields;
import io.tidemark.model.workload.LoadSchedule.Stretch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The faults of a file, from their keys. */
record FaultReader(Fields fields) {
  private static final String FAULTS = "faults";
  private static final int MOST = 1_000;

  List<FaultSpec> read(List<Stretch> stretches) {
    List<FaultSpec> faults = new ArrayList<>();
    Set<String> names = new HashSet<>();
    if (fields.items(FAULTS).size() > MOST) {
      fields.error(FAULTS, "too many, got " + fields.items(FAULTS).size() + "; allowed " + MOST);
      return faults;
    }
    int number = 1;
    for (Fields fault : fields.elements(FAULTS)) {
      one(fault, "fault-" + number++, stretches).ifPresent(faults::add);
    }
    for (FaultSpec fault : faults) {
      if (!names.add(fault.name())) {
        Place place = fault.place().orElseThrow();
        fields
            .problems()
            .error(
                place.mark(),
                place.path(),
                "two faults have the name " + fault.name() + "; names must differ");
      }
    }
    return faults;
  }

  /** Empty if it has no action. */
  private static Optional<FaultSpec> one(Fields fault, String usualName, List<Stretch> stretches) {
    List<String> actions = FaultKind.keys().stream().filter(fault::has).toList();
    if (actions.size() != 1) {
      fault.error(
          (actions.isEmpty() ? "has no action" : "has several actions, got " + names(actions))
              + "; allowed one of "
              + names(FaultKind.keys()));
      return Optional.empty();
    }
    String action = actions.get(0);
    FaultSpec spec =
        fault
            .read(FaultSpec.class)
            .complete(usualName, new Place(fault.mark(action), fault.path(action)));
    checkTime(fault, spec, stretches);
    if (spec.target().isWorker() && spec.kind() == FaultKind.FREEZE) {
      fault.require("duration"); // A frozen worker gets no order to continue.
    }
    if (spec.kind() == FaultKind.LATENCY) {
      fault.require("delay");
    }
    return Optional.of(spec);
  }

  private static String names(List<String> keys) {
    return String.join(", ", keys);
  }

  private static void checkTime(Fields fault, FaultSpec spec, List<Stretch> stretches) {
    if (fault.has("when")) {
      if (spec.when().isEmpty()) {
        fault.error(
            "when",
            "not a condition, got %s; allowed a line such as backlog > 100000, with %s and < or >"
                .formatted(fault.text("when").orElse(""), quantities()));
      }
      return;
    }
    At at = new At(spec.phase(), spec.at().orElse(Duration.ZERO));
    if (!fault.has("at") && !fault.has("phase")) {
      fault.error("has no time; allowed at, phase, or when");
    }
    List<Stretch> measured = stretches.stream().filter(Stretch::measured).toList();
    if (at.phase().isPresent() && !measured.isEmpty()) {
      String name = at.phase().get();
      Optional<Stretch> phase =
          measured.stream().filter(each -> each.name().equals(name)).findFirst();
      if (phase.isEmpty()) {
        fault.error(
            "phase",
            "there is no phase "
                + name
                + "; allowed "
                + measured.stream().map(Stretch::name).collect(Collectors.joining(", ")));
      }
      phase.flatMap(Stretch::length).ifPresent(length -> within(fault, at, length, "the phase"));
    } else if (measured.stream().allMatch(each -> each.length().isPresent())) {
      measured.stream()
          .flatMap(each -> each.length().stream())
          .reduce(Duration::plus)
          .ifPresent(length -> within(fault, at, length, "the measured time"));
    }
    spec.duration().ifPresent(duration -> warnIfOutlasting(fault, at, duration, stretches));
  }

  private static void within(Fields fault, At at, Duration length, String of) {
    // A length of 0 is a missing one, which is reported.
    if (!length.isZero() && at.after().compareTo(length) >= 0) {
      fault.error(
          "at",
          "is after the end of %s, got %s; allowed less than %s"
              .formatted(of, Quantities.text(at.after()), Quantities.text(length)));
    }
  }

  /** What happens after a fault is not measured if the load has ended. */
  private static void warnIfOutlasting(
      Fields fault, At at, Duration duration, List<Stretch> stretches) {
    List<Stretch> rest =
        stretches.stream()
            .dropWhile(
                each ->
                    !each.measured()
                        || at.phase().filter(name -> !each.name().equals(name)).isPresent())
            .toList();
    if (rest.isEmpty() || rest.stream().anyMatch(each -> each.length().isEmpty())) {
      return;
    }
    Duration left =
        rest.stream()
            .flatMap(each -> each.length().stream())
            .reduce(Duration.ZERO, Duration::plus)
            .minus(at.after());
    if (left.compareTo(Duration.ZERO) > 0 && duration.compareTo(left) >= 0) {
      fault.warn(
          "duration",
          "the fault outlasts the load, which ends %s after its injection, got %s: what follows its"
                  .formatted(Quantities.text(left), Quantities.text(duration))
              + " end is not measured");
    }
  }

  private static String quantities() {
    return Stream.of(Quantity.values()).map(Quantity::key).collect(Collectors.joining(" or "));
  }
}
