package io.tidemark.driver.ibmmq.testdouble;

import java.util.Optional;

/**
 * MQSUB, and the subscribing that SPI SUBSCRIBE shares with it: with a queue that the queue manager
 * makes for it. The answer has two handles: the queue's, which is got from, and the subscription's,
 * whose close ends one that is not durable, and a durable one when it is to be removed.
 */
final class Subscribe implements Verb {
  private static final int DESCRIPTOR = Call.HEAD_BYTES + 8;
  private static final int SUBSCRIPTION_HANDLE = 16;
  private static final int INPUT = 0x01;

  private final QueueManager queueManager;

  Subscribe(QueueManager queueManager) {
    this.queueManager = queueManager;
  }

  @Override
  public String object(Call call) {
    return new SubscriptionDescriptor(call.body(), DESCRIPTOR).topic();
  }

  @Override
  public Answer execute(Call call) {
    byte[] answer = call.echo();
    int handle = subscribe(call, answer, new SubscriptionDescriptor(answer, DESCRIPTOR));
    new Structure(answer, 0).integer(SUBSCRIPTION_HANDLE, handle);
    return Answer.ok(answer);
  }

  /** Writes the queue's handle into the answer and returns the subscription's. */
  int subscribe(Call call, byte[] answer, SubscriptionDescriptor asked) {
    queueManager.journal().add(DoubleJournal.Flow.of(Opcode.MQSUB, asked.topic(), 0));
    Topics.Subscription subscription = subscription(asked);
    boolean durable = asked.has(SubscriptionDescriptor.DURABLE);
    OpenObject source =
        new OpenObject(
            queueManager.newHandle(),
            Optional.of(subscription.queue()),
            INPUT,
            durable ? OpenObject.NOTHING : () -> deleteQueue(subscription));
    OpenObject subscribed =
        OpenObject.ofSubscription(
            queueManager.newHandle(),
            durable ? OpenObject.NOTHING : () -> queueManager.topics().remove(subscription),
            () -> {
              queueManager.topics().remove(subscription);
              deleteQueue(subscription);
            });
    call.conversation().opened(source);
    call.conversation().opened(subscribed);
    Call.handle(answer, source.handle());
    return subscribed.handle();
  }

  private Topics.Subscription subscription(SubscriptionDescriptor asked) {
    if (asked.onlyResumes()) {
      return queueManager.topics().resume(asked.name());
    }
    String stem = asked.has(SubscriptionDescriptor.DURABLE) ? "DURABLE" : "NDURABLE";
    LocalQueue queue = queueManager.queues().defineManaged("SYSTEM.MANAGED." + stem + ".*");
    Topics.Subscription subscription =
        queueManager.topics().subscribe(asked.name(), asked.topic(), queue);
    if (subscription.queue() != queue) {
      queueManager.queues().delete(queue.name()); // It has one already.
    }
    return subscription;
  }

  private void deleteQueue(Topics.Subscription subscription) {
    queueManager.queues().delete(subscription.queue().name());
  }
}
