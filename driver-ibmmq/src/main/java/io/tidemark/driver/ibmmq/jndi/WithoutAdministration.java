package io.tidemark.driver.ibmmq.jndi;

import io.tidemark.driver.ibmmq.provider.DestinationAdmin;
import io.tidemark.driver.ibmmq.provider.JmsFailure;
import io.tidemark.driver.telemetry.TelemetryReading;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.BiConsumer;

/** JMS itself can neither create nor inspect destinations. */
final class WithoutAdministration implements DestinationAdmin {
  @Override
  public boolean mayChange() {
    return false;
  }

  @Override
  public boolean createQueue(String name) throws JmsFailure {
    throw new JmsFailure("JMS cannot create queue " + name);
  }

  @Override
  public void deleteQueue(String name) throws JmsFailure {
    throw new JmsFailure("JMS cannot delete queue " + name);
  }

  @Override
  public boolean clearQueue(String name) {
    return false;
  }

  @Override
  public OptionalLong depth(String name) {
    return OptionalLong.empty();
  }

  @Override
  public String subject() {
    return "JNDI";
  }

  @Override
  public List<TelemetryReading> readTelemetry(
      List<String> queues, BiConsumer<String, JmsFailure> refused) {
    return List.of();
  }
}
