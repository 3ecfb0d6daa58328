package io.tidemark.driver.mqtt;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.OwnConnections;
import io.tidemark.driver.headers.HeaderSupport;
import io.tidemark.driver.headers.MessageHeader;
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
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** MQTT 5; start reading at {@link MqttSession}. */
public final class MqttBenchmarkDriver extends SessionDriver<MqttConfiguration, MqttSession>
    implements HeaderSupport, RequestReply, OwnConnections {

  public MqttBenchmarkDriver() {
    super("MQTT", MqttConfiguration.class, file -> new YAMLMapper().readValue(file, Map.class));
  }

  @Override
  protected MqttConfiguration read(SettingValues values) {
    return MqttConfiguration.from(values);
  }

  @Override
  protected MqttSession open(MqttConfiguration read, Consumer<DriverEvent> listener)
      throws IOException, InterruptedException {
    return MqttSession.open(read, listener);
  }

  @Override
  public String getTopicNamePrefix() {
    return configuration().topics().topicPrefix();
  }

  /** User properties are texts. */
  @Override
  public boolean binaryHeaders() {
    return false;
  }

  @Override
  public Optional<String> cloudEventHeader(String attribute) {
    return Optional.of(attribute).filter(any -> !any.equals("datacontenttype"));
  }

  @Override
  public Optional<String> headerProblem(MessageHeader header, Map<String, Object> configuration) {
    return MqttProperties.problem(header);
  }

  /** Each client of MQTT is a connection. */
  @Override
  public Optional<String> connectionProblem(boolean requests, Map<String, Object> configuration) {
    return Optional.empty();
  }

  @Override
  public CompletableFuture<List<RequestReplyPair>> createPairs(PairsRequest request) {
    return inSession(session -> session.createPairs(request));
  }

  @Override
  public CompletableFuture<Void> deletePairs(List<RequestReplyPair> pairs) {
    return runInSession(session -> session.deletePairs(pairs));
  }

  @Override
  public CompletableFuture<Requester> createRequester(RequesterSpec spec, ReplyCallback callback) {
    return inSession(session -> session.createRequester(spec, callback));
  }

  @Override
  public CompletableFuture<Responder> createResponder(ResponderSpec spec, RequestHandler handler) {
    return inSession(session -> session.createResponder(spec, handler));
  }

  @Override
  public String replyMechanism() {
    return "MQTT 5 response topic per requester, correlation data per request";
  }

  /** The client keeps the body until it is written, or acknowledged. */
  @Override
  public boolean copiesPayload() {
    return false;
  }

  /** The client queues what it cannot send. */
  @Override
  public boolean sendMayBlock() {
    return false;
  }
}
