package io.tidemark.driver.rabbitmq.stream;

import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.Setting;
import io.tidemark.driver.SettingValues;
import io.tidemark.driver.rabbitmq.RabbitMqBenchmarkDriver;
import io.tidemark.driver.rabbitmq.RabbitMqSession;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/** RabbitMQ streams over the stream protocol; start reading at {@link StreamSession}. */
public final class RabbitMqStreamBenchmarkDriver
    extends RabbitMqBenchmarkDriver<StreamConfiguration> {

  @Override
  protected StreamConfiguration read(SettingValues values) {
    return StreamConfiguration.from(values);
  }

  @Override
  protected RabbitMqSession open(StreamConfiguration read, Consumer<DriverEvent> listener)
      throws IOException {
    return StreamSession.open(read, listener);
  }

  @Override
  public String getTopicNamePrefix() {
    return configuration().streams().topicPrefix();
  }

  @Override
  public List<Setting> settings() {
    return Setting.of(StreamConfiguration.class);
  }

  /** Messages are encoded when their batch leaves. */
  @Override
  public boolean copiesPayload() {
    return false;
  }
}
