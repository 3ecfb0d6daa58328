package io.tidemark.report.statistics;

import java.util.Arrays;
import java.util.List;

/**
 * The changes from a baseline to one or more systems, with the correction for several tests.
 *
 * @param changes one for each system
 * @param adjusted their probabilities, all of which may be compared with one level
 * @param strictness the level of the strictest of these tests is that of all of them, times this
 * @param blocks whether the effect of blocks was removed
 */
public record Changes(
    List<Change> changes, List<Double> adjusted, double strictness, boolean blocks) {
  /** For {@link #strictness}: it hardly depends on the level. */
  private static final double USUAL_LEVEL = 0.05;

  public Changes {
    changes = List.copyOf(changes);
    adjusted = List.copyOf(adjusted);
  }

  /**
   * By the model of blocks, or by Welch's tests if the blocks are too few, or one system varies
   * more than the others.
   *
   * @param values of all systems, above 0, in the order of the blocks; NaN where there is none
   * @param systems at least one, with two values or more, as the baseline
   */
  public static Changes of(double[][] values, int baseline, int... systems) {
    return BlockModel.of(values)
        .filter(BlockModel::hasEqualVariances)
        .map(model -> of(model, baseline, systems))
        .orElseGet(
            () ->
                of(
                    present(values[baseline]),
                    Arrays.stream(systems).mapToObj(system -> present(values[system])).toList()));
  }

  private static double[] present(double[] values) {
    return Arrays.stream(values).filter(value -> !Double.isNaN(value)).toArray();
  }

  /** By Dunnett's test, which for one system is that of the change alone. */
  private static Changes of(BlockModel model, int baseline, int... systems) {
    if (systems.length == 1) {
      Change only = model.change(baseline, systems[0]);
      return new Changes(List.of(only), List.of(only.probability()), 1, true);
    }
    return new Changes(
        Arrays.stream(systems).mapToObj(system -> model.change(baseline, system)).toList(),
        Arrays.stream(model.adjusted(baseline, systems)).boxed().toList(),
        model.level(USUAL_LEVEL, baseline, systems) / USUAL_LEVEL,
        true);
  }

  /** By Welch's tests, with Holm's correction. */
  static Changes of(double[] baseline, List<double[]> systems) {
    List<Change> changes = systems.stream().map(values -> Change.of(baseline, values)).toList();
    double[] alone = changes.stream().mapToDouble(Change::probability).toArray();
    return new Changes(
        changes, Arrays.stream(Holm.adjusted(alone)).boxed().toList(), 1.0 / systems.size(), false);
  }
}
