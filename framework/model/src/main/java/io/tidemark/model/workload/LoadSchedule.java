package io.tidemark.model.workload;

import io.tidemark.model.load.Profile;
import io.tidemark.model.load.Profile.Point;
import io.tidemark.model.load.RequestReplySpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Rate and processing time over warm-up and phases. Values that a phase does not set remain those
 * at the end of the previous phase; the warm-up uses the initial values of the first phase.
 *
 * @param stretches warm-up and phases with their lengths; the last may be open
 * @param rate over all producers; empty for a closed loop
 * @param processingNanos of each consumer for one message
 * @param requesters how many are at work; empty where all are, or where there are none
 */
public record LoadSchedule(
    List<Stretch> stretches,
    Optional<Profile> rate,
    Optional<Profile> processingNanos,
    Optional<Profile> requesters) {

  public static final String TEST = "test";
  private static final String STEP = "requesters-";

  /** A part of the schedule. */
  public record Stretch(String name, boolean measured, Optional<Duration> length) {}

  /** Nothing is due. */
  public static final LoadSchedule IDLE = ofRate(List.of(new Point(0, 0)));

  /** A constant rate for a time, then nothing. */
  public static LoadSchedule of(double ratePerSecond, Duration length) {
    Point end = new Point(length.toNanos(), ratePerSecond);
    return ofRate(List.of(new Point(0, ratePerSecond), end, new Point(length.toNanos(), 0)));
  }

  /** The same with the rate of another one, for a part of the load. */
  public LoadSchedule withRateOf(LoadSchedule other) {
    return new LoadSchedule(List.of(), other.rate, processingNanos, requesters);
  }

  private static LoadSchedule ofRate(List<Point> points) {
    return new LoadSchedule(
        List.of(), Optional.of(new Profile(points)), Optional.empty(), Optional.empty());
  }

  /** Of a workload; where consumers wait for the fill to end there is no warm-up. */
  public static LoadSchedule of(Workload workload) {
    if (workload.requestReply().filter(RequestReplySpec::isSweep).isPresent()) {
      return sweep(workload, workload.requestReply().get());
    }
    List<Phase> phases = phases(workload);
    List<Stretch> stretches = new ArrayList<>();
    boolean fill = workload.pattern() == Pattern.FILL_THEN_DRAIN;
    Duration warmup = fill ? Duration.ZERO : workload.time().warmup();
    if (!warmup.isZero()) {
      stretches.add(new Stretch(PhaseNames.WARM_UP, false, Optional.of(warmup)));
    }
    boolean open = workload.time().isOpen();
    boolean ends = !open && (fill || workload.consumers().backlogSizeBytes() == 0);
    for (Phase phase : phases) {
      stretches.add(
          new Stretch(phase.name(), true, open ? Optional.empty() : Optional.of(phase.duration())));
    }
    return new LoadSchedule(
        stretches,
        rate(workload, phases, warmup, ends),
        processing(workload, phases, warmup),
        workload
            .requestReply()
            .filter(spec -> !(workload.load().rate() instanceof ProducerRate.OpenLoop))
            .map(spec -> Profile.constant(spec.requesters().get(0))));
  }

  /**
   * Consecutive steps, each with a warm-up, so that each step is comparable with a separate run.
   */
  private static LoadSchedule sweep(Workload workload, RequestReplySpec spec) {
    List<Stretch> stretches = new ArrayList<>();
    List<Point> points = new ArrayList<>();
    long at = 0;
    for (int requesters : spec.requesters()) {
      points.add(new Point(at, requesters));
      if (!workload.time().warmup().isZero()) {
        String name = PhaseNames.WARM_UP + "-" + requesters;
        stretches.add(new Stretch(name, false, Optional.of(workload.time().warmup())));
      }
      stretches.add(new Stretch(STEP + requesters, true, workload.time().test()));
      at += workload.time().warmup().plus(workload.time().test().orElseThrow()).toNanos();
    }
    return new LoadSchedule(
        stretches,
        Optional.empty(),
        processing(workload, List.of(), Duration.ZERO),
        Optional.of(new Profile(stepped(points))));
  }

  private static List<Point> stepped(List<Point> points) {
    List<Point> corners = new ArrayList<>();
    for (Point point : points) {
      if (!corners.isEmpty()) {
        corners.add(new Point(point.offsetNanos(), corners.get(corners.size() - 1).value()));
      }
      corners.add(point);
    }
    return corners;
  }

  /** How many requesters are at work in a stretch; empty in runs of other patterns. */
  public static Optional<Integer> requestersIn(Workload workload, String stretch) {
    return workload
        .requestReply()
        .flatMap(
            spec ->
                spec.requesters().stream()
                    .filter(
                        number ->
                            !spec.isSweep()
                                || stretch.equals(STEP + number)
                                || stretch.equals(PhaseNames.WARM_UP + "-" + number))
                    .findFirst());
  }

  /** Of all stretches; empty if one is open. */
  Optional<Duration> length() {
    return stretches.stream().anyMatch(stretch -> stretch.length.isEmpty())
        ? Optional.empty()
        : stretches.stream().flatMap(each -> each.length.stream()).reduce(Duration::plus);
  }

  /** Intended messages in an interval; empty for a closed loop. */
  public Optional<Double> meanRate(long fromOffsetNanos, long toOffsetNanos) {
    return rate.map(profile -> mean(profile, fromOffsetNanos, toOffsetNanos));
  }

  private static List<Phase> phases(Workload workload) {
    if (!workload.time().phases().isEmpty()) {
      return workload.time().phases();
    }
    return List.of(
        new Phase(
            TEST,
            workload.time().test().orElse(Duration.ZERO),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty()));
  }

  private static Optional<Profile> rate(
      Workload workload, List<Phase> phases, Duration warmup, boolean ends) {
    if (!(workload.load().rate() instanceof ProducerRate.OpenLoop open)) {
      return Optional.empty();
    }
    double first = phases.get(0).startRatePerSecond().orElse(open.ratePerSecond());
    List<Point> points =
        points(first, phases, warmup, Phase::startRatePerSecond, Phase::endRatePerSecond);
    if (ends) {
      // The schedule itself ends the load, so that all workers stop at one moment.
      points.add(new Point(points.get(points.size() - 1).offsetNanos(), 0));
    }
    return Optional.of(new Profile(points));
  }

  private static Optional<Profile> processing(
      Workload workload, List<Phase> phases, Duration warmup) {
    double usual = workload.consumers().processingTime().toNanos();
    double first = phases.stream().findFirst().flatMap(LoadSchedule::startNanos).orElse(usual);
    Profile profile =
        new Profile(
            points(first, phases, warmup, LoadSchedule::startNanos, LoadSchedule::endNanos));
    return profile.points().stream().allMatch(point -> point.value() == 0)
        ? Optional.empty()
        : Optional.of(profile);
  }

  private static Optional<Double> startNanos(Phase phase) {
    return phase.startProcessingTime().map(time -> (double) time.toNanos());
  }

  private static Optional<Double> endNanos(Phase phase) {
    return phase.endProcessingTime().map(time -> (double) time.toNanos());
  }

  /** A quantity over warm-up and phases: from where the phase before ended, in straight lines. */
  private static List<Point> points(
      double first,
      List<Phase> phases,
      Duration warmup,
      Function<Phase, Optional<Double>> startOf,
      Function<Phase, Optional<Double>> endOf) {
    double current = first;
    List<Point> points = new ArrayList<>(List.of(new Point(0, current)));
    long at = warmup.toNanos();
    for (Phase phase : phases) {
      double start = startOf.apply(phase).orElse(current);
      current = endOf.apply(phase).orElse(start);
      points.add(new Point(at, start));
      at += phase.duration().toNanos();
      points.add(new Point(at, current));
    }
    return points;
  }

  private static double mean(Profile profile, long from, long to) {
    if (to <= from) {
      return profile.valueAt(from);
    }
    List<Long> corners = new ArrayList<>(List.of(from));
    profile.points().stream()
        .map(Point::offsetNanos)
        .filter(offset -> offset > from && offset < to)
        .distinct()
        .forEach(corners::add);
    corners.add(to);
    double area = 0;
    for (int i = 1; i < corners.size(); i++) {
      long left = corners.get(i - 1);
      long right = corners.get(i);
      // Just before a corner: a step at the corner itself belongs to what comes after it.
      area += (profile.valueAt(left) + beforeCorner(profile, left, right)) / 2 * (right - left);
    }
    return area / (to - from);
  }

  private static double beforeCorner(Profile profile, long left, long right) {
    return right - 1 > left ? profile.valueAt(right - 1) : profile.valueAt(left);
  }
}
