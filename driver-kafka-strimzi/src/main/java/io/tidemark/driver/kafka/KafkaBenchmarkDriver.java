package io.tidemark.driver.kafka;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.OwnConnections;
import io.tidemark.driver.headers.HeaderSupport;
import io.tidemark.driver.kafka.cluster.KafkaTopics;
import io.tidemark.driver.kafka.config.KafkaConfiguration;
import io.tidemark.driver.kafka.config.KafkaSettings;
import io.tidemark.driver.kafka.config.TrialClients;
import io.tidemark.driver.outcome.Outcome;
import io.tidemark.driver.outcome.OutcomeRequest;
import io.tidemark.driver.outcome.OutcomeSupport;
import io.tidemark.driver.requests.PairsRequest;
import io.tidemark.driver.requests.ReplyCallback;
import io.tidemark.driver.requests.RequestHandler;
import io.tidemark.driver.requests.RequestReply;
import io.tidemark.driver.requests.RequestReplyPair;
import io.tidemark.driver.requests.Requester;
import io.tidemark.driver.requests.RequesterSpec;
import io.tidemark.driver.requests.Responder;
import io.tidemark.driver.requests.ResponderSpec;
import io.tidemark.driver.session.SessionDriver;
import io.tidemark.driver.settings.SettingValues;
import io.tidemark.driver.topics.CommittedOffset;
import io.tidemark.driver.topics.LeaderSource;
import io.tidemark.driver.topics.MessageTap;
import io.tidemark.driver.topics.OffsetSource;
import io.tidemark.driver.topics.TopicLister;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Kafka. A topic is a topic, a subscription a consumer group of the same name, a key the record's
 * key. Understands OMB's driver files.
 *
 * <p>Blocking calls (creation, deletion) run on threads of the driver, each call with the deadline
 * of the file; start reading at {@link KafkaSession}.
 */
public final class KafkaBenchmarkDriver extends SessionDriver<KafkaConfiguration, KafkaSession>
    implements RequestReply,
        OutcomeSupport,
        OwnConnections,
        HeaderSupport,
        LeaderSource,
        TopicLister,
        MessageTap,
        OffsetSource {

  public KafkaBenchmarkDriver() {
    super("Kafka", KafkaConfiguration.class, file -> new YAMLMapper().readValue(file, Map.class));
  }

  /** Each client has its connections; two with one reply partition would both get its replies. */
  @Override
  public Optional<String> connectionProblem(boolean requests, Map<String, Object> configuration) {
    return requests
        ? Optional.of("a requester keeps its reply partition; allowed with pattern: pubsub")
        : Optional.empty();
  }

  @Override
  protected KafkaConfiguration read(SettingValues values) {
    KafkaConfiguration read = KafkaConfiguration.of(values);
    KafkaSettings.check(values, read);
    return read;
  }

  @Override
  protected void tryOut(KafkaConfiguration read, SettingValues values) {
    TrialClients.check(values, read);
  }

  @Override
  protected KafkaSession open(KafkaConfiguration read, Consumer<DriverEvent> listener)
      throws IOException, InterruptedException {
    return KafkaSession.open(read);
  }

  @Override
  public String getTopicNamePrefix() {
    return KafkaTopics.PREFIX;
  }

  @Override
  public CompletableFuture<Void> createTopics(List<TopicInfo> topicInfos) {
    return runInSession(session -> session.createTopics(topicInfos));
  }

  /** Without a group those of a subscription must be created together, to divide its partitions. */
  @Override
  public CompletableFuture<List<BenchmarkConsumer>> createConsumers(List<ConsumerInfo> infos) {
    if (!configuration().assigns()) {
      return super.createConsumers(infos);
    }
    return inSession(session -> session.createAssigned(infos));
  }

  @Override
  public CompletableFuture<AutoCloseable> tap(String topic, MessageTap.Callback callback) {
    return inSession(session -> session.tap(topic, callback));
  }

  @Override
  public CompletableFuture<List<ListedTopic>> listTopics(String prefix) {
    return inSession(session -> session.listTopics(prefix));
  }

  @Override
  public Map<String, String> leaders() {
    return session().telemetry().leaders();
  }

  @Override
  public List<CommittedOffset> committedOffsets() throws IOException, InterruptedException {
    return session().telemetry().committed();
  }

  /** The broker has no dead letters, and its limit of deliveries is a setting of its own. */
  @Override
  public Optional<String> outcomeProblem(OutcomeRequest wanted, Map<String, Object> configuration) {
    KafkaConfiguration read = read(new SettingValues("driver file", configuration));
    if (!read.shares() || !read.acknowledgesEach()) {
      return Optional.of(
          "released: only share groups answer single messages; allowed with consumer: share and"
              + " share.acknowledgement.mode=explicit in consumerConfig");
    }
    if (wanted.outcomes().contains(Outcome.ABANDON) || wanted.outcomes().contains(Outcome.DELAY)) {
      return Optional.of(
          "abandoned, delayed: a member of a share group answers each message before the next poll,"
              + " and cannot delay it; allowed released and rejected");
    }
    return wanted.deadLetters()
        ? Optional.of("deadLetters: share groups drop what is rejected; allowed deadLetters: false")
        : Optional.empty();
  }

  @Override
  public void expectOutcomes(OutcomeRequest wanted) {
    // Members pass each message with settle() in any run.
  }

  @Override
  public CompletableFuture<BenchmarkConsumer> createDeadLetterConsumer(
      String topic, String subscriptionName, ConsumerCallback callback) {
    return CompletableFuture.failedFuture(
        new UnsupportedOperationException("share groups have no dead letters"));
  }

  /** The client writes the record into its batch before {@code send} returns. */
  @Override
  public boolean copiesPayload() {
    return true;
  }

  @Override
  public CompletableFuture<List<RequestReplyPair>> createPairs(PairsRequest request) {
    return inSession(session -> session.requestReply().create(request));
  }

  @Override
  public CompletableFuture<Void> deletePairs(List<RequestReplyPair> pairs) {
    return runInSession(session -> session.requestReply().delete(pairs));
  }

  @Override
  public CompletableFuture<Requester> createRequester(RequesterSpec spec, ReplyCallback callback) {
    return inSession(session -> session.clients().requester(spec, callback))
        .thenCompose(KafkaRequester::start);
  }

  @Override
  public CompletableFuture<Responder> createResponder(ResponderSpec spec, RequestHandler handler) {
    return inSession(session -> session.requestReply().responder(spec, handler));
  }

  @Override
  public String replyMechanism() {
    return configuration().transactional()
        ? KafkaRequestReply.EXACTLY_ONCE
        : KafkaRequestReply.MECHANISM;
  }
}
