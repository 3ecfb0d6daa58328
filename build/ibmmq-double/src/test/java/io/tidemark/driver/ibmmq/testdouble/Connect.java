package io.tidemark.driver.ibmmq.testdouble;

/** MQCONN: queue manager, application name; here wrong credentials become 2035. */
final class Connect implements Verb {
  private static final int QUEUE_MANAGER = Call.HEAD_BYTES;
  private static final int APPLICATION_NAME = 64;

  private final QueueManager queueManager;

  Connect(QueueManager queueManager) {
    this.queueManager = queueManager;
  }

  @Override
  public Answer execute(Call call) {
    Structure asked = new Structure(call.echo(), 0);
    String wanted = asked.text(QUEUE_MANAGER, 48);
    Credentials given = call.conversation().credentials();
    int reason = ReasonCode.NONE;
    if (!given.accepted(queueManager.settings().users())) {
      reason = ReasonCode.NOT_AUTHORIZED;
    } else if (!wanted.isEmpty()
        && !wanted.startsWith("*") // Any of a group, with any name.
        && !wanted.equals(queueManager.name())) {
      reason = ReasonCode.Q_MGR_NAME_ERROR;
    }
    String application = asked.text(APPLICATION_NAME, 28);
    seen(call, wanted, application, given, reason);
    if (reason != ReasonCode.NONE) {
      throw new MqFailure(reason);
    }
    call.conversation().connected(application);
    asked.text(QUEUE_MANAGER, 48, queueManager.name());
    return Answer.ok(asked.array());
  }

  private void seen(Call call, String wanted, String application, Credentials given, int reason) {
    ClientConnection connection = call.conversation().connection();
    InitialData agreed = connection.channelFlows().agreed();
    queueManager
        .journal()
        .add(
            new DoubleJournal.Connected(
                agreed.channel(),
                wanted,
                application,
                given.user(),
                given.kind(),
                connection.cipherSuite(),
                agreed.conversations(),
                connection.number(),
                call.conversation().id(),
                reason));
  }
}
