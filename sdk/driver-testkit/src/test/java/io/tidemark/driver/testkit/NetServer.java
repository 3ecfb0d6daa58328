package io.tidemark.driver.testkit;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * The broker of {@link NetDriver}: topics with subscriptions, over TCP. A connection publishes to a
 * topic ({@code P}) or subscribes to it ({@code S}); the answer to a message is its number, and a
 * consumer answers a message with its number.
 */
final class NetServer implements AutoCloseable, BrokerView {
  private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final List<Socket> sockets = new ArrayList<>();
  private final Map<String, Map<String, Subscription>> topics = new HashMap<>();

  private record Message(long id, byte[] body) {}

  /**
   * A connection that subscribes.
   *
   * @param keeps whether nobody else gets what it has not acknowledged ({@code K})
   */
  private record Consumer(Socket socket, boolean keeps, Map<Long, byte[]> unacknowledged) {}

  private static final class Subscription {
    final Deque<Message> waiting = new ArrayDeque<>();
    final List<Consumer> consumers = new ArrayList<>();
    long ids;
    long kept;
  }

  NetServer() throws IOException {
    daemon(this::accept);
  }

  int port() {
    return listener.getLocalPort();
  }

  private static void daemon(Runnable task) {
    Thread thread = new Thread(task, "net-server");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = listener.accept();
        synchronized (this) {
          sockets.add(socket);
        }
        daemon(() -> serve(socket));
      }
    } catch (IOException e) {
      return; // Closed.
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      DataInputStream in = new DataInputStream(socket.getInputStream());
      byte role = in.readByte();
      String topic = in.readUTF();
      if (role != 'P') {
        Consumer consumer = new Consumer(socket, role == 'K', new TreeMap<>());
        deliver(subscription(topic, in.readUTF()), consumer, in);
      }
      while (true) {
        long id = in.readLong();
        byte[] body = in.readNBytes(in.readInt());
        publish(topic, body);
        new DataOutputStream(socket.getOutputStream()).writeLong(id);
      }
    } catch (IOException e) {
      return; // The client has gone.
    }
  }

  private synchronized Subscription subscription(String topic, String name) {
    return topics
        .computeIfAbsent(topic, t -> new HashMap<>())
        .computeIfAbsent(name, n -> new Subscription());
  }

  private void deliver(Subscription subscription, Consumer consumer, DataInputStream in)
      throws IOException {
    try {
      synchronized (this) {
        subscription.consumers.add(consumer);
        consumer.socket.getOutputStream().write('S');
        deliver(subscription);
      }
      while (true) {
        long id = in.readLong();
        synchronized (this) {
          consumer.unacknowledged.remove(id);
        }
      }
    } finally {
      leave(subscription, consumer);
    }
  }

  private synchronized void leave(Subscription subscription, Consumer consumer) {
    subscription.consumers.remove(consumer);
    if (consumer.keeps) {
      subscription.kept += consumer.unacknowledged.size();
    } else {
      List<Message> back = new ArrayList<>();
      consumer.unacknowledged.forEach((id, body) -> back.add(0, new Message(id, body)));
      back.forEach(subscription.waiting::addFirst);
      deliver(subscription);
    }
  }

  private synchronized void publish(String topic, byte[] body) {
    for (Subscription subscription : topics.getOrDefault(topic, Map.of()).values()) {
      subscription.waiting.add(new Message(subscription.ids++, body));
      deliver(subscription);
    }
  }

  /** A consumer that cannot be written to leaves when its connection is read. */
  private static void deliver(Subscription subscription) {
    while (!subscription.consumers.isEmpty() && !subscription.waiting.isEmpty()) {
      Consumer consumer = subscription.consumers.get(0);
      Message message = subscription.waiting.remove();
      consumer.unacknowledged.put(message.id, message.body);
      try {
        DataOutputStream out = new DataOutputStream(consumer.socket.getOutputStream());
        out.writeLong(message.id);
        out.writeInt(message.body.length);
        out.write(message.body);
      } catch (IOException e) {
        continue;
      }
    }
  }

  @Override
  public synchronized OptionalLong unacknowledged(String topic, String name) {
    Subscription subscription = subscription(topic, name);
    int delivered =
        subscription.consumers.stream().mapToInt(each -> each.unacknowledged.size()).sum();
    return OptionalLong.of(subscription.waiting.size() + delivered + subscription.kept);
  }

  @Override
  public synchronized void close() throws IOException {
    listener.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
