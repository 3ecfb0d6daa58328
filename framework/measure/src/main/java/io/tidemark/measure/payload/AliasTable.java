package io.tidemark.measure.payload;

import io.tidemark.measure.SeededRandom;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/** Draws indexes by weight in constant time (Walker's method as Vose builds it). Immutable. */
final class AliasTable {
  private final double[] keep;
  private final int[] alias;

  AliasTable(double[] weights) {
    if (weights.length == 0) {
      throw new IllegalArgumentException("at least one weight");
    }
    int n = weights.length;
    double sum = Arrays.stream(weights).sum();
    double[] scaled = Arrays.stream(weights).map(weight -> weight / sum * n).toArray();
    keep = new double[n];
    alias = new int[n];
    Deque<Integer> small = new ArrayDeque<>();
    Deque<Integer> large = new ArrayDeque<>();
    for (int i = 0; i < n; i++) {
      keep[i] = 1;
      (scaled[i] < 1 ? small : large).add(i);
    }
    while (!small.isEmpty() && !large.isEmpty()) {
      int less = small.remove();
      int more = large.remove();
      keep[less] = scaled[less];
      alias[less] = more;
      scaled[more] -= 1 - scaled[less];
      (scaled[more] < 1 ? small : large).add(more);
    }
  }

  int draw(SeededRandom random) {
    int i = random.nextInt(keep.length);
    return random.nextDouble() < keep[i] ? i : alias[i];
  }
}
