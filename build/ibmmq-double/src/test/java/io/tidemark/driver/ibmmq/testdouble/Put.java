package io.tidemark.driver.ibmmq.testdouble;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** MQPUT to a queue or a topic, and MQPUT1 with its OD in front: MD, PMO, length, data. */
final class Put implements Verb {
  private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("yyyyMMdd");
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HHmmssSS");
  private static final int AS_QUEUE_DEFINES = 2;
  private static final int PRIORITY_AS_QUEUE_DEFINES = -1;

  private final QueueManager queueManager;
  private final CommandServer commands;

  Put(QueueManager queueManager) {
    this.queueManager = queueManager;
    commands = new CommandServer(queueManager);
  }

  @Override
  public String object(Call call) {
    return call.opcode() == Opcode.MQPUT1
        ? new ObjectDescriptor(call.body(), Call.HEAD_BYTES).objectName()
        : call.object().name();
  }

  /** Everything but the data. */
  @Override
  public byte[] refusal(Call call) {
    byte[] answer = call.echo(dataLengthAt(call) + 4);
    new Structure(answer, dataLengthAt(call)).integer(0, 0);
    return answer;
  }

  @Override
  public Answer execute(Call call) {
    Optional<String> topic =
        call.opcode() == Opcode.MQPUT1 ? Optional.empty() : call.object().topic();
    return topic.isPresent() ? published(call, topic.get()) : put(call);
  }

  private Answer published(Call call, String topic) {
    byte[] answer = refusal(call);
    MessageDescriptor descriptor = new MessageDescriptor(answer, descriptorAt(call));
    PutOptions options = new PutOptions(answer, descriptorAt(call) + descriptor.size());
    complete(call, 0, descriptor, options);
    StoredMessage message = new StoredMessage(descriptor.copy(), data(call));
    queueManager
        .journal()
        .add(
            new DoubleJournal.Flow(
                call.opcode(),
                topic,
                options.options(),
                ReasonCode.NONE,
                Optional.of(descriptor.copy()),
                message.dataBytes()));
    Runnable publication = () -> queueManager.topics().publish(topic, message, false);
    if (options.has(PutOptions.SYNCPOINT)) {
      call.conversation().unitOfWork().published(publication);
    } else {
      publication.run();
    }
    return Answer.ok(answer);
  }

  private Answer put(Call call) {
    LocalQueue queue =
        call.opcode() == Opcode.MQPUT1
            ? queueManager.queues().get(object(call))
            : call.object().requiredQueue();
    byte[] answer = refusal(call);
    MessageDescriptor descriptor = new MessageDescriptor(answer, descriptorAt(call));
    PutOptions options = new PutOptions(answer, descriptorAt(call) + descriptor.size());
    MessageDescriptor asSent = descriptor.copy();
    complete(call, queue.attributes().defaultPersistence(), descriptor, options);
    StoredMessage message = new StoredMessage(descriptor.copy(), data(call));
    queue.admit(message);
    // Before the message can be received, because the receiver may read the journal immediately.
    queueManager
        .journal()
        .add(
            new DoubleJournal.Flow(
                call.opcode(),
                queue.name(),
                options.options(),
                ReasonCode.NONE,
                Optional.of(asSent),
                message.dataBytes()));
    store(call, queue, message, options);
    options.resolved(queue.name(), queueManager.name());
    return Answer.ok(answer);
  }

  private void complete(
      Call call, int defaultPersistence, MessageDescriptor descriptor, PutOptions options) {
    if (MessageDescriptor.isNone(descriptor.messageIdBytes())
        || options.has(PutOptions.NEW_MESSAGE_ID)) {
      descriptor.messageId(queueManager.newMessageId());
    }
    if (options.has(PutOptions.NEW_CORRELATION_ID)) {
      descriptor.correlationId(queueManager.newMessageId());
    }
    if (descriptor.persistence() == AS_QUEUE_DEFINES) {
      descriptor.persistence(defaultPersistence);
    }
    if (descriptor.priority() == PRIORITY_AS_QUEUE_DEFINES) {
      descriptor.priority(0);
    }
    if (options.has(PutOptions.PASS_ALL_CONTEXT)) {
      return; // That of the message, which was got with it.
    }
    LocalDateTime now = LocalDateTime.now(ZoneOffset.UTC);
    descriptor.putContext(
        call.conversation().credentials().user(),
        call.conversation().applicationName(),
        DATE.format(now),
        TIME.format(now));
  }

  private void store(Call call, LocalQueue queue, StoredMessage message, PutOptions options) {
    DoubleFaults.Action fault = call.fault().orElse(null);
    if (fault instanceof DoubleFaults.Action.LoseMessage) {
      queue.withdraw();
    } else if (fault instanceof DoubleFaults.Action.DelayMessage delay) {
      CompletableFuture.delayedExecutor(delay.by().toMillis(), TimeUnit.MILLISECONDS)
          .execute(() -> queue.publish(message));
    } else if (queue.name().equals(CommandServer.QUEUE)) {
      queue.withdraw();
      commands.execute(message);
    } else if (options.has(PutOptions.SYNCPOINT)) {
      call.conversation().unitOfWork().put(queue, message);
    } else {
      queue.publish(message);
    }
  }

  private static int descriptorAt(Call call) {
    return Call.HEAD_BYTES
        + (call.opcode() == Opcode.MQPUT1
            ? new ObjectDescriptor(call.body(), Call.HEAD_BYTES).size()
            : 0);
  }

  private static int dataLengthAt(Call call) {
    int optionsAt =
        descriptorAt(call) + new MessageDescriptor(call.body(), descriptorAt(call)).size();
    return optionsAt + new PutOptions(call.body(), optionsAt).size();
  }

  private static byte[] data(Call call) {
    int at = dataLengthAt(call);
    int length = new Structure(call.body(), at).integer(0);
    return Arrays.copyOfRange(call.body(), at + 4, at + 4 + length);
  }
}
