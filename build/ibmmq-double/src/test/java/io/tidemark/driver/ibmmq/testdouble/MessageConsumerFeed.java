package io.tidemark.driver.ibmmq.testdouble;

import java.util.Optional;

/**
 * Serves the message requests of one consumer (read-ahead, listeners) on a separate thread. A new
 * request replaces the one before it; a request that waits does not hold up the conversation's
 * calls.
 */
final class MessageConsumerFeed implements AutoCloseable {
  private static final int LONG_WAIT_MILLIS = -1;

  private final Conversation conversation;
  private final OpenObject object;
  private Selection selection = Selection.any();
  private MessageRequest current;
  private int sentMessages;
  private int bufferedBytes;
  private volatile boolean closed;

  MessageConsumerFeed(Conversation conversation, OpenObject object) {
    this.conversation = conversation;
    this.object = object;
    Conversation.daemon(this::serve, "mq-double-consumer-" + object.handle()).start();
  }

  void request(MessageRequest request) {
    synchronized (this) {
      request.selection().ifPresent(s -> selection = s);
      bufferedBytes -= request.receivedBytes();
      current = request;
      notifyAll();
    }
    object.requiredQueue().wake();
  }

  @Override
  public void close() {
    closed = true;
    synchronized (this) {
      notifyAll();
    }
    object.queue().ifPresent(LocalQueue::wake);
  }

  private void serve() {
    try {
      while (!closed) {
        serve(next());
      }
    } catch (UnknownFlow e) {
      conversation.connection().failLoudly(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized MessageRequest next() throws InterruptedException {
    while (current == null && !closed) {
      wait();
    }
    return current;
  }

  private synchronized boolean isOver(MessageRequest request) {
    return closed || current != request;
  }

  private synchronized Selection selection() {
    return selection;
  }

  private synchronized void done(MessageRequest request) {
    if (current == request) {
      current = null;
    }
  }

  private void serve(MessageRequest request) {
    if (request == null) {
      return;
    }
    boolean first = true;
    while (!isOver(request) && (first || bufferedBytes < request.requestedBytes())) {
      long waitMillis = first && request.wantsAnswer() ? request.waitMillis() : LONG_WAIT_MILLIS;
      Optional<StoredMessage> found =
          object.requiredQueue().reserve(selection(), object, waitMillis, () -> isOver(request));
      if (found.isPresent()) {
        deliver(request, found.get());
      } else if (!isOver(request)) {
        tellEmpty(request);
        break;
      }
      first = false;
    }
    done(request);
  }

  private void tellEmpty(MessageRequest request) {
    byte[] empty = Notification.queueIsEmpty(request.handle()).array();
    int flags = Segment.FIRST | Segment.LAST;
    conversation
        .connection()
        .sendOne(request.segment().answer(Opcode.NOTIFICATION.code(), flags, empty));
  }

  private void deliver(MessageRequest request, StoredMessage message) {
    LocalQueue queue = object.requiredQueue();
    queue.remove(message);
    if (request.syncpoint()) {
      conversation.unitOfWork().got(queue, message);
    }
    conversation.queueManager().journal().add(DoubleJournal.Flow.got(queue, request, message));
    AsyncMessage sent =
        new AsyncMessage(
            request, sentMessages++, conversation.nextMessageNumber(), queue.name(), message);
    synchronized (this) {
      bufferedBytes += sent.bytes();
    }
    sent.send(conversation.connection());
  }
}
