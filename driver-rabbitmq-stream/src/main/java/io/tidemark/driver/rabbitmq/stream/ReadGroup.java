package io.tidemark.driver.rabbitmq.stream;

import java.util.ArrayList;
import java.util.List;

/**
 * The consumers of one subscription within this worker. A stream gives every reader every message,
 * so each partition is read once and dealt to one member: partition k to the member k modulo their
 * number, as Kafka's groups do; members beyond the number of partitions idle until others leave or
 * pause.
 *
 * <p>With {@code singleActiveConsumer} every consumer is a group of its own and the broker deals,
 * over all workers.
 *
 * <p>Joining, leaving and pausing exclude each other by the monitor; deliveries come on the
 * client's threads and take no lock.
 */
final class ReadGroup {
  private static final Receiver[] NOBODY = {};

  private final List<Receiver> members = new ArrayList<>();
  private final List<Receiver> paused = new ArrayList<>();
  private volatile Receiver[] active = NOBODY;
  private List<StreamReader> readers = List.of();

  /** Given before anybody joins. */
  void read(List<StreamReader> all) {
    readers = List.copyOf(all);
  }

  void deliver(byte[] body, long chunkMillis, int partition) {
    Receiver[] now = active;
    if (now.length > 0) {
      now[partition % now.length].received(body, chunkMillis, partition);
    }
  }

  synchronized void join(Receiver member) {
    members.add(member);
    changed();
  }

  /** Whether the group has no members any more. */
  synchronized boolean leave(Receiver member) {
    members.remove(member);
    paused.remove(member);
    changed();
    return members.isEmpty();
  }

  synchronized void pause(Receiver member) {
    if (members.contains(member) && !paused.contains(member)) {
      paused.add(member);
      changed();
    }
  }

  synchronized void resume(Receiver member) {
    if (paused.remove(member)) {
      changed();
    }
  }

  /** Readers stop before nobody is there to take what they read, and start after somebody is. */
  private void changed() {
    Receiver[] next =
        members.stream().filter(member -> !paused.contains(member)).toArray(Receiver[]::new);
    if (next.length == 0) {
      readers.forEach(StreamReader::stop);
      active = next;
    } else {
      active = next;
      readers.forEach(StreamReader::start);
    }
  }
}
