package io.tidemark.driver.ibmmq.testdouble;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Executes PCF commands on the double's queues at once and puts the answers to the reply-to queue.
 */
final class CommandServer {
  static final String QUEUE = "SYSTEM.ADMIN.COMMAND.QUEUE";

  /** MQRO_PASS_CORREL_ID: the answer has the command's correlation id and not its message id. */
  private static final int PASS_CORRELATION_ID = 0x40;

  private static final int INQUIRE_Q_MGR = 2;
  private static final int CLEAR_Q = 9;
  private static final int CREATE_Q = 11;
  private static final int DELETE_Q = 12;
  private static final int INQUIRE_Q = 13;
  private static final int INQUIRE_CHANNEL = 25;
  private static final int INQUIRE_Q_STATUS = 41;
  private static final int INQUIRE_CHANNEL_STATUS = 42;
  private static final int INQUIRE_Q_MGR_STATUS = 161;

  /** MAXUMSGS, MAXHANDS, MONQ. */
  private static final Map<Integer, Integer> OF_QUEUE_MANAGER =
      Map.of(33, 10_000, 11, 256, 123, 33);

  /** Linear, 16 primary and 2 secondary extents of 16,384 pages. */
  private static final Map<Integer, Integer> LOG = Map.of(1456, 1, 1454, 16, 1455, 2, 1451, 16_384);

  /** MAXMSGL, HBINT, KAINT, MAXINST. */
  private static final Map<Integer, Integer> OF_CHANNEL =
      Map.of(1510, 4_194_304, 1563, 300, 1566, -1, 1618, 999_999_999);

  private static final int SHARING_CONVERSATIONS = 1615;
  private static final int MESSAGE_COMPRESSION = 1576;
  private static final int CIPHER = 3544;

  private final QueueManager queueManager;

  CommandServer(QueueManager queueManager) {
    this.queueManager = queueManager;
  }

  void execute(StoredMessage command) {
    PcfMessage asked = PcfMessage.parsed(command.data());
    LocalQueue replies = queueManager.queues().get(command.descriptor().replyToQueue());
    for (PcfMessage answer : answers(asked)) {
      reply(command, replies, answer);
    }
  }

  private List<PcfMessage> answers(PcfMessage asked) {
    try {
      return PcfMessage.numbered(
          switch (asked.command()) {
            case INQUIRE_Q_MGR -> List.of(inquireQueueManager(asked));
            case CREATE_Q -> List.of(create(asked));
            case CLEAR_Q -> List.of(clear(asked));
            case DELETE_Q -> List.of(delete(asked));
            case INQUIRE_Q, INQUIRE_Q_STATUS -> inquire(asked);
            case INQUIRE_CHANNEL_STATUS -> inquireChannel(asked);
            case INQUIRE_CHANNEL -> List.of(channel(asked));
            case INQUIRE_Q_MGR_STATUS -> List.of(with(LOG, asked.ok()));
            default -> throw new UnknownFlow("PCF command " + asked.command());
          });
    } catch (MqFailure e) {
      return PcfMessage.numbered(List.of(asked.failed(e.reason())));
    }
  }

  private PcfMessage inquireQueueManager(PcfMessage asked) {
    return with(OF_QUEUE_MANAGER, asked.ok())
        .with(PcfMessage.MAX_MESSAGE_BYTES, 4_194_304)
        .with(PcfMessage.Q_MGR_NAME, queueManager.name())
        .with(PcfMessage.COMMAND_LEVEL, 945)
        .with(PcfMessage.PLATFORM, 3);
  }

  private void refuse(String name) {
    Optional<Integer> refused = queueManager.faults().refusedInquiry(name);
    if (refused.isPresent()) {
      throw new MqFailure(refused.get());
    }
  }

  private static PcfMessage with(Map<Integer, Integer> attributes, PcfMessage answer) {
    PcfMessage all = answer;
    for (Map.Entry<Integer, Integer> each : attributes.entrySet()) {
      all = all.with(each.getKey(), each.getValue());
    }
    return all;
  }

  /** The definition of a channel; the double has those of its settings, or any. */
  private PcfMessage channel(PcfMessage asked) {
    String name = asked.text(PcfMessage.CHANNEL_NAME);
    DoubleSettings settings = queueManager.settings();
    refuse(name);
    if (!settings.channels().isEmpty() && !settings.channels().contains(name)) {
      throw new MqFailure(ReasonCode.PCF_CHANNEL_NOT_FOUND);
    }
    return with(OF_CHANNEL, asked.ok())
        .with(PcfMessage.CHANNEL_NAME, name)
        .with(SHARING_CONVERSATIONS, settings.sharingConversations())
        .with(MESSAGE_COMPRESSION, new int[] {2, -1, -1})
        .with(CIPHER, "");
  }

  private PcfMessage create(PcfMessage asked) {
    String name = asked.text(PcfMessage.Q_NAME);
    if (queueManager.queues().exists(name)) {
      throw new MqFailure(ReasonCode.PCF_OBJECT_ALREADY_EXISTS);
    }
    QueueAttributes defaults = QueueAttributes.defaults();
    queueManager
        .queues()
        .define(
            name,
            new QueueAttributes(
                asked.number(PcfMessage.MAX_DEPTH, defaults.maxDepth()),
                asked.number(PcfMessage.MAX_MESSAGE_BYTES, defaults.maxMessageBytes()),
                asked.number(PcfMessage.DEFAULT_PERSISTENCE, defaults.defaultPersistence()),
                asked.number(PcfMessage.BACKOUT_THRESHOLD, 0),
                String.valueOf(asked.parameters().getOrDefault(PcfMessage.BACKOUT_QUEUE, ""))));
    return asked.ok();
  }

  /** Clears a queue; refused while it is open, as by a queue manager. */
  private PcfMessage clear(PcfMessage asked) {
    unused(asked).clear();
    return asked.ok();
  }

  private PcfMessage delete(PcfMessage asked) {
    LocalQueue queue = unused(asked);
    if (queue.depth() > 0 && asked.number(PcfMessage.PURGE, 0) == 0) {
      throw new MqFailure(ReasonCode.NOT_EMPTY);
    }
    queueManager.queues().delete(queue.name());
    return asked.ok();
  }

  private LocalQueue unused(PcfMessage asked) {
    LocalQueue queue = queueManager.queues().get(asked.text(PcfMessage.Q_NAME));
    if (queue.openForInput() + queue.openForOutput() > 0) {
      throw new MqFailure(ReasonCode.OBJECT_IN_USE);
    }
    return queue;
  }

  private List<PcfMessage> inquire(PcfMessage asked) {
    refuse(asked.text(PcfMessage.Q_NAME));
    List<LocalQueue> found = queueManager.queues().matching(asked.text(PcfMessage.Q_NAME));
    if (found.isEmpty()) {
      throw new MqFailure(ReasonCode.UNKNOWN_OBJECT_NAME);
    }
    return found.stream().map(q -> describe(asked, q)).toList();
  }

  /** Channel status of all connections in the journal. */
  private List<PcfMessage> inquireChannel(PcfMessage asked) {
    String channel = asked.text(PcfMessage.CHANNEL_NAME);
    List<PcfMessage> sockets =
        queueManager.journal().connections().stream()
            .filter(c -> c.channel().equals(channel))
            .map(
                c ->
                    asked
                        .ok()
                        .with(PcfMessage.CHANNEL_NAME, channel)
                        .with(PcfMessage.REMOTE_APPLICATION, c.applicationName())
                        .with(PcfMessage.MAX_SHARING, c.sharing()))
            .toList();
    if (sockets.isEmpty()) {
      throw new MqFailure(ReasonCode.PCF_CHANNEL_STATUS_NOT_FOUND);
    }
    return sockets;
  }

  private static PcfMessage describe(PcfMessage asked, LocalQueue queue) {
    PcfMessage described = asked.ok().with(PcfMessage.Q_NAME, queue.name());
    for (Map.Entry<Integer, Integer> attribute : queue.describe().entrySet()) {
      described = described.with(attribute.getKey(), attribute.getValue());
    }
    return described;
  }

  private void reply(StoredMessage command, LocalQueue replies, PcfMessage answer) {
    MessageDescriptor descriptor = command.descriptor().copy();
    if ((descriptor.report() & PASS_CORRELATION_ID) == 0) {
      descriptor.correlationId(descriptor.messageIdBytes());
    }
    descriptor.messageId(queueManager.newMessageId());
    descriptor.integer(12, 2); // MQMT_REPLY
    descriptor.text(32, 8, "MQADMIN");
    StoredMessage reply = new StoredMessage(descriptor, answer.encoded());
    replies.admit(reply);
    replies.publish(reply);
  }
}
