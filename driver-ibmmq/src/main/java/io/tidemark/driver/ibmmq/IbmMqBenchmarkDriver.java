package io.tidemark.driver.ibmmq;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.OwnConnections;
import io.tidemark.driver.headers.HeaderSupport;
import io.tidemark.driver.headers.MessageHeader;
import io.tidemark.driver.headers.PrioritySupport;
import io.tidemark.driver.ibmmq.client.JmsHeaders;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration;
import io.tidemark.driver.ibmmq.config.IbmMqConfiguration.Mode;
import io.tidemark.driver.ibmmq.config.MqConfigurationRules;
import io.tidemark.driver.ibmmq.config.RunOutcomes;
import io.tidemark.driver.ibmmq.requestreply.JmsResponder;
import io.tidemark.driver.ibmmq.requestreply.StreamingRequester;
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
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * IBM MQ over JMS 2.0, and the same on ActiveMQ Artemis for tests without a queue manager; start
 * reading at {@link MqDriverSession}.
 */
public final class IbmMqBenchmarkDriver extends SessionDriver<IbmMqConfiguration, MqDriverSession>
    implements RequestReply, OutcomeSupport, OwnConnections, HeaderSupport, PrioritySupport {

  /** Of JMS and of IBM MQ. */
  private static final int HIGHEST_PRIORITY = 9;

  private RunOutcomes outcomes = RunOutcomes.NONE;

  public IbmMqBenchmarkDriver() {
    super("IBM MQ", IbmMqConfiguration.class, file -> new YAMLMapper().readValue(file, Map.class));
  }

  @Override
  protected IbmMqConfiguration read(SettingValues values) {
    IbmMqConfiguration read =
        MqConfigurationRules.read(
            outcomes.wanted().isPresent() ? RunOutcomes.defaults(values) : values);
    if (values.problems().isEmpty()) {
      Providers.check(values, read);
    }
    return read;
  }

  @Override
  protected MqDriverSession open(IbmMqConfiguration read, Consumer<DriverEvent> listener)
      throws IOException {
    return MqDriverSession.open(read, outcomes, listener);
  }

  @Override
  public String getTopicNamePrefix() {
    return configuration().destinations().topicPrefix();
  }

  /** A JMS message holds a copy. */
  @Override
  public boolean copiesPayload() {
    return true;
  }

  /** Properties of JMS are texts or numbers. */
  @Override
  public boolean binaryHeaders() {
    return false;
  }

  /**
   * The attribute becomes a header as over AMQP: CloudEvents has no binding for JMS, and JMS has no
   * content type.
   */
  @Override
  public Optional<String> cloudEventHeader(String attribute) {
    return Optional.of("cloudEvents_" + attribute)
        .filter(any -> !attribute.equals("datacontenttype"));
  }

  @Override
  public Optional<String> headerProblem(MessageHeader header, Map<String, Object> configuration) {
    IbmMqConfiguration file = read(new SettingValues("IBM MQ driver file", configuration));
    return JmsHeaders.problem(header.name(), file);
  }

  @Override
  public Optional<String> connectionProblem(boolean requests, Map<String, Object> configuration) {
    IbmMqConfiguration file = read(new SettingValues("IBM MQ driver file", configuration));
    return file.connecting().mode() == Mode.PER_CLIENT
        ? Optional.empty()
        : Optional.of("clients share a connection; allowed with connections.mode: per-client");
  }

  @Override
  public Optional<String> priorityProblem(
      SortedSet<Integer> priorities, Map<String, Object> configuration) {
    return priorities.last() <= HIGHEST_PRIORITY
        ? Optional.empty()
        : Optional.of("got " + priorities.last() + "; allowed 0 to " + HIGHEST_PRIORITY);
  }

  /** Every queue has all of them. */
  @Override
  public void expectPriorities(SortedSet<Integer> priorities) {}

  @Override
  public Optional<String> outcomeProblem(OutcomeRequest wanted, Map<String, Object> configuration) {
    SettingValues values = new SettingValues("IBM MQ driver file", configuration);
    return RunOutcomes.problem(wanted, MqConfigurationRules.read(RunOutcomes.defaults(values)));
  }

  @Override
  public void expectOutcomes(OutcomeRequest wanted) {
    outcomes = new RunOutcomes(Optional.of(wanted));
  }

  @Override
  public CompletableFuture<BenchmarkConsumer> createDeadLetterConsumer(
      String topic, String subscriptionName, ConsumerCallback callback) {
    return inSession(session -> session.createDeadLetterConsumer(topic, callback));
  }

  @Override
  public CompletableFuture<List<RequestReplyPair>> createPairs(PairsRequest request) {
    return inSession(session -> session.pairs().create(request));
  }

  @Override
  public CompletableFuture<Void> deletePairs(List<RequestReplyPair> pairs) {
    return runInSession(session -> session.pairs().delete(pairs));
  }

  @Override
  public CompletableFuture<Requester> createRequester(RequesterSpec spec, ReplyCallback callback) {
    return inSession(
        session ->
            spec.mayWaitForReply()
                ? session.waitingRequester(spec, callback)
                : new StreamingRequester(spec, session.context(), callback).open());
  }

  @Override
  public CompletableFuture<Responder> createResponder(ResponderSpec spec, RequestHandler handler) {
    return inSession(session -> new JmsResponder(spec, session.context(), handler).open());
  }

  @Override
  public String replyMechanism() {
    return session().pairs().mechanism();
  }
}
