package io.tidemark.worker.headers;

import static org.assertj.core.api.Assertions.assertThat;

import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.tidemark.driver.headers.HeaderSupport;
import io.tidemark.driver.headers.MessageHeader;
import io.tidemark.model.grammar.Grammar;
import io.tidemark.model.load.CloudEventsSpec;
import io.tidemark.model.load.EnvelopeSpec;
import io.tidemark.model.load.EnvelopeSpec.Form;
import io.tidemark.model.load.EnvelopeSpec.Position;
import io.tidemark.model.load.HeaderSpec;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.worker.RunSetup;
import io.tidemark.model.workload.MessageOptions;
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
                  case "cloudEventHeader" ->
                      Optional.of("x-" + arguments[0])
                          .filter(name -> !name.equals("x-datacontenttype"));
                  case "contentTypeHeader" -> Optional.of("x-content");
                  case "headerProblem" ->
                      Optional.of("begins with a digit")
                          .filter(
                              any ->
                                  Character.isDigit(
                                      ((MessageHeader) arguments[0]).name().charAt(0)));
                  default -> throw new UnsupportedOperationException(method.getName());
                }));
  }

  private static MessageOptions header(String name, EnvelopeSpec envelope) {
    return none(envelope).withHeaders(List.of(HeaderSpec.of(name, "x")));
  }

  private static MessageOptions none(EnvelopeSpec envelope) {
    return Grammar.defaults(MessageOptions.class).withEnvelope(envelope);
  }

  private static RunSetup setup(EnvelopeSpec envelope, Optional<CloudEventsSpec> cloudEvents) {
    return RunSetup.of("run", 7, new RunSetup.DriverSource("none", ""), PayloadSpec.zeros(10))
        .withMessages(header("a", envelope).withCloudEvents(cloudEvents));
  }

  /** Empty if there is none. */
  private static String problem(BenchmarkDriver driver, MessageOptions wanted) {
    return HeaderFit.problem(driver, Map.of(), wanted).orElse("");
  }

  @Test
  void aRunWithoutHeadersNeedsNothingOfADriver() {
    assertThat(problem(without(), none(EnvelopeSpec.DEFAULT))).isEmpty();
  }

  @Test
  void aDriverWithoutPrioritiesIsNamed() {
    MessageOptions wanted =
        none(EnvelopeSpec.DEFAULT).withPriorities(Map.of("9", "5 %", "4", "95 %"));
    assertThat(problem(textsOnly(), wanted))
        .startsWith("priorities: needs a driver with PrioritySupport, got ")
        .endsWith("; allowed are workloads without priorities");
  }

  @Test
  void aDriverWithoutHeadersIsNamedWithTheKeyThatNeedsThem() {
    assertThat(problem(without(), header("a", EnvelopeSpec.DEFAULT)))
        .startsWith("headers needs")
        .contains("HeaderSupport");
    assertThat(problem(without(), none(IN_HEADER))).startsWith("envelope.position: header needs");
  }

  @Test
  void aHeaderThatTheDriverRefusesIsNamed() {
    assertThat(problem(textsOnly(), header("a1", IN_HEADER))).isEmpty();
    assertThat(problem(textsOnly(), header("1a", IN_HEADER)))
        .isEqualTo("header 1a: begins with a digit");
  }

  @Test
  void stampsAreTextsWhereHeadersAre() {
    assertThat(
            HeaderFit.fitted(textsOnly(), setup(IN_HEADER, Optional.empty()))
                .messages()
                .envelope()
                .form())
        .isEqualTo(Form.TEXT);
    for (BenchmarkDriver driver : List.of(textsOnly(), without())) {
      RunSetup plain = setup(EnvelopeSpec.DEFAULT, Optional.empty());
      assertThat(HeaderFit.fitted(driver, plain)).isEqualTo(plain);
    }
  }

  @Test
  void theDriverNamesTheHeadersOfCloudEvents() {
    CloudEventsSpec events =
        new CloudEventsSpec(
            CloudEventsSpec.Mode.BINARY, "order", "/shop", Optional.of("application/json"));
    RunSetup fitted =
        HeaderFit.fitted(textsOnly(), setup(EnvelopeSpec.DEFAULT, Optional.of(events)));
    assertThat(fitted.messages().headers())
        .containsExactly(
            HeaderSpec.of("a", "x"),
            HeaderSpec.of("x-specversion", "1.0"),
            HeaderSpec.of("x-id", "#{time}-#{producer}-#{n}"),
            HeaderSpec.of("x-source", "/shop"),
            HeaderSpec.of("x-type", "order"),
            HeaderSpec.of("x-time", "#{time:iso}"));
    CloudEventsSpec structured =
        new CloudEventsSpec(
            CloudEventsSpec.Mode.STRUCTURED, "order", "/shop", Optional.of("application/json"));
    assertThat(
            HeaderFit.fitted(textsOnly(), setup(IN_HEADER, Optional.of(structured)))
                .messages()
                .headers())
        .as("the attributes are in the body")
        .containsExactly(
            HeaderSpec.of("a", "x"),
            HeaderSpec.of("x-content", "application/cloudevents+json; charset=UTF-8"));
    MessageOptions clash =
        none(EnvelopeSpec.DEFAULT)
            .with()
            .headers(List.of(HeaderSpec.of("x-id", "y")))
            .cloudEvents(Optional.of(events))
            .build();
    assertThat(problem(textsOnly(), clash)).startsWith("header x-id: two headers");
    assertThat(problem(without(), none(EnvelopeSpec.DEFAULT).withCloudEvents(Optional.of(events))))
        .startsWith("cloudEvents needs a driver");
  }
}
