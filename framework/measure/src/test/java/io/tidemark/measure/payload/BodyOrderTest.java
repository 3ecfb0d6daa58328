package io.tidemark.measure.payload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.measure.EnvelopeForm;
import io.tidemark.measure.EnvelopeLayout;
import io.tidemark.measure.EnvelopeReader;
import io.tidemark.measure.EnvelopeWriter;
import io.tidemark.measure.MessageKind;
import io.tidemark.model.load.EnvelopeSpec.Position;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.load.PayloadSpec.Content;
import io.tidemark.model.load.PayloadSpec.Corpus;
import io.tidemark.model.load.PayloadSpec.Order;
import io.tidemark.model.load.PayloadSpec.Table;
import io.tidemark.model.load.PayloadSpec.Template;
import io.tidemark.model.load.PayloadSpec.WeightedSize;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which bodies the messages of a run have, of several producers together. */
class BodyOrderTest {
  private static final int PRODUCERS = 3;
  private static final EnvelopeLayout LAYOUT =
      new EnvelopeLayout(Position.PREFIX, false, PRODUCERS);
  private static final List<String> BODIES = List.of("a", "bb", "ccc", "dddd", "eeeee");

  @Test
  void sequentialBodiesAreThoseOfTheRunsMessagesInTurn() {
    List<String> sent = run(corpus(Order.SEQUENTIAL), List.of(), 4, 0);
    assertThat(sent).isEqualTo(IntStream.range(0, 12).mapToObj(n -> BODIES.get(n % 5)).toList());
  }

  @Test
  void inTurnEachProducerSendsAllBodies() {
    PayloadPool.Draw draw = pool(corpus(Order.IN_TURN), List.of()).draw(7, 1);
    List<String> sent = IntStream.range(0, 5).mapToObj(n -> text(draw.next())).toList();
    assertThat(sent).containsExactlyInAnyOrderElementsOf(BODIES);
  }

  @Test
  void randomBodiesAreEquallyFrequentAndFollowTheSeed() {
    PayloadPool pool = pool(corpus(Order.RANDOM), List.of());
    PayloadPool.Draw draw = pool.draw(7, 0);
    List<String> sent = IntStream.range(0, 50_000).mapToObj(n -> text(draw.next())).toList();
    for (String body : BODIES) {
      assertThat(sent.stream().filter(body::equals).count() / 50_000.0)
          .isCloseTo(0.2, within(0.01));
    }
    PayloadPool.Draw again = pool.draw(7, 0);
    assertThat(IntStream.range(0, 100).mapToObj(n -> text(again.next())).toList())
        .isEqualTo(sent.subList(0, 100));
  }

  @Test
  void aTemplateHasTheNumbersOfTheRunsMessagesAndTheTimeOfTheClock() {
    List<String> sent = run(template("#{sequence}@#{time:millis}"), List.of(), 3, 5_000_000);
    assertThat(sent).containsExactly("0@5", "1@5", "2@5", "3@5", "4@5", "5@5", "6@5", "7@5", "8@5");
  }

  @Test
  void producersFillATemplateWithDifferentValuesOfTheSeed() {
    Content template = template("#{sequence} #{random:20}");
    List<String> sent = run(template, List.of(), 100, 0);
    assertThat(sent.stream().map(body -> body.split(" ")[1])).doesNotHaveDuplicates();
    assertThat(run(template, List.of(), 100, 0)).isEqualTo(sent);
  }

  @Test
  void aFilledBodyIsTruncatedOrRepeatedToTheSizeOfItsMessage() {
    List<WeightedSize> sizes = List.of(new WeightedSize(3, 1), new WeightedSize(8, 1));
    assertThat(run(template("#{sequence:10000}"), sizes, 50, 0))
        .allMatch(body -> body.matches("10[01]\\d\\d10[01]|10[01]"))
        .anyMatch(body -> body.length() == 3)
        .anyMatch(body -> body.length() == 8);
  }

  /** Probes have it, before the load. */
  @Test
  void theFirstBodyIsOneOfTheLoadAndTakesNothingFromIt() {
    PayloadPool.Draw bodies = pool(corpus(Order.SEQUENTIAL), List.of()).draw(7, 0);
    assertThat(text(bodies.first())).isEqualTo("a");
    assertThat(text(bodies.next())).isEqualTo("a");
    PayloadPool.Draw filled = pool(template("#{sequence}"), List.of()).draw(7, 1);
    assertThat(text(filled.first())).isEqualTo("1");
    assertThat(text(filled.next())).isEqualTo("1");
  }

  /** The check covers every byte of a body that is made for one message. */
  @Test
  void aFilledBodyPassesTheCheckOfItsReceiver() {
    PayloadPool.Draw draw = pool(template("#{random:60} #{sequence}"), List.of()).draw(7, 2);
    EnvelopeWriter writer = new EnvelopeWriter(LAYOUT, 99, 2);
    EnvelopeReader reader = new EnvelopeReader();
    for (int i = 0; i < 10; i++) {
      PayloadPool.Body body = draw.next();
      byte[] message = body.copy();
      assertThat(body.form()).isEqualTo(EnvelopeForm.FULL);
      writer.write(message, body.form(), body.hash(), MessageKind.DATA, i, 1000, 0);
      assertThat(reader.read(message, LAYOUT, 99, true)).isEqualTo(EnvelopeReader.Result.OURS);
      message[50] ^= 1;
      assertThat(reader.read(message, LAYOUT, 99, true)).isEqualTo(EnvelopeReader.Result.CORRUPTED);
    }
  }

  @Test
  void aTemplateFindsItsTables() {
    Table table = new Table("u.csv", List.of("id"), List.of(List.of("x"), List.of("y")));
    Template looking = new Template("#{sequence}#{csv:u.csv:id}", false, List.of(table), 2, 2, 2);
    assertThat(run(looking, List.of(), 20, 0)).allMatch(body -> body.matches("\\d+[xy]"));
    Template without = new Template("#{csv:u.csv:id}", false, List.of(), 2, 2, 2);
    assertThatThrownBy(() -> pool(without, List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the table is missing, got u.csv");
  }

  private static Content corpus(Order order) {
    return new Corpus(
        BODIES.stream().map(body -> body.getBytes(StandardCharsets.UTF_8)).toList(), order);
  }

  private static Content template(String text) {
    return new Template(text, false, List.of(), 1, 1, 1);
  }

  /** Messages of all producers in the order of the schedule. */
  private static List<String> run(
      Content content, List<WeightedSize> sizes, int each, long epochNanos) {
    PayloadPool pool =
        new PayloadPool(new PayloadSpec(sizes, content), 7, LAYOUT, () -> epochNanos);
    List<PayloadPool.Draw> draws =
        IntStream.range(0, PRODUCERS).mapToObj(producer -> pool.draw(7, producer)).toList();
    List<String> sent = new ArrayList<>();
    for (int i = 0; i < each; i++) {
      draws.forEach(draw -> sent.add(text(draw.next())));
    }
    return sent;
  }

  private static PayloadPool pool(Content content, List<WeightedSize> sizes) {
    return new PayloadPool(new PayloadSpec(sizes, content), 7, LAYOUT, () -> 0);
  }

  private static String text(PayloadPool.Body body) {
    return new String(body.copy(), StandardCharsets.UTF_8);
  }
}
