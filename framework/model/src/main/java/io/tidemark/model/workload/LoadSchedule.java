package io.tidemark.model.workload;

import io.tidemark.model.load.BurstCurve;
import io.tidemark.model.load.Curve;
import io.tidemark.model.load.Curve.Point;
import io.tidemark.model.load.LoadShape;
import io.tidemark.model.load.LoadShape.SizeStep;
import io.tidemark.model.load.PayloadSpec.WeightedSize;
import io.tidemark.model.load.RequestReplySpec;
import io.tidemark.model.workload.Load.OpenLoop;
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
 * @param shape what producers, or requesters, send
 * @param processingNanos of each consumer for one message
 */
public record LoadSchedule(
    List<Stretch> stretches, LoadShape shape, Optional<Curve> processingNanos) {

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

  /** The schedule with what producers send in another one, for a part of the load. */
  public LoadSchedule withShapeOf(LoadSchedule other) {
    return new LoadSchedule(List.of(), other.shape, processingNanos);
  }

  /** The schedule with some of the producers, and messages of other sizes. */
  public LoadSchedule with(int producers, List<WeightedSize> otherSizes) {
    return new LoadSchedule(
        stretches,
        new LoadShape(
            rate(), Optional.of(Curve.constant(producers)), List.of(new SizeStep(0, otherSizes))),
        processingNanos);
  }

  /** A part of the load, as long as a trial: some producers at the workload's rate. */
  public static LoadSchedule trial(Workload at, Duration length) {
    long end = length.toNanos();
    int producers = at.totalProducers();
    Optional<Double> perSecond = at.load().ratePerSecond();
    boolean open = perSecond.isPresent();
    Curve active =
        open
            ? Curve.constant(producers)
            : new Curve(
                List.of(new Point(0, producers), new Point(end, producers), new Point(end, 0)));
    return new LoadSchedule(
        List.of(),
        new LoadShape(
            perSecond.flatMap(each -> of(each, length).rate()),
            Optional.of(active),
            List.of(new SizeStep(0, at.messages().payload().sizes()))),
        Optional.empty());
  }

  private static LoadSchedule ofRate(List<Point> points) {
    return new LoadSchedule(List.of(), LoadShape.of(new Curve(points)), Optional.empty());
  }

  /** The schedule of a workload; where consumers wait for the fill to end there is no warm-up. */
  public static LoadSchedule of(Workload workload) {
    return of(workload, workload.time().warmup());
  }

  /** The same with another length of the warm-up. */
  public static LoadSchedule of(Workload workload, Duration length) {
    if (workload.requestReply().filter(RequestReplySpec::isSweep).isPresent()) {
      return sweep(workload, workload.requestReply().get());
    }
    List<Phase> phases = phases(workload);
    List<Stretch> stretches = new ArrayList<>();
    boolean fill = workload.pattern().fillsFirst();
    Duration warmup = fill ? Duration.ZERO : length;
    if (!warmup.isZero()) {
      stretches.add(new Stretch(PhaseNames.WARM_UP, false, Optional.of(warmup)));
    }
    boolean open = workload.isOpen();
    boolean ends = !open && (fill || workload.consumers().backlogSizeBytes() == 0);
    for (Phase phase : phases) {
      stretches.add(
          new Stretch(phase.name(), true, open ? Optional.empty() : Optional.of(phase.length())));
    }
    return new LoadSchedule(
        stretches,
        new LoadShape(
            rate(workload, phases, warmup, ends),
            active(workload, phases, warmup),
            sizes(phases, warmup)),
        processing(workload, phases, warmup));
  }

  /** The rate of an open loop is 0 in a pause; in a closed loop no producer is active then. */
  private static Optional<Curve> active(Workload workload, List<Phase> phases, Duration warmup) {
    boolean closed = workload.load().openLoop().isEmpty();
    if (closed && workload.requestReply().isPresent()) {
      return Optional.of(Curve.constant(workload.requestReply().get().requesters().get(0)));
    }
    if (!workload.producersChange() && !(closed && phases.stream().anyMatch(Phase::isPause))) {
      return Optional.empty();
    }
    int current = workload.destinations().topics() * workload.destinations().producersPerTopic();
    List<Point> steps = new ArrayList<>();
    long at = 0;
    for (Phase phase : phases) {
      current =
          phase
              .producersPerTopic()
              .map(each -> each * workload.destinations().topics())
              .orElse(current);
      steps.add(new Point(at, closed && phase.isPause() ? 0 : current));
      at += phase.length().plus(at == 0 ? warmup : Duration.ZERO).toNanos();
    }
    return Optional.of(new Curve(stepped(steps)));
  }

  private static List<SizeStep> sizes(List<Phase> phases, Duration warmup) {
    List<SizeStep> steps = new ArrayList<>();
    long at = 0;
    for (Phase phase : phases) {
      long from = at;
      phase
          .messageSizeBytes()
          .ifPresent(bytes -> steps.add(new SizeStep(from, List.of(new WeightedSize(bytes, 1)))));
      at += phase.length().plus(at == 0 ? warmup : Duration.ZERO).toNanos();
    }
    return steps;
  }

  /** The rate over all producers; a closed loop has none. */
  public Optional<Curve> rate() {
    return shape.rate();
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
        new LoadShape(Optional.empty(), Optional.of(new Curve(stepped(points))), List.of()),
        processing(workload, List.of(), Duration.ZERO));
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

  /** Whether a stretch belongs to the step of a sweep with this number of requesters. */
  static boolean isStepOf(int requesters, String stretch) {
    return stretch.equals(STEP + requesters)
        || stretch.equals(PhaseNames.WARM_UP + "-" + requesters);
  }

  /** How long the load takes at most, over all steps, with a search; empty: until interrupted. */
  public static Optional<Duration> longest(Workload workload) {
    Duration search = workload.search().map(SearchSpec::longest).orElse(Duration.ZERO);
    return of(workload).length().map(search::plus);
  }

  /** The sum of all stretches; empty if one is open. */
  private Optional<Duration> length() {
    return stretches.stream().anyMatch(stretch -> stretch.length.isEmpty())
        ? Optional.empty()
        : stretches.stream().flatMap(each -> each.length.stream()).reduce(Duration::plus);
  }

  /** Intended messages in an interval; empty for a closed loop. */
  public Optional<Double> meanRate(long fromOffsetNanos, long toOffsetNanos) {
    return rate().map(curve -> mean(curve, fromOffsetNanos, toOffsetNanos));
  }

  private static List<Phase> phases(Workload workload) {
    if (!workload.phases().isEmpty()) {
      return workload.phases();
    }
    return List.of(Phase.of(TEST, workload.time().test().orElse(Duration.ZERO), keys -> {}));
  }

  private static Optional<Curve> rate(
      Workload workload, List<Phase> phases, Duration warmup, boolean ends) {
    OpenLoop open = workload.load().openLoop().orElse(null);
    if (open == null) {
      return Optional.empty();
    }
    Phase begin = phases.get(0);
    double usual = begin.startRatePerSecond().orElse(open.rate().meanPerSecond());
    List<Point> points =
        open.rate()
            .curveKeys()
            .map(keys -> curved(open, keys.curve(), phases, warmup))
            .orElseGet(
                () ->
                    points(
                        usual,
                        phases,
                        warmup,
                        Phase::startRatePerSecond,
                        Phase::endRatePerSecond,
                        true));
    if (open.bursts().isPresent()) {
      long seed = workload.messages().seed();
      points = new ArrayList<>(BurstCurve.of(points, open.bursts().get(), seed));
    }
    if (ends) {
      // The schedule itself ends the load, so that all workers stop at one moment.
      points.add(new Point(points.get(points.size() - 1).offsetNanos(), 0));
    }
    return Optional.of(new Curve(points));
  }

  /**
   * A curve from the end of the warm-up to that of the last phase, if the load ends. A trace begins
   * with the warm-up.
   */
  private static List<Point> curved(
      OpenLoop open, Curve curve, List<Phase> phases, Duration warmup) {
    long start = open.replay().isPresent() ? 0 : warmup.toNanos();
    Duration length = phases.stream().map(Phase::length).reduce(Duration.ZERO, Duration::plus);
    long end = length.isZero() ? Long.MAX_VALUE : warmup.plus(length).toNanos();
    List<Point> points = new ArrayList<>(List.of(new Point(0, curve.valueAt(0))));
    if (start > 0) {
      points.add(new Point(start, curve.points().get(0).value()));
    }
    for (Point point : curve.points()) {
      if (start + point.offsetNanos() < end) {
        points.add(new Point(start + point.offsetNanos(), point.value()));
      }
    }
    if (end < Long.MAX_VALUE) {
      points.add(new Point(end, curve.before(end - start)));
    }
    return points;
  }

  private static Optional<Curve> processing(
      Workload workload, List<Phase> phases, Duration warmup) {
    double usual = workload.consumers().processing().typical().toNanos();
    double first = phases.stream().findFirst().flatMap(LoadSchedule::startNanos).orElse(usual);
    Curve curve =
        new Curve(
            points(first, phases, warmup, LoadSchedule::startNanos, LoadSchedule::endNanos, false));
    boolean varies = !workload.consumers().processing().variation().isNone();
    return !varies && curve.points().stream().allMatch(point -> point.value() == 0)
        ? Optional.empty()
        : Optional.of(curve);
  }

  private static Optional<Double> startNanos(Phase phase) {
    return phase.startProcessingTime().map(time -> (double) time.toNanos());
  }

  private static Optional<Double> endNanos(Phase phase) {
    return phase.endProcessingTime().map(time -> (double) time.toNanos());
  }

  /**
   * A quantity over warm-up and phases: from where the phase before ended, in straight lines.
   *
   * @param pauses whether it is 0 in a pause, and afterwards what it was before
   */
  private static List<Point> points(
      double first,
      List<Phase> phases,
      Duration warmup,
      Function<Phase, Optional<Double>> startOf,
      Function<Phase, Optional<Double>> endOf,
      boolean pauses) {
    double current = first;
    List<Point> points = new ArrayList<>(List.of(new Point(0, current)));
    long at = warmup.toNanos();
    for (Phase phase : phases) {
      double start = startOf.apply(phase).orElse(current);
      current = endOf.apply(phase).orElse(start);
      boolean none = pauses && phase.isPause();
      points.add(new Point(at, none ? 0 : start));
      at += phase.length().toNanos();
      points.add(new Point(at, none ? 0 : current));
    }
    return points;
  }

  private static double mean(Curve curve, long from, long to) {
    return to <= from ? curve.valueAt(from) : curve.area(from, to) / (to - from);
  }
}
