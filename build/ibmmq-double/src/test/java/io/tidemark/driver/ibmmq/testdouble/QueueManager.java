package io.tidemark.driver.ibmmq.testdouble;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** What all connections of the double share. */
record QueueManager(
    DoubleSettings settings,
    QueueStore queues,
    Topics topics,
    DoubleFaults faults,
    DoubleJournal journal,
    AtomicInteger handles,
    AtomicLong ids) {

  static QueueManager withSettings(DoubleSettings settings) {
    return new QueueManager(
        settings,
        new QueueStore(),
        new Topics(),
        new DoubleFaults(),
        new DoubleJournal(),
        new AtomicInteger(2),
        new AtomicLong(System.nanoTime()));
  }

  String name() {
    return settings.queueManager();
  }

  /** "AMQ ", the queue manager's name, and a number that no other message has. */
  byte[] newMessageId() {
    ByteBuffer id = ByteBuffer.allocate(MessageDescriptor.ID_BYTES);
    id.put("AMQ ".getBytes(StandardCharsets.ISO_8859_1));
    id.put(String.format("%-12.12s", name()).getBytes(StandardCharsets.ISO_8859_1));
    return id.putLong(ids.incrementAndGet()).array();
  }

  int newHandle() {
    return handles.getAndIncrement();
  }
}
