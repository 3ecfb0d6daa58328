package io.tidemark.driver.rabbitmq.stream;

import io.tidemark.driver.CallbackAdapter;
import io.tidemark.driver.LogMessage;
import io.tidemark.driver.ReceivedBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The consumers of one subscription within this worker. A stream gives every reader every message,
 * so each partition is read once and dealt to one member: the partitions in turn, in the order in
 * which their first messages come; members beyond their number idle until others leave or pause.
 *
 * <p>Where the broker shares partitions among single active consumers, the group is one of them.
 * With {@code singleActiveConsumer: true} every consumer is a separate group.
 *
 * <p>Joining, leaving and pausing exclude each other by the monitor; deliveries come on the
 * client's threads and take no lock.
 */
final class ReadGroup implements StreamReader.Delivery {
  private static final CallbackAdapter[] NONE = {};

  private final List<CallbackAdapter> members = new ArrayList<>();
  private final List<CallbackAdapter> paused = new ArrayList<>();
  private final Map<Integer, Integer> turns = new ConcurrentHashMap<>();
  private final AtomicInteger next = new AtomicInteger();
  private volatile CallbackAdapter[] active = NONE;
  private List<StreamReader> readers = List.of();

  /** Set before the first member joins. */
  void read(List<StreamReader> all) {
    readers = List.copyOf(all);
  }

  @Override
  public ReceivedBatch chunkArrived(int partition) {
    CallbackAdapter[] now = active;
    return now.length == 1 || (now.length > 1 && partition != StreamReader.NO_PARTITION)
        ? memberOf(now, partition).batchArrived()
        : ReceivedBatch.NONE;
  }

  @Override
  public void deliver(LogMessage message) {
    CallbackAdapter[] now = active;
    if (now.length > 0) {
      memberOf(now, message.partition()).received(message);
    }
  }

  private CallbackAdapter memberOf(CallbackAdapter[] now, int partition) {
    return now[now.length == 1 ? 0 : turn(partition) % now.length];
  }

  /** Which of this group's partitions this is: another worker may have some in between. */
  private int turn(int partition) {
    Integer known = turns.get(partition);
    return known == null
        ? turns.computeIfAbsent(partition, absent -> next.getAndIncrement())
        : known;
  }

  synchronized void join(CallbackAdapter member) {
    members.add(member);
    changed();
  }

  /** Whether the group has no members any more. */
  synchronized boolean leave(CallbackAdapter member) {
    members.remove(member);
    paused.remove(member);
    changed();
    return members.isEmpty();
  }

  synchronized void pause(CallbackAdapter member) {
    if (members.contains(member) && !paused.contains(member)) {
      paused.add(member);
      changed();
    }
  }

  synchronized void resume(CallbackAdapter member) {
    if (paused.remove(member)) {
      changed();
    }
  }

  /** Readers stop before the last member leaves, and start after the first one has joined. */
  private void changed() {
    CallbackAdapter[] next =
        members.stream().filter(member -> !paused.contains(member)).toArray(CallbackAdapter[]::new);
    if (next.length == 0) {
      readers.forEach(StreamReader::stop);
      active = next;
    } else {
      active = next;
      readers.forEach(StreamReader::start);
    }
  }
}
