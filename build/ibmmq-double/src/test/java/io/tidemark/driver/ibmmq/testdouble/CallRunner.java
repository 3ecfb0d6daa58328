package io.tidemark.driver.ibmmq.testdouble;

import java.util.Map;
import java.util.Optional;

/** Runs API calls: the script's fault first, then the verb, then the answer. */
final class CallRunner {
  private final QueueManager queueManager;
  private final Map<Opcode, Verb> verbs;

  CallRunner(QueueManager queueManager) {
    this.queueManager = queueManager;
    OpenQueue open = new OpenQueue(queueManager);
    Put put = new Put(queueManager);
    Subscribe subscribe = new Subscribe(queueManager);
    verbs =
        Map.ofEntries(
            Map.entry(Opcode.MQCONN, new Connect(queueManager)),
            Map.entry(Opcode.MQDISC, new EndOfWork(true)),
            Map.entry(Opcode.MQCMIT, new EndOfWork(true)),
            Map.entry(Opcode.MQBACK, new EndOfWork(false)),
            Map.entry(Opcode.MQOPEN, open),
            Map.entry(Opcode.SPI, new SystemProgramming(open, subscribe)),
            Map.entry(Opcode.MQCLOSE, new CloseObject()),
            Map.entry(Opcode.MQGET, new Get()),
            Map.entry(Opcode.MQPUT, put),
            Map.entry(Opcode.MQPUT1, put),
            Map.entry(Opcode.MQINQ, new Inquire(queueManager)),
            Map.entry(Opcode.MQSUB, subscribe),
            Map.entry(Opcode.MQSTAT, call -> Answer.ok(call.echo())));
  }

  void run(Conversation conversation, Opcode opcode, Segment first, byte[] body) {
    Verb verb = verbs.get(opcode);
    Call unnamed = new Call(conversation, opcode, first, body, Optional.empty());
    Optional<DoubleFaults.Action> fault = queueManager.faults().next(opcode, object(verb, unnamed));
    Call call = new Call(conversation, opcode, first, body, fault);
    DoubleFaults.Action action = fault.orElse(null);
    if (action instanceof DoubleFaults.Action.Drop) {
      conversation.connection().close();
      return;
    }
    Answer answer =
        action instanceof DoubleFaults.Action.Refuse refuse
            ? Answer.failed(verb.refusal(call), refuse.reason())
            : execute(verb, call);
    send(call, answer);
  }

  /** A bad handle names nothing; the verb itself refuses it. */
  private static String object(Verb verb, Call call) {
    try {
      return verb.object(call);
    } catch (MqFailure e) {
      return "";
    }
  }

  private static Answer execute(Verb verb, Call call) {
    try {
      return verb.execute(call);
    } catch (MqFailure e) {
      return Answer.failed(verb.refusal(call), e.reason());
    }
  }

  private static void send(Call call, Answer answer) {
    if (!call.conversation().isClosed()) {
      Segment first = call.first();
      byte[] body = answer.encoded(first.headerBytes());
      call.conversation().connection().send(first, call.opcode().replyCode(), body);
    }
  }
}
