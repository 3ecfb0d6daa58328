package io.tidemark.worker.calibration;

import io.tidemark.model.load.DeliveryMode;
import io.tidemark.worker.calibration.CalibrationReport.ClosedLoop;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Messages a second by kind, one figure of each kind in each round. Values are compared within a
 * round, and the median of all rounds counts, because other load rarely affects all rounds.
 */
final class CalibrationRounds {
  private final Map<String, List<Double>> byKind = new HashMap<>();

  private static String kind(@Nullable DeliveryMode delivery, int threads) {
    return delivery + "-" + threads;
  }

  /**
   * @param delivery null for the floor
   */
  void add(@Nullable DeliveryMode delivery, int threads, double perSecond) {
    byKind.computeIfAbsent(kind(delivery, threads), key -> new ArrayList<>()).add(perSecond);
  }

  private double median(String kind) {
    return median(figures(kind));
  }

  private double medianRatio(String kind, String base) {
    Iterator<Double> bases = figures(base).iterator();
    return median(figures(kind).stream().map(figure -> figure / bases.next()).toList());
  }

  /** Only kinds that were measured are asked for. */
  private List<Double> figures(String kind) {
    return Objects.requireNonNull(byKind.get(kind), kind);
  }

  private static double median(List<Double> figures) {
    return figures.stream().sorted().toList().get(figures.size() / 2);
  }

  List<CalibrationReport.Baseline> floors(int[] threadCounts) {
    return Arrays.stream(threadCounts)
        .mapToObj(
            n ->
                new CalibrationReport.Baseline(
                    n, median(kind(null, n)), medianRatio(kind(null, n), kind(null, 1))))
        .toList();
  }

  List<ClosedLoop> closedLoops(int[] threadCounts, DeliveryMode[] deliveries) {
    List<ClosedLoop> loops = new ArrayList<>();
    for (int n : threadCounts) {
      for (DeliveryMode delivery : deliveries) {
        String kind = kind(delivery, n);
        loops.add(
            new ClosedLoop(
                n,
                delivery,
                median(kind),
                medianRatio(kind, kind(null, n)),
                medianRatio(kind, kind(delivery, 1))));
      }
    }
    return loops;
  }
}
