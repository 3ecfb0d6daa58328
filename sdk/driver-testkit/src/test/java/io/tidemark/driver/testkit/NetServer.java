package io.tidemark.driver.testkit;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;

/**
 * The broker of {@link NetDriver}: topics with subscriptions, over TCP. A connection publishes to a
 * topic ({@code P}) or subscribes to it ({@code S}); the answer to a message is its number.
 */
final class NetServer implements AutoCloseable {
  private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final List<Socket> sockets = new ArrayList<>();
  private final Map<String, Map<String, Subscription>> topics = new HashMap<>();

  private static final class Subscription {
    final Queue<byte[]> waiting = new ArrayDeque<>();
    final List<Socket> consumers = new ArrayList<>();
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
      if (role == 'S') {
        subscribe(topic, in.readUTF(), socket);
      }
      while (true) {
        long id = in.readLong();
        byte[] body = in.readNBytes(in.readInt());
        publish(topic, body);
        new DataOutputStream(socket.getOutputStream()).writeLong(id);
      }
    } catch (IOException e) {
      leave(socket);
    }
  }

  private synchronized void subscribe(String topic, String name, Socket socket) throws IOException {
    Subscription subscription =
        topics
            .computeIfAbsent(topic, t -> new HashMap<>())
            .computeIfAbsent(name, n -> new Subscription());
    subscription.consumers.add(socket);
    socket.getOutputStream().write('S');
    deliver(subscription);
  }

  private synchronized void leave(Socket socket) {
    topics.values().stream()
        .flatMap(subscriptions -> subscriptions.values().stream())
        .forEach(subscription -> subscription.consumers.remove(socket));
  }

  private synchronized void publish(String topic, byte[] body) {
    for (Subscription subscription : topics.getOrDefault(topic, Map.of()).values()) {
      subscription.waiting.add(body);
      deliver(subscription);
    }
  }

  private static void deliver(Subscription subscription) {
    while (!subscription.consumers.isEmpty() && !subscription.waiting.isEmpty()) {
      try {
        DataOutputStream out =
            new DataOutputStream(subscription.consumers.get(0).getOutputStream());
        byte[] body = subscription.waiting.element();
        out.writeInt(body.length);
        out.write(body);
        subscription.waiting.remove();
      } catch (IOException e) {
        subscription.consumers.remove(0);
      }
    }
  }

  @Override
  public synchronized void close() throws IOException {
    listener.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
