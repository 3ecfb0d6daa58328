package io.tidemark.driver.mqtt;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.HeaderSupport;
import io.tidemark.driver.MessageHeader;
import io.tidemark.driver.SessionDriver;
import io.tidemark.driver.SettingValues;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** MQTT 5; start reading at {@link MqttSession}. */
public final class MqttBenchmarkDriver extends SessionDriver<MqttConfiguration, MqttSession>
    implements HeaderSupport {

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
