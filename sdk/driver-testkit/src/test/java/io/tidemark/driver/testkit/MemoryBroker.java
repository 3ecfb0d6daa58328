package io.tidemark.driver.testkit;

import io.tidemark.driver.headers.MessageHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A broker in memory, of {@link MemoryDriver}: topics with partitions and groups, whose members
 * acknowledge each message. Connections can stop and break.
 */
final class MemoryBroker implements BrokerView {
  static final String VERSION = "1";

  /** The header that has the priority of a message. */
  static final String PRIORITY = "memory-priority";

  private static final long A_PRIORITY = 1L << 40;
  private static final String DEAD = ".dead.";

  private final Map<String, Topic> topics = new HashMap<>();
  private final Set<String> hidden = new HashSet<>();
  private final Set<Member> members = new HashSet<>();
  private final long visibilityNanos;
  private final int mostWaiting;
  private boolean paused;
  private @Nullable Member greedy;

  record Message(
      long id, byte[] body, List<MessageHeader> headers, int partition, long publishedMillis) {

    /** Among those that wait: those of a higher priority are first. */
    long place() {
      return headers.stream()
          .filter(header -> header.name().equals(PRIORITY))
          .mapToLong(header -> id - Long.parseLong(header.text()) * A_PRIORITY)
          .findFirst()
          .orElse(id);
    }
  }

  private static final class Topic {
    final int partitions;
    final Map<String, Group> groups = new HashMap<>();
    final List<Predicate<Message>> taps = new ArrayList<>();
    final Map<ByteBuffer, Integer> partitionOf = new HashMap<>();
    long published;

    Topic(int partitions) {
      this.partitions = partitions;
    }
  }

  private static final class Group {
    final TreeMap<Long, Message> waiting = new TreeMap<>();
    final Map<Long, Pending> pending = new HashMap<>();
    final Map<Integer, Long> committed = new HashMap<>();
    final Map<Long, Integer> deliveries = new HashMap<>();
    long delivered;
  }

  private record Pending(Message message, Member owner, long untilNanos) {}

  /**
   * A consumer's connection.
   *
   * @param proxied whether it passes through the proxy
   */
  static final class Member {
    final String topic;
    final String group;
    final boolean proxied;
    boolean gone;

    Member(String topic, String group, boolean proxied) {
      this.topic = topic;
      this.group = group;
      this.proxied = proxied;
    }
  }

  /**
   * @param visibilityMillis after which a message is delivered again; 0: when its consumer has gone
   * @param mostWaiting messages of a group, when others are refused
   */
  MemoryBroker(long visibilityMillis, int mostWaiting) {
    this.visibilityNanos = TimeUnit.MILLISECONDS.toNanos(visibilityMillis);
    this.mostWaiting = mostWaiting;
  }

  synchronized boolean create(String name, int partitions) {
    return topics.putIfAbsent(name, new Topic(partitions)) == null;
  }

  synchronized void createGroup(String topic, String group) throws IOException {
    find(topic).groups.computeIfAbsent(group, name -> new Group());
  }

  synchronized Member join(String topic, String group, boolean proxied) {
    Member member = new Member(topic, group, proxied);
    members.add(member);
    return member;
  }

  /** Whether they have members. */
  synchronized Map<String, Boolean> topics(String prefix) {
    Map<String, Boolean> used = new HashMap<>();
    topics.keySet().stream()
        .filter(name -> name.startsWith(prefix))
        .forEach(
            name -> used.put(name, members.stream().anyMatch(each -> each.topic.equals(name))));
    return used;
  }

  /** Hides a topic that the driver calls deleted. */
  synchronized void hide(String topic) {
    hidden.add(topic);
  }

  synchronized boolean isHidden(String topic) {
    return hidden.contains(topic);
  }

  /** Whether it was hidden. */
  synchronized boolean unhide(String topic) {
    return hidden.remove(topic);
  }

  synchronized void delete(String topic) {
    topics.keySet().removeIf(name -> name.equals(topic) || name.startsWith(topic + DEAD));
  }

  synchronized void removeGroups(String topic) throws IOException {
    find(topic).groups.clear();
  }

  synchronized Optional<Integer> partitions(String topic) {
    return Optional.ofNullable(topics.get(topic)).map(found -> found.partitions);
  }

  /**
   * @param tap gets each message, and says whether it takes it
   */
  synchronized void tap(String topic, Predicate<Message> tap) {
    topics.get(topic).taps.add(tap);
  }

  private Topic find(String name) throws IOException {
    Topic topic = topics.get(name);
    if (topic == null) {
      throw new IOException("there is no topic " + name);
    }
    return topic;
  }

  /** Refuses the message if a group is full. */
  synchronized Message publish(
      String name, Optional<String> key, byte[] body, List<MessageHeader> headers)
      throws IOException {
    Topic topic = find(name);
    for (Group group : topic.groups.values()) {
      if (group.waiting.size() >= mostWaiting) {
        throw new IOException("queue full");
      }
    }
    long id = ++topic.published;
    int partition =
        (int) Math.floorMod(key.map(k -> (long) k.hashCode()).orElse(id), (long) topic.partitions);
    Message message = new Message(id, body, headers, partition, System.currentTimeMillis());
    topic.partitionOf.put(ByteBuffer.wrap(body), partition);
    boolean taken = topic.taps.stream().filter(tap -> tap.test(message)).count() > 0;
    if (!taken) {
      topic.groups.values().forEach(group -> group.waiting.put(message.place(), message));
    }
    notifyAll();
    return message;
  }

  /** Messages that are the member's now; none if nothing comes for some time. */
  synchronized List<Message> poll(Member member, int most, boolean claims)
      throws InterruptedException, IOException {
    long endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(20);
    while (System.nanoTime() < endNanos) {
      Topic topic = topics.get(member.topic);
      Group group = topic == null ? null : topic.groups.get(member.group);
      if (group == null) {
        throw new IOException("there is no group " + member.group);
      }
      boolean served = greedy == null || greedy == member;
      if (served && !member.gone && !(paused && member.proxied)) {
        claim(group, claims);
        List<Message> taken = take(group, member, most);
        if (!taken.isEmpty()) {
          return taken;
        }
      }
      TimeUnit.MILLISECONDS.timedWait(this, 2);
    }
    return List.of();
  }

  /** What was not acknowledged in time waits again. */
  private void claim(Group group, boolean all) {
    long now = System.nanoTime();
    boolean times = visibilityNanos > 0;
    List<Pending> back =
        group.pending.values().stream()
            .filter(each -> all || times && now - each.untilNanos > 0)
            .toList();
    back.forEach(each -> giveBack(group, each.message));
  }

  private static void giveBack(Group group, Message message) {
    group.pending.remove(message.id);
    group.waiting.put(message.place(), message);
  }

  private List<Message> take(Group group, Member member, int most) {
    List<Message> taken = new ArrayList<>();
    while (taken.size() < most && !group.waiting.isEmpty()) {
      Message message = group.waiting.pollFirstEntry().getValue();
      group.pending.put(
          message.id, new Pending(message, member, System.nanoTime() + visibilityNanos));
      group.delivered++;
      group.deliveries.merge(message.id, 1, Integer::sum);
      taken.add(message);
    }
    return taken;
  }

  synchronized void acknowledge(Member member, Message message) {
    Group group = group(member);
    if (group != null && !member.gone && !(paused && member.proxied)) {
      group.pending.remove(message.id);
      group.committed.merge(message.partition, message.id + 1, Math::max);
    }
  }

  /** By partition, behind the last acknowledged message. */
  synchronized Map<Integer, Long> committed(String topic, String group) {
    return Map.copyOf(topics.get(topic).groups.get(group).committed);
  }

  synchronized Set<String> groups(String topic) {
    return Set.copyOf(topics.get(topic).groups.keySet());
  }

  /** For another consumer. */
  synchronized void release(Member member, Message message) {
    Group group = group(member);
    if (group != null && group.pending.containsKey(message.id)) {
      giveBack(group, message);
      notifyAll();
    }
  }

  /** How often a message was delivered to the group of a member. */
  synchronized int deliveries(Member member, Message message) {
    Group group = group(member);
    return group == null ? 0 : group.deliveries.getOrDefault(message.id, 0);
  }

  /** A topic of its own, which is deleted with the other one. */
  static String deadLetters(String topic, String group) {
    return topic + DEAD + group;
  }

  private Group group(Member member) {
    Topic topic = topics.get(member.topic);
    return topic == null ? null : topic.groups.get(member.group);
  }

  /** What it has not acknowledged waits again, at once or when the visibility timeout is over. */
  synchronized void leave(Member member) {
    member.gone = true;
    members.remove(member);
    Group group = group(member);
    if (group != null && visibilityNanos == 0) {
      List<Pending> back =
          group.pending.values().stream().filter(each -> each.owner == member).toList();
      back.forEach(each -> giveBack(group, each.message));
      notifyAll();
    }
  }

  /** From now on only this member gets messages. */
  synchronized void prefer(Member member) {
    greedy = member;
  }

  synchronized void pause(boolean stopped) {
    paused = stopped;
    notifyAll();
  }

  /** Ends the connections that pass through the proxy. */
  synchronized void cut() {
    Set<Member> owners = new HashSet<>();
    topics.values().stream()
        .flatMap(topic -> topic.groups.values().stream())
        .flatMap(group -> group.pending.values().stream())
        .filter(pending -> pending.owner.proxied)
        .forEach(pending -> owners.add(pending.owner));
    owners.forEach(this::leave);
  }

  synchronized long published(String topic) {
    return topics.get(topic).published;
  }

  synchronized long delivered(String topic) {
    return topics.get(topic).groups.values().stream().mapToLong(group -> group.delivered).sum();
  }

  @Override
  public synchronized Optional<Set<String>> names() {
    Set<String> names = new HashSet<>(topics.keySet());
    topics.forEach((name, topic) -> topic.groups.keySet().forEach(g -> names.add(name + "/" + g)));
    return Optional.of(names);
  }

  @Override
  public Map<String, String> facts() {
    return Map.of("broker.version", VERSION);
  }

  @Override
  public synchronized OptionalLong unacknowledged(String topic, String subscription) {
    Group group = topics.get(topic).groups.get(subscription);
    return OptionalLong.of(group.waiting.size() + group.pending.size());
  }

  @Override
  public synchronized OptionalInt partition(String topic, byte[] body) {
    return OptionalInt.of(topics.get(topic).partitionOf.get(ByteBuffer.wrap(body)));
  }
}
