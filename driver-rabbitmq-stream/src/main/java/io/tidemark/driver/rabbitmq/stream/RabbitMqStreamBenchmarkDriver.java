package io.tidemark.driver.rabbitmq.stream;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.headers.HeaderSupport;
import io.tidemark.driver.headers.MessageHeader;
import io.tidemark.driver.session.SessionDriver;
import io.tidemark.driver.settings.SettingValues;
import io.tidemark.driver.topics.LeaderSource;
import io.tidemark.driver.topics.MessageTap;
import io.tidemark.driver.topics.TopicLister;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** RabbitMQ streams over the stream protocol; start reading at {@link StreamSession}. */
public final class RabbitMqStreamBenchmarkDriver
    extends SessionDriver<StreamConfiguration, StreamSession>
    implements HeaderSupport, LeaderSource, TopicLister, MessageTap {

  public RabbitMqStreamBenchmarkDriver() {
    super(
        "RabbitMQ", StreamConfiguration.class, file -> new YAMLMapper().readValue(file, Map.class));
  }

  @Override
  protected StreamConfiguration read(SettingValues values) {
    return StreamConfiguration.from(values);
  }

  @Override
  protected StreamSession open(StreamConfiguration read, Consumer<DriverEvent> listener)
      throws IOException {
    return StreamSession.open(read, listener);
  }

  @Override
  public String getTopicNamePrefix() {
    return configuration().streams().topicPrefix();
  }

  @Override
  public CompletableFuture<List<ListedTopic>> listTopics(String prefix) {
    return inSession(session -> session.listTopics(prefix));
  }

  @Override
  public CompletableFuture<AutoCloseable> tap(String topic, MessageTap.Callback callback) {
    return inSession(session -> session.tap(topic, callback));
  }

  @Override
  public Map<String, String> leaders() {
    return session().leaders();
  }

  /** The content type is a property of the message. */
  @Override
  public Optional<String> cloudEventHeader(String attribute) {
    return Optional.of(
        attribute.equals("datacontenttype")
            ? ContentTypeSection.HEADER
            : "cloudEvents_" + attribute);
  }

  @Override
  public Optional<String> headerProblem(MessageHeader header, Map<String, Object> configuration) {
    if (header.name().equals(ContentTypeSection.HEADER)) {
      return ContentTypeSection.problem(header.text());
    }
    return header.name().equals(BodyLayout.FILTER)
        ? Optional.of("the driver uses the property " + BodyLayout.FILTER + " for filter values")
        : Optional.empty();
  }

  /** Messages are encoded when their batch leaves. */
  @Override
  public boolean copiesPayload() {
    return false;
  }
}
