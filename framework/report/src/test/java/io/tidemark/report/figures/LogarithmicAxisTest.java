package io.tidemark.report.figures;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class LogarithmicAxisTest {
  @Test
  void valuesThatDifferByMoreThanAFactorOf20NeedOne() {
    assertThat(LogarithmicAxis.suits(DoubleStream.of(5, 1, 20))).isFalse();
    assertThat(LogarithmicAxis.suits(DoubleStream.of(5, 1, 20.1, Double.NaN))).isTrue();
    assertThat(LogarithmicAxis.suits(DoubleStream.of(0, 1, 200))).isFalse();
    assertThat(LogarithmicAxis.suits(DoubleStream.empty())).isFalse();
  }
}
