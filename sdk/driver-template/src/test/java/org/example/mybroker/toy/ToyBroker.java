package org.example.mybroker.toy;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * REPLACE: a broker in memory that stands for yours. {@code java ToyBroker.java PORT} starts it. It
 * creates a topic for a client that names it, so clients continue after a restart.
 */
public final class ToyBroker {
  private final Map<String, Map<String, Subscription>> topics = new ConcurrentHashMap<>();

  public static void main(String[] arguments) throws IOException {
    new ToyBroker().serve(Integer.parseInt(arguments[0]));
  }

  private void serve(int port) throws IOException {
    try (ServerSocket server = new ServerSocket(port, 100, InetAddress.getLoopbackAddress())) {
      while (true) {
        Socket socket = server.accept();
        daemon(() -> serve(socket));
      }
    }
  }

  private static void daemon(Runnable task) {
    Thread thread = new Thread(task, "toy-broker");
    thread.setDaemon(true);
    thread.start();
  }

  private void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
      DataOutputStream out =
          new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
      String[] words = new String[in.readInt()];
      for (int i = 0; i < words.length; i++) {
        words[i] = in.readUTF();
      }
      switch (words[0]) {
        case "ping" -> answer(out, true);
        case "create" -> answer(out, topic(words[1]) != null);
        case "find" -> answer(out, topics.containsKey(words[1]));
        case "delete" -> answer(out, topics.remove(words[1]) != null);
        case "subscribe" -> answer(out, subscription(words[1], words[2]) != null);
        case "publish" -> takeMessages(topic(words[1]), in, out);
        case "consume" -> deliver(subscription(words[1], words[2]), words[3], in, out);
        default -> answer(out, false);
      }
    } catch (IOException e) {
      // The client has gone.
    }
  }

  private Map<String, Subscription> topic(String name) {
    return topics.computeIfAbsent(name, key -> new ConcurrentHashMap<>());
  }

  private Subscription subscription(String topic, String name) {
    return topic(topic).computeIfAbsent(name, key -> new Subscription());
  }

  private static void answer(DataOutputStream out, boolean value) throws IOException {
    out.writeBoolean(value);
    out.flush();
  }

  private static void takeMessages(
      Map<String, Subscription> topic, DataInputStream in, DataOutputStream out)
      throws IOException {
    answer(out, true);
    while (true) {
      byte[] body = new byte[in.readInt()];
      in.readFully(body);
      Message message = new Message(System.currentTimeMillis(), body);
      topic.values().forEach(subscription -> subscription.add(message));
      out.writeByte(1);
      out.flush();
    }
  }

  private static void deliver(
      Subscription subscription, String prefetch, DataInputStream in, DataOutputStream out)
      throws IOException {
    Consumer consumer = new Consumer(Integer.parseInt(prefetch));
    answer(out, true);
    daemon(
        () -> {
          try {
            while (in.readByte() == 1) {
              subscription.acknowledge(consumer);
            }
          } catch (IOException e) {
            subscription.leave(consumer);
          }
        });
    try {
      for (Message message = subscription.take(consumer);
          message != null;
          message = subscription.take(consumer)) {
        out.writeLong(message.publishedMillis);
        out.writeInt(message.body.length);
        out.write(message.body);
        out.flush();
      }
    } finally {
      subscription.leave(consumer);
    }
  }

  private record Message(long publishedMillis, byte[] body) {}

  /** Guarded by its subscription. */
  private static final class Consumer {
    private final int prefetch;
    private final Deque<Message> unacknowledged = new ArrayDeque<>();
    private boolean gone;

    Consumer(int prefetch) {
      this.prefetch = prefetch;
    }
  }

  private static final class Subscription {
    private final Deque<Message> waiting = new ArrayDeque<>();

    synchronized void add(Message message) {
      waiting.add(message);
      notifyAll();
    }

    /** Blocks until there is a message for the consumer; null when it has gone. */
    synchronized Message take(Consumer consumer) {
      while (!consumer.gone
          && (waiting.isEmpty() || consumer.unacknowledged.size() == consumer.prefetch)) {
        try {
          wait();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return null;
        }
      }
      if (consumer.gone) {
        return null;
      }
      Message message = waiting.remove();
      consumer.unacknowledged.add(message);
      return message;
    }

    synchronized void acknowledge(Consumer consumer) {
      consumer.unacknowledged.remove();
      notifyAll();
    }

    /** Other consumers get what it has not acknowledged. */
    synchronized void leave(Consumer consumer) {
      consumer.gone = true;
      while (!consumer.unacknowledged.isEmpty()) {
        waiting.addFirst(consumer.unacknowledged.removeLast());
      }
      notifyAll();
    }
  }
}
