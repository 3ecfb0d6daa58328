package io.tidemark.verdict;

import io.tidemark.driver.settings.Quantities;
import io.tidemark.model.earlier.EarlierRun;
import io.tidemark.model.grammar.Grammar;
import io.tidemark.model.load.ArrivalProcess;
import io.tidemark.model.load.EnvelopeSpec;
import io.tidemark.model.load.PayloadSpec;
import io.tidemark.model.load.ProcessingKeys;
import io.tidemark.model.load.RequestReplySpec;
import io.tidemark.model.question.Question;
import io.tidemark.model.workload.ChurnSpec;
import io.tidemark.model.workload.ConsumerSpec;
import io.tidemark.model.workload.ConsumerSpec.Gibibytes;
import io.tidemark.model.workload.DestinationSpec;
import io.tidemark.model.workload.Load;
import io.tidemark.model.workload.MessageOptions;
import io.tidemark.model.workload.MessageSpec;
import io.tidemark.model.workload.Objective;
import io.tidemark.model.workload.Pattern;
import io.tidemark.model.workload.Phase;
import io.tidemark.model.workload.Roles;
import io.tidemark.model.workload.SendLimits;
import io.tidemark.model.workload.TimeSpec;
import io.tidemark.model.workload.Workload;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A workload; fields are what a test changes. */
final class PlannedWorkload {
  int topics = 1;
  int partitions = 1;
  int subscriptions = 1;
  Load load = Load.OpenLoop.of(100);
  ArrivalProcess arrivals = ArrivalProcess.UNIFORM;
  long messageLimit;
  Duration warmup = Duration.ofSeconds(5);
  Optional<Duration> test = Optional.of(Duration.ofSeconds(20));
  List<Phase> phases = List.of();
  Pattern pattern = Pattern.PUBSUB;
  long backlogBytes;
  Optional<Question> question = Optional.empty();
  List<Objective> objectives = List.of();
  Map<String, Double> thresholds = Map.of();
  Optional<Integer> maxInFlight = Optional.empty();
  Optional<RequestReplySpec> requestReply = Optional.empty();
  List<String> topicNames = List.of();
  Optional<EarlierRun> fromRun = Optional.empty();
  ChurnSpec churn = ChurnSpec.NONE;

  private Roles roles() {
    return switch (pattern) {
      case PUBSUB -> new Roles.PublishSubscribe(churn);
      case FILL_THEN_DRAIN -> new Roles.FillThenDrain();
      case CONSUME_ONLY -> new Roles.ConsumeOnly(fromRun);
      case REQUEST_REPLY ->
          new Roles.RequestReply(
              requestReply.orElseGet(
                  () -> Grammar.defaults(RequestReplySpec.class).withRequesters(List.of(1))));
      case FAILOVER -> new Roles.Failover();
    };
  }

  Workload workload() {
    return new Workload(
        "a workload",
        "a-workload",
        roles(),
        Grammar.defaults(DestinationSpec.class)
            .with()
            .topics(topics)
            .partitionsPerTopic(partitions)
            .topicNames(topicNames)
            .subscriptionsPerTopic(subscriptions)
            .producersPerTopic(1)
            .consumerPerSubscription(1)
            .build(),
        new MessageSpec(
            PayloadSpec.zeros(100),
            Map.of(),
            Grammar.defaults(MessageOptions.class)
                .with()
                .envelope(EnvelopeSpec.DEFAULT)
                .seed(42L)
                .build(),
            Optional.empty()),
        load instanceof Load.OpenLoop open ? open.withArrivals(arrivals) : load,
        Grammar.defaults(SendLimits.class)
            .with()
            .maxInFlightPerProducer(maxInFlight)
            .messageLimit(messageLimit)
            .build(),
        Grammar.defaults(TimeSpec.class)
            .withWarmupDuration(Optional.of(Quantities.text(warmup)))
            .complete(test, Duration.ofSeconds(1)),
        phases,
        Grammar.defaults(ConsumerSpec.class)
            .with()
            .processing(ProcessingKeys.fixed(Duration.ZERO))
            .backlog(new Gibibytes(backlogBytes))
            .drainTimeout(Duration.ofSeconds(10))
            .build(),
        question,
        objectives,
        thresholds,
        List.of(),
        List.of(),
        List.of());
  }
}
