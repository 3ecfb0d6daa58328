package io.tidemark.worker.engine;

import io.tidemark.measure.EnvelopeLayout;
import io.tidemark.measure.KeySource;
import io.tidemark.measure.PayloadContent;
import io.tidemark.measure.PayloadPool;
import io.tidemark.measure.RateCurve;
import io.tidemark.measure.RecordedInterval;
import io.tidemark.model.load.EnvelopeSpec;
import io.tidemark.model.load.KeyDistribution;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.load.Profile;
import io.tidemark.model.worker.AuditDelta;
import io.tidemark.model.worker.RequestReplySetup;
import io.tidemark.model.worker.RunSetup;
import io.tidemark.worker.engine.SubscriptionGroup.Stream;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;

/** Turns the model's values into the measuring library's, and back. */
final class ModelValues {
  private ModelValues() {}

  static EnvelopeLayout layout(RunSetup setup) {
    EnvelopeSpec spec = setup.envelope();
    return new EnvelopeLayout(
        switch (spec.position()) {
          case PREFIX -> EnvelopeLayout.Position.PREFIX;
          case TRAILER -> EnvelopeLayout.Position.TRAILER;
          case OFF -> EnvelopeLayout.Position.OFF;
        },
        spec.form() == EnvelopeSpec.Form.TEXT,
        setup.totalProducers());
  }

  static PayloadPool payloads(PayloadSpec spec, long seed, EnvelopeLayout layout) {
    return new PayloadPool(
        spec.sizes().stream().mapToInt(PayloadSpec.WeightedSize::payloadBytes).toArray(),
        spec.sizes().stream().mapToDouble(PayloadSpec.WeightedSize::weight).toArray(),
        content(spec.content(), seed),
        layout);
  }

  /** One body for all replies, with the content of requests; empty: replies are copies. */
  static Optional<PayloadPool.Body> fixedReply(RunSetup setup, EnvelopeLayout layout) {
    return setup
        .requestReply()
        .flatMap(RequestReplySetup::replySizeBytes)
        .map(
            bytes ->
                new PayloadPool(
                        new int[] {bytes},
                        new double[] {1},
                        content(setup.payload().content(), setup.seed()),
                        layout)
                    .draw(setup.seed(), 0)
                    .next());
  }

  private static PayloadContent content(PayloadSpec.Content content, long seed) {
    if (content instanceof PayloadSpec.OmbRandom random) {
      return new PayloadContent.RandomPrefix(random.randomBytesRatio(), random.poolSize(), seed);
    }
    if (content instanceof PayloadSpec.Entropy entropy) {
      return new PayloadContent.Entropy(entropy.compressedShare(), entropy.poolSize(), seed);
    }
    if (content instanceof PayloadSpec.Corpus corpus) {
      return new PayloadContent.Corpus(corpus.bodies());
    }
    return new PayloadContent.Zeros();
  }

  /** How each producer gets its keys; the keys are made once. */
  static IntFunction<KeySource> keys(KeyDistribution distribution, long seed) {
    if (distribution == KeyDistribution.NO_KEY) {
      return producer -> KeySource.none();
    }
    KeySource.Keys keys = new KeySource.Keys(seed);
    return switch (distribution) {
      case NO_KEY -> producer -> KeySource.none();
      case KEY_ROUND_ROBIN -> keys::roundRobin;
      case RANDOM_NANO -> keys::uniform;
      case KEY_ZIPF -> keys::zipf;
    };
  }

  static List<RateCurve.Corner> corners(Profile ratePerSecond) {
    return ratePerSecond.points().stream()
        .map(point -> new RateCurve.Corner(point.offsetNanos(), point.value()))
        .toList();
  }

  static AuditDelta audit(
      RecordedInterval interval, IntUnaryOperator producerOfSender, IntFunction<Stream> streams) {
    return new AuditDelta(
        interval.published().stream()
            .map(
                published ->
                    new AuditDelta.Published(
                        producerOfSender.applyAsInt(published.sender()),
                        published.acknowledged(),
                        published.failed()))
            .toList(),
        interval.delivered().stream()
            .map(delivered -> delivered(delivered, streams.apply(delivered.stream())))
            .toList());
  }

  private static AuditDelta.Delivered delivered(
      RecordedInterval.Delivered delivered, Stream stream) {
    return new AuditDelta.Delivered(
        stream.subscription,
        stream.producer,
        delivered.received(),
        delivered.regressed(),
        delivered.duplicated(),
        delivered.orderJudged());
  }
}
