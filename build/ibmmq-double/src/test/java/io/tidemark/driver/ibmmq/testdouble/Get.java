package io.tidemark.driver.ibmmq.testdouble;

import java.util.Optional;

/**
 * MQGET: MD, GMO, buffer length. A message larger than the buffer stays, reserved for this handle,
 * and the answer carries its token, by which the client asks for it again.
 */
final class Get implements Verb {
  @Override
  public String object(Call call) {
    return call.object().requiredQueue().name();
  }

  /** Everything but data. */
  @Override
  public byte[] refusal(Call call) {
    byte[] answer = call.echo(bufferLengthAt(call) + 4);
    new Structure(answer, bufferLengthAt(call)).integer(0, 0);
    return answer;
  }

  @Override
  public Answer execute(Call call) {
    OpenObject object = call.object();
    LocalQueue queue = object.requiredQueue();
    byte[] body = call.echo();
    MessageDescriptor wanted = new MessageDescriptor(body, Call.HEAD_BYTES);
    GetOptions options = new GetOptions(body, Call.HEAD_BYTES + wanted.size());
    int given = options.options();
    Conversation conversation = call.conversation();
    StoredMessage message =
        queue
            .reserve(
                options.selection(wanted), object, options.waitMillis(), conversation::isClosed)
            .orElseThrow(() -> new MqFailure(ReasonCode.NO_MSG_AVAILABLE));
    options.refuseConversionOf(message.descriptor().format());
    int bufferBytes = new Structure(body, bufferLengthAt(call)).integer(0);
    boolean fits = message.dataBytes() <= bufferBytes;
    boolean taken = fits || options.has(GetOptions.ACCEPT_TRUNCATED);
    if (taken) {
      take(conversation, queue, message, options);
    }
    int reason =
        fits
            ? ReasonCode.NONE
            : taken ? ReasonCode.TRUNCATED_MSG_ACCEPTED : ReasonCode.TRUNCATED_MSG_FAILED;
    seen(call, queue, message, given, reason);
    byte[] answer = answer(call, queue, message, Math.min(bufferBytes, message.dataBytes()));
    return fits ? Answer.ok(answer) : Answer.warning(answer, reason);
  }

  private static void take(
      Conversation conversation, LocalQueue queue, StoredMessage message, GetOptions options) {
    queue.remove(message);
    boolean persistent = message.descriptor().persistence() == 1;
    if (options.has(GetOptions.SYNCPOINT)
        || persistent && options.has(GetOptions.SYNCPOINT_IF_PERSISTENT)) {
      conversation.unitOfWork().got(queue, message);
    }
  }

  private static byte[] answer(Call call, LocalQueue queue, StoredMessage message, int bytes) {
    int lengthAt = bufferLengthAt(call);
    byte[] answer = call.echo(lengthAt + 4 + bytes);
    MessageDescriptor descriptor = new MessageDescriptor(answer, Call.HEAD_BYTES);
    message.descriptor().writeTo(descriptor);
    new GetOptions(answer, Call.HEAD_BYTES + descriptor.size()).found(queue.name(), message);
    new Structure(answer, lengthAt).integer(0, message.dataBytes());
    message.copyData(0, answer, lengthAt + 4, bytes);
    return answer;
  }

  private static void seen(
      Call call, LocalQueue queue, StoredMessage message, int options, int reason) {
    call.conversation()
        .queueManager()
        .journal()
        .add(
            new DoubleJournal.Flow(
                Opcode.MQGET,
                queue.name(),
                options,
                reason,
                Optional.of(message.descriptor().copy()),
                message.dataBytes()));
  }

  private static int bufferLengthAt(Call call) {
    int optionsAt = Call.HEAD_BYTES + new MessageDescriptor(call.body(), Call.HEAD_BYTES).size();
    return optionsAt + new GetOptions(call.body(), optionsAt).size();
  }
}
