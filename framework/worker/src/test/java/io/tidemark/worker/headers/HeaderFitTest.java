package io.tidemark.worker.headers;

import static org.assertj.core.api.Assertions.assertThat;

import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.tidemark.driver.HeaderSupport;
import io.tidemark.driver.MessageHeader;
import io.tidemark.model.load.EnvelopeSpec;
import io.tidemark.model.load.EnvelopeSpec.Form;
import io.tidemark.model.load.EnvelopeSpec.Position;
import io.tidemark.model.load.HeaderSpec;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HeaderFitTest {
  private static final EnvelopeSpec IN_HEADER = new EnvelopeSpec(Position.HEADER, Form.BINARY);

  private interface WithHeaders extends BenchmarkDriver, HeaderSupport {}

  private static BenchmarkDriver without() {
    return proxy(BenchmarkDriver.class);
  }

  /** Texts only, and no name that begins with a digit. */
  private static BenchmarkDriver textsOnly() {
    return proxy(WithHeaders.class);
  }

  private static <T> T proxy(Class<T> type) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "binaryHeaders" -> false;
                  case "headerProblem" ->
                      Optional.of("begins with a digit")
                          .filter(
                              any ->
                                  Character.isDigit(
                                      ((MessageHeader) arguments[0]).name().charAt(0)));
                  default -> throw new UnsupportedOperationException(method.getName());
                }));
  }

  private static List<HeaderSpec> header(String name) {
    return List.of(new HeaderSpec(name, Optional.of("x"), Optional.empty(), 1));
  }

  @Test
  void aRunWithoutHeadersNeedsNothingOfADriver() {
    assertThat(HeaderFit.problem(without(), Map.of(), List.of(), EnvelopeSpec.DEFAULT)).isEmpty();
  }

  @Test
  void aDriverWithoutHeadersIsNamedWithTheKeyThatNeedsThem() {
    assertThat(HeaderFit.problem(without(), Map.of(), header("a"), EnvelopeSpec.DEFAULT))
        .hasValueSatisfying(
            text -> assertThat(text).startsWith("headers needs a driver with HeaderSupport, got"));
    assertThat(HeaderFit.problem(without(), Map.of(), List.of(), IN_HEADER))
        .hasValueSatisfying(text -> assertThat(text).startsWith("envelope.position: header needs"));
  }

  @Test
  void aHeaderThatTheDriverRefusesIsNamed() {
    assertThat(HeaderFit.problem(textsOnly(), Map.of(), header("a1"), IN_HEADER)).isEmpty();
    assertThat(HeaderFit.problem(textsOnly(), Map.of(), header("1a"), IN_HEADER))
        .contains("header 1a: begins with a digit");
  }

  @Test
  void stampsAreTextsWhereHeadersAre() {
    assertThat(HeaderFit.stamps(textsOnly(), IN_HEADER).form()).isEqualTo(Form.TEXT);
    assertThat(HeaderFit.stamps(textsOnly(), EnvelopeSpec.DEFAULT))
        .isEqualTo(EnvelopeSpec.DEFAULT);
    assertThat(HeaderFit.stamps(without(), IN_HEADER)).isEqualTo(IN_HEADER);
  }
}
