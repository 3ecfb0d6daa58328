package io.tidemark.worker.engine;

import io.tidemark.model.grammar.Grammar;
import io.tidemark.model.load.ArrivalProcess;
import io.tidemark.model.load.Curve;
import io.tidemark.model.load.DeliveryMode;
import io.tidemark.model.load.LoadShape;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.worker.ConsumerRequest;
import io.tidemark.model.worker.LoadRequest;
import io.tidemark.model.worker.ProducerRequest;
import io.tidemark.model.worker.RunSetup;
import io.tidemark.model.worker.SubscriptionHandle;
import io.tidemark.model.worker.TopicHandle;
import io.tidemark.model.workload.ConsumerSpec;
import io.tidemark.model.workload.MessageOptions;
import io.tidemark.worker.engine.load.EngineOptions;
import java.time.Duration;

/** The values that tests start engines with. */
public final class RunSetups {
  static final int RUN_EPOCH = 0x1234_5678;
  static final TopicHandle TOPIC = new TopicHandle("topic", 1);
  static final SubscriptionHandle SUBSCRIPTION = new SubscriptionHandle(0, TOPIC, "sub");

  private static final Duration LEASE = Duration.ofHours(10);

  private RunSetups() {}

  public static RunSetup setup(int producers, PayloadSpec payload, DeliveryMode delivery) {
    return RunSetup.of("run", RUN_EPOCH, new RunSetup.DriverSource("none", ""), payload)
        .with()
        .totalProducers(producers)
        .messages(Grammar.defaults(MessageOptions.class).withSeed(42))
        .consumers(Grammar.defaults(ConsumerSpec.class).withDelivery(delivery))
        .lease(LEASE)
        .build();
  }

  public static RunSetup setup(int producers, int payloadBytes, DeliveryMode delivery) {
    return setup(producers, PayloadSpec.zeros(payloadBytes), delivery);
  }

  public static EngineOptions options(boolean sendMayBlock, int threads) {
    return new EngineOptions(sendMayBlock, false, RunSetups.class.getClassLoader(), threads, 0.5);
  }

  public static ProducerRequest producer(int index) {
    return new ProducerRequest(index, TOPIC);
  }

  static ConsumerRequest consumer(int index) {
    return new ConsumerRequest(index, SUBSCRIPTION, true);
  }

  public static LoadRequest openLoop(long startEpochNanos, double rate, int producers, long limit) {
    LoadShape shape = LoadShape.of(Curve.constant(rate));
    return load(startEpochNanos, shape, producers, 1_000_000, limit);
  }

  public static LoadRequest closedLoop(
      long startEpochNanos, int producers, int window, long limit) {
    return load(startEpochNanos, LoadShape.closedLoop(), producers, window, limit);
  }

  public static LoadRequest load(
      long startEpochNanos, LoadShape shape, int producers, int window, long limit) {
    return new LoadRequest(
        startEpochNanos, shape, producers, ArrivalProcess.UNIFORM, window, limit, 0);
  }
}
