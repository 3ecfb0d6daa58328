package io.tidemark.simulation.plan;

import io.tidemark.simulation.kernel.Reduction;
import java.util.List;
import java.util.Random;

/** Draws values, and notes the parts that can be smaller. A smaller one draws as many values. */
final class Draw {
  final Random random;
  final Reduction reduction;
  final List<Reduction.Part> parts;

  Draw(long seed, Reduction reduction, List<Reduction.Part> parts) {
    this.random = new Random(seed);
    this.reduction = reduction;
    this.parts = parts;
  }

  /**
   * @param name empty if it cannot be smaller
   */
  int from(String name, int least, int most) {
    int drawn = least + random.nextInt(most - least + 1);
    return name.isEmpty() ? drawn : smaller(name, least, drawn);
  }

  int smaller(String name, int least, int drawn) {
    int value = (int) Math.min(drawn, Math.max(least, reduction.limit(name)));
    parts.add(new Reduction.Part(name, least, value, true));
    return value;
  }

  boolean part(String name, double chance) {
    return flag(name, chance(name, chance));
  }

  /** Whether a part is drawn. */
  boolean chance(String name, double chance) {
    return random.nextDouble() < chance || reduction.with().contains(name);
  }

  boolean flag(String name, boolean drawn) {
    boolean is = drawn && reduction.limit(name) > 0;
    parts.add(new Reduction.Part(name, 0, is ? 1 : 0, true));
    return is;
  }

  double share(String name, double chance, double most) {
    boolean is = random.nextDouble() < chance;
    double value = random.nextDouble() * most;
    double share = is ? Math.min(value, reduction.limit(name)) : 0;
    parts.add(new Reduction.Part(name, 0, share, false));
    return share;
  }
}
