package io.tidemark.driver.ibmmq.testdouble;

import java.util.Optional;

/**
 * MQSUB: a non-durable subscription with a queue that the queue manager makes for it. The answer
 * has two handles: the queue's, which is got from, and the subscription's, which ends it.
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
    String topic = object(call);
    LocalQueue queue = queueManager.queues().defineDynamic("SYSTEM.MANAGED.NDURABLE.*");
    Topics.Subscription subscription = queueManager.topics().subscribe(topic, queue);
    OpenObject source =
        new OpenObject(
            queueManager.newHandle(),
            Optional.of(queue),
            INPUT,
            () -> queueManager.queues().delete(queue.name()));
    OpenObject subscribed =
        new OpenObject(
            queueManager.newHandle(),
            Optional.empty(),
            0,
            () -> queueManager.topics().remove(subscription));
    call.conversation().opened(source);
    call.conversation().opened(subscribed);
    queueManager.journal().add(Journal.Flow.of(Opcode.MQSUB, topic, 0));
    byte[] answer = call.echo();
    Call.handle(answer, source.handle());
    new Structure(answer, 0).integer(SUBSCRIPTION_HANDLE, subscribed.handle());
    return Answer.ok(answer);
  }
}
