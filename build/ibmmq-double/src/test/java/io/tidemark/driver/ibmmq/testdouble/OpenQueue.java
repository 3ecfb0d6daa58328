package io.tidemark.driver.ibmmq.testdouble;

import java.util.Optional;

/** MQOPEN of queues and topics, and the opening that SPI OPEN shares with it. */
final class OpenQueue implements Verb {
  private static final int PROTECTION_POLICY_BYTES = 4;
  private static final int DEFAULTS = 12;

  private final QueueManager queueManager;

  OpenQueue(QueueManager queueManager) {
    this.queueManager = queueManager;
  }

  @Override
  public String object(Call call) {
    return new ObjectDescriptor(call.body(), Call.HEAD_BYTES).objectName();
  }

  /** Head, OD, options, and from level 9 on FOPA, where the queue's defaults go. */
  @Override
  public Answer execute(Call call) {
    byte[] answer = call.echo();
    ObjectDescriptor descriptor = new ObjectDescriptor(answer, Call.HEAD_BYTES);
    int optionsAt = Call.HEAD_BYTES + descriptor.size();
    int options = new Structure(answer, optionsAt).integer(0);
    OpenObject opened = open(call, descriptor, options);
    Structure defaults = new Structure(answer, optionsAt + PROTECTION_POLICY_BYTES);
    if (defaults.remaining() >= DEFAULTS + 16) {
      writeDefaults(defaults, DEFAULTS, opened);
    }
    Call.handle(answer, opened.handle());
    return Answer.ok(answer);
  }

  OpenObject open(Call call, ObjectDescriptor descriptor, int options) {
    if (descriptor.selectionLength() > 0) {
      throw new UnknownFlow("a selector that the queue manager is to evaluate");
    }
    DoubleJournal.Flow flow =
        DoubleJournal.Flow.of(Opcode.MQOPEN, descriptor.objectName(), options);
    try {
      OpenObject opened = opened(descriptor, options);
      call.conversation().opened(opened);
      queueManager.journal().add(flow);
      return opened;
    } catch (MqFailure e) {
      queueManager.journal().add(flow.failed(e.reason()));
      throw e;
    }
  }

  private OpenObject opened(ObjectDescriptor descriptor, int options) {
    int handle = queueManager.newHandle();
    String name = descriptor.objectName();
    if (descriptor.objectType() == ObjectDescriptor.QUEUE_MANAGER) {
      return new OpenObject(handle, Optional.empty(), options, OpenObject.NOTHING);
    } else if (descriptor.objectType() == ObjectDescriptor.TOPIC) {
      return OpenObject.ofTopic(handle, descriptor.topic(), options);
    } else if (descriptor.objectType() != ObjectDescriptor.QUEUE) {
      throw new UnknownFlow("object type " + descriptor.objectType() + " of '" + name + "'");
    } else if (queueManager.queues().isModel(name)) {
      return dynamic(handle, descriptor, options);
    }
    LocalQueue queue = queueManager.queues().get(name);
    return new OpenObject(handle, Optional.of(queue), options, OpenObject.NOTHING);
  }

  /** A temporary one goes with its handle; a permanent one when the close says so. */
  private OpenObject dynamic(int handle, ObjectDescriptor descriptor, int options) {
    QueueStore queues = queueManager.queues();
    boolean permanent = queues.isPermanent(descriptor.objectName());
    LocalQueue queue =
        permanent
            ? queues.defineManaged(descriptor.dynamicQueueName())
            : queues.defineDynamic(descriptor.dynamicQueueName());
    descriptor.objectName(queue.name());
    Runnable delete = () -> queues.delete(queue.name());
    return new OpenObject(
        handle,
        Optional.of(queue),
        Optional.empty(),
        options,
        permanent ? OpenObject.NOTHING : delete,
        permanent ? delete : OpenObject.NOTHING);
  }

  /** Persistence, put response (synchronous), read-ahead (no), property control (compatible). */
  static void writeDefaults(Structure structure, int at, OpenObject opened) {
    structure.integer(at, opened.queue().map(q -> q.attributes().defaultPersistence()).orElse(0));
    structure.integer(at + 4, 1);
    structure.integer(at + 8, 0);
    structure.integer(at + 12, 0);
  }
}
