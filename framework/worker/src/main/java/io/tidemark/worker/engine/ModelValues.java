package io.tidemark.worker.engine;

import io.tidemark.base.Clock;
import io.tidemark.measure.EnvelopeLayout;
import io.tidemark.measure.RecordedInterval;
import io.tidemark.measure.payload.KeySource;
import io.tidemark.measure.payload.PayloadPool;
import io.tidemark.model.load.KeyDistribution;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.load.PayloadSpec.WeightedSize;
import io.tidemark.model.load.RequestReplySpec;
import io.tidemark.model.snapshot.AuditDelta;
import io.tidemark.model.worker.RunSetup;
import io.tidemark.model.workload.MessageOptions;
import io.tidemark.worker.engine.record.SubscriptionGroup.Stream;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;

/** Turns the model's values into the measuring library's, and back. */
final class ModelValues {
  private ModelValues() {}

  /** One body for all replies, with the content of requests; empty: replies are copies. */
  static Optional<PayloadPool.Body> fixedReply(RunSetup setup, EnvelopeLayout layout, Clock clock) {
    return setup
        .requestReply()
        .flatMap(RequestReplySpec::replySizeBytes)
        .map(
            bytes -> {
              List<WeightedSize> size = List.of(new WeightedSize(bytes, 1));
              PayloadSpec reply = new PayloadSpec(size, setup.payload().content());
              return new PayloadPool(reply, setup.messages().seed(), layout, clock::epochNanos)
                  .draw(setup.messages().seed(), 0)
                  .next();
            });
  }

  static IntFunction<KeySource> keys(MessageOptions messages) {
    if (messages.keys() == KeyDistribution.NO_KEY) {
      return producer -> KeySource.none();
    }
    KeySource.Keys keys =
        new KeySource.Keys(messages.seed(), messages.keyZipfExponent().orElse(1.0));
    return switch (messages.keys()) {
      case NO_KEY -> producer -> KeySource.none();
      case KEY_ROUND_ROBIN -> keys::roundRobin;
      case RANDOM_NANO -> keys::uniform;
      case KEY_ZIPF -> keys::zipf;
    };
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
                        published.failed(),
                        published.aborted()))
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
