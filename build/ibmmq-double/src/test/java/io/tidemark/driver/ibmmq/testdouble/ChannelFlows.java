package io.tidemark.driver.ibmmq.testdouble;

/**
 * What belongs to the channel and not to the API: the handshake, conversations, heartbeats, message
 * requests.
 */
final class ChannelFlows {
  private static final int START_CONVERSATION = 1;
  private static final int END_CONVERSATION = 2;
  private static final int FIRST_AND_LAST = Segment.FIRST | Segment.LAST;
  private static final int REMOTE_CHANNEL_NOT_FOUND = 1;

  private final ClientConnection connection;
  private volatile InitialData agreed;

  ChannelFlows(ClientConnection connection) {
    this.connection = connection;
  }

  int maxSegmentBytes() {
    return agreed.maxSegmentBytes();
  }

  InitialData agreed() {
    return agreed;
  }

  void receive(Opcode opcode, Segment segment) {
    switch (opcode) {
      case INITIAL_DATA -> initialData(segment);
      case USERID_DATA -> conversation(segment).authenticate(Credentials.ofUserId(segment.body()));
      case CONAUTH_INFO -> authenticate(segment);
      case SOCKET_ACTION -> socketAction(segment);
      case STATUS -> status(segment);
      case HEARTBEAT -> heartbeat(segment);
      case NOTIFICATION -> notification(segment);
      case REQUEST_MSGS -> requestMessages(segment);
      default -> throw new UnknownFlow(opcode + " from a client");
    }
  }

  private Conversation conversation(Segment segment) {
    return connection.conversation(segment.conversationId());
  }

  private void initialData(Segment segment) {
    DoubleSettings settings = connection.queueManager().settings();
    agreed = InitialData.agreed(segment.body(), settings);
    if (!settings.channels().isEmpty() && !settings.channels().contains(agreed.channel())) {
      Structure status = new Structure(new byte[8], 0);
      status.integer(0, 8);
      status.integer(4, REMOTE_CHANNEL_NOT_FOUND);
      int flags = FIRST_AND_LAST | Segment.ERROR | Segment.CLOSE_CHANNEL;
      connection.sendOne(segment.answer(Opcode.STATUS.code(), flags, status.array()));
      return;
    }
    connection.sendOne(segment.answer(Opcode.INITIAL_DATA.code(), FIRST_AND_LAST, agreed.array()));
  }

  /** The answer says only that the credentials have come; MQCONN says what they are worth. */
  private void authenticate(Segment segment) {
    conversation(segment).authenticate(Credentials.ofConnectionAuthentication(segment.body()));
    connection.sendOne(segment.answer(Opcode.STATUS.code(), FIRST_AND_LAST, new byte[0]));
  }

  private void socketAction(Segment segment) {
    Structure action = new Structure(segment.body(), 0);
    int type = action.integer(8);
    if (segment.has(Segment.CLOSE_CHANNEL)) {
      connection.close();
    } else if (type == START_CONVERSATION) {
      Segment started = segment.inConversation(action.integer(0), action.integer(4));
      connection.sendOne(started.answer(Opcode.STATUS.code(), FIRST_AND_LAST, new byte[0]));
    } else if (type == END_CONVERSATION) {
      connection.endConversation(action.integer(0));
    } else {
      throw new UnknownFlow("socket action " + type);
    }
  }

  private void status(Segment segment) {
    if (!segment.has(Segment.CLOSE_CHANNEL)) {
      throw new UnknownFlow("a status that does not close the channel");
    }
    connection.close();
  }

  private void heartbeat(Segment segment) {
    if (segment.has(Segment.CONFIRM)) {
      connection.sendOne(segment.answer(Opcode.HEARTBEAT.code(), FIRST_AND_LAST, new byte[0]));
    }
  }

  private void notification(Segment segment) {
    Notification asked = new Notification(segment.body());
    if (segment.has(Segment.CONFIRM)) {
      connection.sendOne(
          segment.answer(Opcode.NOTIFICATION.code(), FIRST_AND_LAST, asked.confirmed().array()));
    }
  }

  private void requestMessages(Segment segment) {
    MessageRequest request = new MessageRequest(segment);
    conversation(segment).feed(request.handle()).ifPresent(feed -> feed.request(request));
  }
}
