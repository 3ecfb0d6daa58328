package io.tidemark.driver.testkit.observed;

import io.tidemark.driver.ReceivedMessage;
import io.tidemark.driver.outcome.Outcome;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** An inbox that has messages released or rejected. */
public final class OutcomeInbox extends DetailedInbox {
  private final Plan plan;
  private final Map<Long, Integer> deliveries = new ConcurrentHashMap<>();

  /** What to do with a message. */
  public interface Plan {
    /**
     * @param delivery 1 for the first one of the message
     */
    Outcome of(long number, int delivery);
  }

  public OutcomeInbox(Plan plan) {
    this.plan = plan;
  }

  @Override
  public Outcome settle(ReceivedMessage message) {
    messageReceived(message);
    long number = NumberedPayload.number(message.body());
    return plan.of(number, deliveries.merge(number, 1, Integer::sum));
  }

  /** How often a message was delivered. */
  public int deliveries(long number) {
    return deliveries.getOrDefault(number, 0);
  }
}
