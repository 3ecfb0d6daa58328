package io.tidemark.measure.payload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.measure.EnvelopeLayout;
import io.tidemark.model.load.EnvelopeSpec.Position;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.load.PayloadSpec.Content;
import io.tidemark.model.load.PayloadSpec.Corpus;
import io.tidemark.model.load.PayloadSpec.Entropy;
import io.tidemark.model.load.PayloadSpec.OmbRandom;
import io.tidemark.model.load.PayloadSpec.WeightedSize;
import io.tidemark.model.load.PayloadSpec.Zeros;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PayloadTest {
  private static final EnvelopeLayout LAYOUT = new EnvelopeLayout(Position.PREFIX, false, 4);

  @ParameterizedTest
  @CsvSource({"0", "0.1", "0.25", "0.5", "0.75", "0.9", "1"})
  void entropyCompressesToTheShareThatWasAskedFor(double share) {
    int size = 64 * 1024;
    byte[] body = PayloadContent.bodies(new Entropy(share, 2), 7, size).get(1);
    assertThat((double) deflated(body) / size).isCloseTo(share, within(0.03));
  }

  private static int deflated(byte[] body) {
    Deflater deflater = new Deflater();
    deflater.setInput(body);
    deflater.finish();
    byte[] target = new byte[body.length * 2];
    int bytes = deflater.deflate(target);
    deflater.end();
    return bytes;
  }

  @Test
  void randomPrefixIsFollowedByZeros() {
    byte[] body = PayloadContent.bodies(new OmbRandom(0.5, 3), 7, 1000).get(2);
    int zeros = 0;
    for (int i = 500; i < 1000; i++) {
      zeros += body[i] == 0 ? 1 : 0;
    }
    assertThat(zeros).isEqualTo(500);
    assertThat(deflated(body)).isGreaterThan(490);
  }

  @Test
  void bodiesAreTheSameForTheSameSeed() {
    assertThat(PayloadContent.bodies(new Entropy(0.5, 3), 7, 100).get(2))
        .isEqualTo(PayloadContent.bodies(new Entropy(0.5, 3), 7, 100).get(2))
        .isNotEqualTo(PayloadContent.bodies(new Entropy(0.5, 3), 8, 100).get(2));
  }

  @Test
  void corpusBodiesAreUsedAsTheyAreOrFitted() {
    Corpus corpus = new Corpus(List.of("abc".getBytes(), "defg".getBytes()));
    assertThat(PayloadContent.bodies(corpus, 7, 3).get(0)).asString().isEqualTo("abc");
    assertThat(PayloadContent.bodies(corpus, 7, 3).get(1)).asString().isEqualTo("def");
    assertThat(PayloadContent.bodies(corpus, 7, 8).get(0)).asString().isEqualTo("abcabcab");
  }

  @Test
  void sizesComeByWeight() {
    Map<Integer, Integer> seen =
        drawn(
            new Zeros(),
            new WeightedSize(100, 6),
            new WeightedSize(1000, 3),
            new WeightedSize(50, 1));
    assertThat(seen.get(100) / 100_000.0).isCloseTo(0.6, within(0.01));
    assertThat(seen.get(1000) / 100_000.0).isCloseTo(0.3, within(0.01));
    assertThat(seen.get(50) / 100_000.0).isCloseTo(0.1, within(0.01));
  }

  @Test
  void sizesOfARangeAreEquallyFrequentAndItsEndsBelongToIt() {
    Map<Integer, Integer> seen = drawn(new Zeros(), new WeightedSize(10, Optional.of(19), 1));
    assertThat(seen).hasSize(10).containsKeys(10, 19);
    assertThat(seen.values())
        .allSatisfy(count -> assertThat(count / 100_000.0).isCloseTo(0.1, within(0.01)));
  }

  @Test
  void sizesOfAWideRangeCoverItEvenly() {
    Map<Integer, Integer> seen =
        drawn(new OmbRandom(0.5, 10), new WeightedSize(4096, Optional.of(16_384), 1));
    assertThat(seen).hasSizeGreaterThan(1000).containsKeys(4096, 16_384);
    double mean =
        seen.entrySet().stream().mapToDouble(e -> (double) e.getKey() * e.getValue()).sum() / 1e5;
    assertThat(mean).isCloseTo(10_240, within(50.0));
  }

  /** A body of a range is what a body of its size alone would be, so it passes the same checks. */
  @Test
  void aBodyOfARangeIsOneOfItsSize() {
    for (Content content : List.of(new Zeros(), new Entropy(0.5, 1), new OmbRandom(0.5, 1))) {
      PayloadPool.Body body =
          pool(content, new WeightedSize(300, Optional.of(300), 1)).draw(7, 0).next();
      PayloadPool.Body alone = pool(content, new WeightedSize(300, 1)).draw(7, 0).next();
      assertThat(body.copy()).isEqualTo(alone.copy());
      assertThat(body.hash()).isEqualTo(alone.hash());
      PayloadPool.Draw range = pool(content, new WeightedSize(0, Optional.of(600), 1)).draw(7, 0);
      PayloadPool.Body drawn = range.next();
      while (drawn.length() != 300) {
        drawn = range.next();
      }
      assertThat(drawn.copy()).isEqualTo(alone.copy());
      assertThat(drawn.hash()).isEqualTo(alone.hash());
    }
  }

  private static PayloadPool pool(Content content, WeightedSize... sizes) {
    return new PayloadPool(new PayloadSpec(List.of(sizes), content), 7, LAYOUT, () -> 0);
  }

  private static Map<Integer, Integer> drawn(Content content, WeightedSize... sizes) {
    PayloadPool.Draw draw = pool(content, sizes).draw(42, 0);
    Map<Integer, Integer> seen = new HashMap<>();
    for (int i = 0; i < 100_000; i++) {
      seen.merge(draw.next().length(), 1, Integer::sum);
    }
    return seen;
  }

  @Test
  void aLargePoolOfLargeBodiesIsCutToWhatMemoryBears() {
    assertThat(PayloadContent.bodies(new Entropy(1, 1000), 7, 8 << 20)).hasSize(4);
    assertThat(PayloadContent.bodies(new Entropy(1, 1000), 7, 64 << 20)).hasSize(1);
  }

  @Test
  void keysAreTheSameOnAllWorkersAndFollowTheirLaw() {
    KeySource.Keys keys = new KeySource.Keys(5, 1);
    KeySource.Keys elsewhere = new KeySource.Keys(5, 1);
    assertThat(draw(keys.roundRobin(1), 30_000)).hasSize(KeySource.KEYS).containsValue(3);
    assertThat(draw(keys.uniform(1), 30_000)).isEqualTo(draw(elsewhere.uniform(1), 30_000));
    Map<String, Integer> zipf = draw(keys.zipf(2), 100_000);
    int most = zipf.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    assertThat(most / 100_000.0).as("1 / H(10,000) = 0.1022").isCloseTo(0.1022, within(0.005));
    assertThat(KeySource.none().next()).isEmpty();
  }

  @Test
  void theExponentOfZipfsLawSaysHowUnequalKeysAre() {
    double[] shares = new double[3];
    double[] exponents = {0.5, 1.1, 2};
    for (int i = 0; i < exponents.length; i++) {
      Map<String, Integer> seen = draw(new KeySource.Keys(5, exponents[i]).zipf(2), 200_000);
      List<Integer> counts = seen.values().stream().sorted(Comparator.reverseOrder()).toList();
      shares[i] = counts.get(0) / 200_000.0;
      double second = (double) counts.get(0) / counts.get(1);
      if (exponents[i] > 1) { // Often enough to tell them apart.
        assertThat(second)
            .as("2 to the exponent")
            .isCloseTo(Math.pow(2, exponents[i]), within(0.2));
      }
    }
    assertThat(shares[2]).as("6 / pi^2").isCloseTo(0.608, within(0.01));
    assertThat(shares[0]).isLessThan(shares[1]);
    assertThat(shares[1]).isLessThan(shares[2]);
  }

  private static Map<String, Integer> draw(KeySource source, int times) {
    Map<String, Integer> seen = new HashMap<>();
    for (int i = 0; i < times; i++) {
      seen.merge(source.next().orElseThrow(), 1, Integer::sum);
    }
    return seen;
  }
}
