package io.tidemark.worker.engine;

import io.tidemark.model.load.DeliveryMode;
import io.tidemark.worker.engine.CalibrationReport.ClosedLoop;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Messages a second by kind, one figure of each kind in each round. Values are compared within a
 * round, and the median of all rounds counts, because other load rarely affects all rounds.
 */
final class CalibrationRounds {
  private final Map<String, List<Double>> byKind = new HashMap<>();

  private static String kind(DeliveryMode delivery, int threads) {
    return delivery + "-" + threads;
  }

  /**
   * @param delivery null for the floor
   */
  void add(DeliveryMode delivery, int threads, double perSecond) {
    byKind.computeIfAbsent(kind(delivery, threads), key -> new ArrayList<>()).add(perSecond);
  }

  private double median(String kind) {
    return median(byKind.get(kind));
  }

  private double medianRatio(String kind, String base) {
    List<Double> ratios = new ArrayList<>();
    for (int round = 0; round < byKind.get(kind).size(); round++) {
      ratios.add(byKind.get(kind).get(round) / byKind.get(base).get(round));
    }
    return median(ratios);
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
