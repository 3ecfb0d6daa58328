package io.tidemark.worker.headers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.tidemark.base.ManualClock;
import io.tidemark.driver.headers.HeaderSender;
import io.tidemark.driver.headers.MessageHeader;
import io.tidemark.measure.EnvelopeLayout;
import io.tidemark.measure.EnvelopeWriter;
import io.tidemark.model.grammar.Grammar;
import io.tidemark.model.load.EnvelopeSpec;
import io.tidemark.model.load.EnvelopeSpec.Form;
import io.tidemark.model.load.EnvelopeSpec.Position;
import io.tidemark.model.load.HeaderSpec;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.load.SpanIds;
import io.tidemark.model.load.SpanShare;
import io.tidemark.model.worker.RunSetup;
import io.tidemark.model.workload.MessageOptions;
import io.tidemark.worker.SendOnly;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class HeaderSourceTest {
  private static final EnvelopeSpec IN_HEADER = new EnvelopeSpec(Position.HEADER, Form.BINARY);

  private final ManualClock clock = new ManualClock();
  private final List<List<MessageHeader>> sent = new ArrayList<>();

  private final class Sender implements SendOnly, HeaderSender {
    @Override
    public CompletableFuture<Void> sendAsync(Optional<String> key, byte[] payload) {
      sent.add(null);
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletableFuture<Void> sendAsync(
        Optional<String> key, byte[] payload, List<MessageHeader> headers) {
      sent.add(headers);
      return CompletableFuture.completedFuture(null);
    }
  }

  private static HeaderSpec value(String name, String value) {
    return new HeaderSpec(name, Optional.of(value), Optional.empty(), 1);
  }

  private static HeaderSpec random(String name, int bytes, int count) {
    return new HeaderSpec(name, Optional.empty(), Optional.of(bytes), count);
  }

  private BenchmarkProducer producer(int index, EnvelopeSpec envelope, HeaderSpec... headers) {
    MessageOptions messages =
        Grammar.defaults(MessageOptions.class)
            .with()
            .headers(List.of(headers))
            .envelope(envelope)
            .seed(3)
            .build();
    return producer(index, messages, new Sender());
  }

  private BenchmarkProducer producer(int index, MessageOptions messages, BenchmarkProducer sender) {
    RunSetup setup =
        RunSetup.of("run", 7, new RunSetup.DriverSource("none", ""), PayloadSpec.zeros(10))
            .withMessages(messages);
    EnvelopeLayout layout = EnvelopeLayout.forProducers(messages.envelope(), 1);
    return HeaderSource.of(setup, index, clock, new EnvelopeWriter(layout, 7, index)).apply(sender);
  }

  private static String text(List<MessageHeader> headers) {
    return headers.stream().map(MessageHeader::toString).collect(Collectors.joining(" "));
  }

  @Test
  void aProducerOfARunWithoutHeadersIsUsedAsItIs() {
    assertThat(producer(0, EnvelopeSpec.DEFAULT)).isInstanceOf(Sender.class);
  }

  @Test
  void fixedHeadersAreOneListForAllMessages() {
    BenchmarkProducer producer =
        producer(4, EnvelopeSpec.DEFAULT, value("region", "eu"), value("from", "p#{producer}"));
    producer.sendAsync(Optional.empty(), new byte[10]);
    producer.sendAsync(Optional.empty(), new byte[10]);
    assertThat(text(sent.get(0))).isEqualTo("region=eu from=p4");
    assertThat(sent.get(1)).isSameAs(sent.get(0));
  }

  @Test
  void aTemplateHasNumberTimeAndKeyOfItsMessage() {
    BenchmarkProducer producer =
        producer(
            0, EnvelopeSpec.DEFAULT, value("id", "#{key}/#{n}@#{time}"), value("a", "#{time:iso}"));
    clock.setEpochNanos(5_000_000_000L);
    producer.sendAsync(Optional.of("k"), new byte[10]);
    clock.setEpochNanos(5_007_000_000L);
    producer.sendAsync(Optional.empty(), new byte[10]);
    assertThat(sent.stream().map(HeaderSourceTest::text))
        .containsExactly(
            "id=k/0@5000 a=1970-01-01T00:00:05Z", "id=/1@5007 a=1970-01-01T00:00:05.007Z");
  }

  @Test
  void randomTextsFollowFromSeedAndProducer() {
    for (int index : new int[] {0, 0, 1}) {
      BenchmarkProducer producer =
          producer(index, EnvelopeSpec.DEFAULT, random("h", 32, 3), value("t", "x#{random:5}"));
      producer.sendAsync(Optional.empty(), new byte[10]);
      producer.sendAsync(Optional.empty(), new byte[10]);
    }
    assertThat(text(sent.get(0))).matches("h1=\\w{32} h2=\\w{32} h3=\\w{32} t=x\\w{5}");
    assertThat(text(sent.get(1))).isNotEqualTo(text(sent.get(0)));
    assertThat(text(sent.get(2))).isEqualTo(text(sent.get(0)));
    assertThat(text(sent.get(3))).isEqualTo(text(sent.get(1)));
    assertThat(text(sent.get(4))).isNotEqualTo(text(sent.get(0)));
  }

  @Test
  void oneOfSomeMessagesOfAProducerHasTheContextOfItsTrace() {
    MessageOptions messages =
        Grammar.defaults(MessageOptions.class)
            .with()
            .headers(List.of(value("region", "eu")))
            .trace(Optional.of(new SpanShare(2)))
            .build();
    BenchmarkProducer producer = producer(4, messages, new Sender());
    for (int i = 0; i < 3; i++) {
      producer.sendAsync(Optional.empty(), new byte[10]);
    }
    assertThat(sent.stream().map(HeaderSourceTest::text))
        .containsExactly(
            "region=eu traceparent=" + new SpanIds("run", 4, 0).header(),
            "region=eu",
            "region=eu traceparent=" + new SpanIds("run", 4, 2).header());
  }

  @Test
  void theStampComesAfterTheHeadersAndIsNewForEachMessage() {
    BenchmarkProducer producer = producer(0, IN_HEADER, value("region", "eu"));
    producer.sendAsync(Optional.empty(), new byte[10]);
    producer.sendAsync(Optional.empty(), new byte[10]);
    assertThat(text(sent.get(0))).isEqualTo("region=eu tidemarkStamp=32 B");
    assertThat(sent.get(0).get(1).bytes()).isNotSameAs(sent.get(1).get(1).bytes());
  }

  @Test
  void aStampCanBeText() {
    producer(0, new EnvelopeSpec(Position.HEADER, Form.TEXT))
        .sendAsync(Optional.empty(), new byte[10]);
    assertThat(text(sent.get(0))).matches("tidemarkStamp=TMK1[\\w-]{43}\\.");
  }

  @Test
  void aProducerThatSendsNoHeadersIsNamed() {
    SendOnly plain = (key, payload) -> CompletableFuture.completedFuture(null);
    MessageOptions messages = Grammar.defaults(MessageOptions.class).withEnvelope(IN_HEADER);
    assertThatIllegalStateException()
        .isThrownBy(() -> producer(0, messages, plain))
        .withMessageContaining("must implement HeaderSender");
  }
}
