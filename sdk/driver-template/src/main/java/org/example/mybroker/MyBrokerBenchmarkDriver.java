package org.example.mybroker;

import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.session.SessionDriver;
import io.tidemark.driver.settings.SettingValues;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * The driver. {@link SessionDriver} implements the SPI and most capabilities: it reads the file, and
 * makes all calls of {@link MyBrokerSession} on separate threads.
 */
public final class MyBrokerBenchmarkDriver
    extends SessionDriver<MyBrokerConfiguration, MyBrokerSession> {

  public MyBrokerBenchmarkDriver() {
    super("MyBroker", MyBrokerConfiguration.class, MyBrokerConfiguration::yaml);
  }

  @Override
  protected MyBrokerConfiguration read(SettingValues values) {
    return MyBrokerConfiguration.read(values);
  }

  /** REPLACE: give your session the listener, and report lost and recovered connections to it. */
  @Override
  protected MyBrokerSession open(MyBrokerConfiguration read, Consumer<DriverEvent> listener)
      throws IOException {
    return MyBrokerSession.open(read);
  }

  /** The client has written the body when {@code publish} returns. */
  @Override
  public boolean copiesPayload() {
    return true;
  }

  /** Begins the names of all topics of a run. */
  @Override
  public String getTopicNamePrefix() {
    return "test-topic";
  }
}
