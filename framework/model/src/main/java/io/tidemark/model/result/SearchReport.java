package io.tidemark.model.result;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.tidemark.model.part.Part;
import io.tidemark.model.part.Part.Written;
import io.tidemark.model.workload.PhaseNames;
import io.tidemark.model.workload.SearchSpec.Quantity;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The search for the highest rate that the system under test sustains, over all producers, or for a
 * number of clients or a message size.
 *
 * @param over what was searched
 * @param passed the last value that passed before those that failed; empty if none passed
 * @param failed the first value that failed; empty if none failed
 * @param converged whether the bounds are close enough and confirmed
 * @param reason why not; empty if they are
 * @param trials in order
 * @param classes rates of the traffic classes at both bounds; empty without classes
 */
@RecordBuilder
public record SearchReport(
    Quantity over,
    Optional<Double> passed,
    Optional<Double> failed,
    boolean converged,
    String reason,
    List<Trial> trials,
    List<ClassBounds> classes)
    implements SearchReportBuilder.With {
  public static final Part<Optional<SearchReport>> PART =
      new Part<Optional<SearchReport>>(
          "search", Written.IF_ANY, Optional.empty(), SearchReport::ofClasses) {};

  /** A search without traffic classes. */
  public SearchReport(
      Quantity over,
      Optional<Double> passed,
      Optional<Double> failed,
      boolean converged,
      String reason,
      List<Trial> trials) {
    this(over, passed, failed, converged, reason, trials, List.of());
  }

  /**
   * A traffic class at the bounds.
   *
   * @param passedRatePerSecond its rate at the last value that passed
   * @param failedRatePerSecond its rate at the first value that failed
   * @param failure why the class failed there; empty if another class did
   */
  public record ClassBounds(
      String name,
      Optional<Double> passedRatePerSecond,
      Optional<Double> failedRatePerSecond,
      String failure) {}

  /**
   * A value that was tried.
   *
   * @param phase its name in the run
   * @param other than a rate: the number or size
   * @param intendedPerSecond rate of all producers; empty in a closed loop
   * @param seconds how long it lasted
   * @param fullLength whether it was to have the length that decides
   * @param passed whether it was sustained
   * @param reason why not; empty if it was
   * @param receivedPerSecond messages of the trial that were received during it
   * @param backlogSlopePerSecond growth of the messages that were due and not received
   * @param backlogSlopeErrorPerSecond standard error of that; empty if there were too few samples
   * @param latencies of the trial's phase
   * @param telemetry of the broker, in order of names
   */
  @RecordBuilder
  public record Trial(
      String phase,
      @JsonProperty("value") @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Double> other,
      @JsonProperty("ratePerSecond") Optional<Double> intendedPerSecond,
      double seconds,
      boolean fullLength,
      boolean passed,
      String reason,
      @JsonProperty("receivedRatePerSecond") double receivedPerSecond,
      double backlogSlopePerSecond,
      Optional<Double> backlogSlopeErrorPerSecond,
      Latencies latencies,
      List<TrialTelemetry> telemetry)
      implements SearchReportTrialBuilder.With {
    public Trial {
      telemetry = List.copyOf(telemetry);
    }

    /** The rate of all producers in a search for it, else a number or size. */
    public double value() {
      return other.or(() -> intendedPerSecond).orElse(0.0);
    }
  }

  @JsonCreator
  static SearchReport read(
      @JsonProperty("over") @Nullable String over,
      @JsonProperty("passed") Optional<Double> passed,
      @JsonProperty("failed") Optional<Double> failed,
      @JsonProperty("lowerBoundPerSecond") Optional<Double> lowerBoundPerSecond,
      @JsonProperty("upperBoundPerSecond") Optional<Double> upperBoundPerSecond,
      @JsonProperty("converged") boolean converged,
      @JsonProperty("reason") String reason,
      @JsonProperty("trials") List<Trial> trials,
      @JsonProperty("classes") @Nullable List<ClassBounds> classes) {
    Quantity quantity =
        Stream.of(Quantity.values())
            .filter(each -> each.key().equals(over))
            .findFirst()
            .orElse(Quantity.RATE);
    boolean rate = over == null;
    return new SearchReport(
        quantity,
        rate ? lowerBoundPerSecond : passed,
        rate ? upperBoundPerSecond : failed,
        converged,
        reason,
        trials,
        classes == null ? List.of() : classes); // Only searches with classes have it.
  }

  /** Bounds of rates have names of their own. */
  @JsonValue
  Map<String, Object> write() {
    boolean rate = over == Quantity.RATE;
    Map<String, Object> stored = new LinkedHashMap<>();
    if (!rate) {
      stored.put("over", over.key());
      passed.ifPresent(value -> stored.put("passed", value));
      failed.ifPresent(value -> stored.put("failed", value));
    }
    stored.put("highestRatePerSecond", highestRatePerSecond());
    stored.put("lowerBoundPerSecond", rate ? passed : Optional.empty());
    stored.put("upperBoundPerSecond", rate ? failed : Optional.empty());
    stored.put("converged", converged);
    stored.put("reason", reason);
    stored.put("trials", trials);
    if (!classes.isEmpty()) {
      stored.put("classes", classes);
    }
    return stored;
  }

  /** The rate of all producers that passed; empty in a search over clients or sizes. */
  public Optional<Double> highestRatePerSecond() {
    return over == Quantity.SCALE_RATE ? passed.flatMap(this::rateAt) : ofRate(passed);
  }

  private Optional<Double> ofRate(Optional<Double> value) {
    return over == Quantity.RATE ? value : Optional.empty();
  }

  /** The intended rate of the trials with a value. */
  public Optional<Double> rateAt(double value) {
    return trials.stream()
        .filter(trial -> trial.value() == value)
        .flatMap(trial -> trial.intendedPerSecond().stream())
        .findFirst();
  }

  public SearchReport {
    trials = List.copyOf(trials);
    classes = List.copyOf(classes);
  }

  /** The value that a phase of the run had; empty where it is not known. */
  public Optional<Double> valueIn(String phase) {
    return PhaseNames.isSearchLoad(phase) || PhaseNames.isBetweenTrials(phase)
        ? trials.stream().filter(trial -> trial.phase().equals(phase)).map(Trial::value).findFirst()
        : passed;
  }

  /** A value without its unit. */
  public static String number(Quantity over, double value) {
    return switch (over) {
      case RATE -> Text.perSecond(value);
      case SCALE_RATE ->
          BigDecimal.valueOf(value).round(new MathContext(4)).stripTrailingZeros().toPlainString();
      case MESSAGE_SIZE, PRODUCERS, CONSUMERS, REQUESTERS -> Text.count(Math.round(value));
    };
  }

  /** A value with its unit. */
  public static String text(Quantity over, double value) {
    return switch (over) {
      case RATE -> Text.rate(value);
      case SCALE_RATE -> number(over, value) + " times the rates";
      case MESSAGE_SIZE -> Text.count((long) value) + " B";
      case PRODUCERS, CONSUMERS, REQUESTERS -> Text.count((long) value) + " " + over.key();
    };
  }

  private static Optional<SearchReport> ofClasses(Map<String, Optional<SearchReport>> classes) {
    Map<String, SearchReport> all = new LinkedHashMap<>();
    classes.forEach((name, search) -> search.ifPresent(found -> all.put(name, found)));
    return all.size() < classes.size()
        ? Optional.empty()
        : Optional.of(new OfClasses(all).report());
  }

  /**
   * The search of all traffic classes together: a trial passes if it passed in every class.
   *
   * @param classes the search of each class, by name
   */
  private record OfClasses(Map<String, SearchReport> classes) {
    private SearchReport report() {
      SearchReport first = classes.values().iterator().next();
      return new SearchReport(
          first.over(),
          first.passed(),
          first.failed(),
          classes.values().stream().allMatch(SearchReport::converged),
          reason(),
          trials(),
          classes.entrySet().stream()
              .map(each -> bounds(each.getKey(), each.getValue(), first))
              .toList());
    }

    /** Once, if all classes have the same. */
    private String reason() {
      List<String> reasons =
          classes.values().stream()
              .map(SearchReport::reason)
              .filter(reason -> !reason.isEmpty())
              .distinct()
              .toList();
      return reasons.size() <= 1
          ? String.join("", reasons)
          : ofClasses(
              classes.entrySet().stream()
                  .map(each -> named(each.getKey(), each.getValue().reason()))
                  .toList());
    }

    private static String named(String name, String reason) {
      return reason.isEmpty() ? "" : "class " + name + ": " + reason;
    }

    private static String ofClasses(List<String> reasons) {
      return reasons.stream().filter(each -> !each.isEmpty()).collect(Collectors.joining("; "));
    }

    /** Trials that all classes have judged. */
    private List<Trial> trials() {
      int number = classes.values().stream().mapToInt(each -> each.trials().size()).min().orElse(0);
      List<Trial> all = new ArrayList<>();
      for (int i = 0; i < number; i++) {
        int index = i;
        Map<String, Trial> each = new LinkedHashMap<>();
        classes.forEach((name, search) -> each.put(name, search.trials().get(index)));
        all.add(trial(each));
      }
      return all;
    }

    private static Trial trial(Map<String, Trial> of) {
      Trial first = of.values().iterator().next();
      boolean open = of.values().stream().allMatch(each -> each.intendedPerSecond().isPresent());
      double errors =
          Math.sqrt(
              of.values().stream()
                  .flatMap(each -> each.backlogSlopeErrorPerSecond().stream())
                  .mapToDouble(error -> error * error)
                  .sum());
      return new Trial(
          first.phase(),
          first.other(),
          open
              ? of.values().stream()
                  .flatMap(each -> each.intendedPerSecond().stream())
                  .reduce(Double::sum)
              : Optional.empty(),
          of.values().stream().mapToDouble(Trial::seconds).max().orElse(0),
          first.fullLength(),
          of.values().stream().allMatch(Trial::passed),
          ofClasses(
              of.entrySet().stream()
                  .map(each -> named(each.getKey(), each.getValue().reason()))
                  .toList()),
          of.values().stream().mapToDouble(Trial::receivedPerSecond).sum(),
          of.values().stream().mapToDouble(Trial::backlogSlopePerSecond).sum(),
          of.values().stream().allMatch(each -> each.backlogSlopeErrorPerSecond().isPresent())
              ? Optional.of(errors)
              : Optional.empty(),
          Latencies.NONE,
          List.of());
    }

    private static ClassBounds bounds(String name, SearchReport of, SearchReport first) {
      return new ClassBounds(
          name,
          first.passed().flatMap(of::rateAt),
          first.failed().flatMap(of::rateAt),
          of.trials().stream()
              .filter(trial -> first.failed().filter(value -> value == trial.value()).isPresent())
              .map(Trial::reason)
              .filter(reason -> !reason.isEmpty())
              .reduce("", (earlier, later) -> later));
    }
  }
}
