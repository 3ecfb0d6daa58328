package io.tidemark.report.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import org.apache.commons.statistics.inference.TTest;
import org.junit.jupiter.api.Test;

class BlockModelTest {
  private static final double[] BASELINE = {100, 104, 98, 101, 103};
  private static final double[] OTHER = {130, 118, 140, 125, 133};

  private static double[] drifting(double[] values) {
    double[] slower = values.clone();
    Arrays.setAll(slower, block -> values[block] * (1 + block));
    return slower;
  }

  private static Change change(double[]... values) {
    return BlockModel.of(values).orElseThrow().change(0, 1);
  }

  @Test
  void agreesForTwoSystemsWithAPairedTest() {
    TTest.Result paired =
        TTest.withDefaults()
            .pairedTest(
                DoubleStream.of(OTHER).map(Math::log).toArray(),
                DoubleStream.of(BASELINE).map(Math::log).toArray());
    Change change = change(BASELINE, OTHER);
    assertThat(change.degreesOfFreedom()).isEqualTo(4);
    assertThat(change.probability()).isCloseTo(paired.getPValue(), within(1e-12));
  }

  @Test
  void aSlowChangeOfTheMachineIsNoVarianceOfTheSystems() {
    Change steady = change(BASELINE, OTHER);
    Change drifting = change(drifting(BASELINE), drifting(OTHER));
    assertThat(drifting.logRatio()).isCloseTo(steady.logRatio(), within(1e-12));
    assertThat(drifting.standardError()).isCloseTo(steady.standardError(), within(1e-12));
    assertThat(Change.of(drifting(BASELINE), drifting(OTHER)).probability()).isGreaterThan(0.3);
    assertThat(drifting.probability()).isLessThan(0.01);
  }

  @Test
  void allSystemsGiveTheVariance() {
    BlockModel model =
        BlockModel.of(new double[][] {BASELINE, OTHER, {99, 103, 100, 102, 99}}).orElseThrow();
    assertThat(model.change(0, 1).degreesOfFreedom()).isEqualTo(8);
    assertThat(model.change(0, 1).standardError())
        .isCloseTo(model.change(0, 2).standardError(), within(1e-12));
    assertThat(model.change(1, 2).logRatio())
        .isCloseTo(model.change(0, 2).logRatio() - model.change(0, 1).logRatio(), within(1e-12));
  }

  @Test
  void aMissingRunDoesNotMixSystemsWithBlocks() {
    double none = Double.NaN;
    // The third block is slower by a factor of 2, and the second system has no run in it.
    double[][] values = {{100, 102, 200}, {110, 112, none}, {100, 103, 201}};
    BlockModel model = BlockModel.of(values).orElseThrow();
    assertThat(Math.exp(model.change(0, 1).logRatio())).isCloseTo(1.099, within(0.001));
    assertThat(model.change(0, 1).runs()).isEqualTo(2);
    assertThat(model.change(0, 1).standardError())
        .isGreaterThan(model.change(0, 2).standardError());
    assertThat(model.change(0, 1).degreesOfFreedom()).isEqualTo(3);
    assertThat(model.change(0, 1).probability()).isLessThan(0.01);
  }

  @Test
  void systemsWithoutACommonBlockAreNotCompared() {
    double none = Double.NaN;
    assertThat(BlockModel.of(new double[][] {{1, 2, none, none}, {none, none, 1, 2}})).isEmpty();
    assertThat(BlockModel.of(new double[][] {{1}, {2}})).isEmpty();
    assertThat(BlockModel.of(new double[][] {{1, 2, 3}})).isEmpty();
  }

  @Test
  void correctsOverTheSystems() {
    BlockModel model =
        BlockModel.of(new double[][] {BASELINE, {103, 110, 99, 106, 104}, {99, 103, 100, 102, 99}})
            .orElseThrow();
    double[] adjusted = model.adjusted(0, 1, 2);
    double alone = model.change(0, 1).probability();
    assertThat(adjusted[0]).isGreaterThan(alone * 1.5).isLessThan(alone * 2);
    assertThat(adjusted[1]).isCloseTo(model.change(0, 2).probability(), within(1e-12));
    assertThat(model.level(0.05, 0, 1, 2)).isBetween(0.025, 0.03);
  }

  @Test
  void differentVariancesAreSeen() {
    double[][] equal = {BASELINE, {90, 91, 93, 92, 89}, {99, 103, 100, 102, 99}};
    double[][] different = {{100, 220, 50, 180, 60}, {90, 91, 92, 90, 91}, {99, 99, 100, 101, 99}};
    assertThat(BlockModel.of(equal).orElseThrow().hasEqualVariances()).isTrue();
    assertThat(BlockModel.of(different).orElseThrow().hasEqualVariances()).isFalse();
  }

  @Test
  void equalFiguresDoNotProveThatTheNextOneIsEqual() {
    double[] same = {500, 500, 500};
    Change change = change(same, same, same);
    assertThat(change.probability()).isCloseTo(1, within(1e-9));
    assertThat(change.highest(0.95)).isBetween(0.0004, 0.001);
  }
}
