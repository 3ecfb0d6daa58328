package org.example.mybroker.toy;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/** Publishes messages to a topic; connects again if the connection is lost. Thread-safe. */
public final class ToyPublisher implements AutoCloseable {
  private static final long PAUSE_MILLIS = 100;

  /** Called once, by any thread. */
  public interface Confirmation {
    void confirmed();

    void failed(IOException reason);
  }

  private final ToyClient client;
  private final String topic;
  private final Thread reader = new Thread(this::readConfirmations, "toy-publisher");
  private final Queue<Confirmation> unconfirmed = new ArrayDeque<>();
  private volatile ToyConnection connection;
  private volatile boolean connected = true;
  private volatile boolean closed;

  ToyPublisher(ToyClient client, String topic) throws IOException {
    this.client = client;
    this.topic = topic;
    connection = client.connect("publish", topic);
    reader.setDaemon(true);
    reader.start();
  }

  /** Does not wait for the confirmation. The body can be changed afterwards. */
  public void publish(byte[] body, Confirmation confirmation) {
    synchronized (unconfirmed) {
      if (connected && !closed) {
        unconfirmed.add(confirmation);
        try {
          connection.out().writeInt(body.length);
          connection.out().write(body);
          connection.out().flush();
        } catch (IOException e) {
          connection.close(); // The reader fails all that have no confirmation, with this one.
        }
        return;
      }
    }
    confirmation.failed(new IOException("not connected"));
  }

  private void readConfirmations() {
    while (!closed) {
      try {
        connection.in().readByte();
        next().confirmed();
      } catch (IOException e) {
        connection.close();
        failAll(new IOException("connection lost before the confirmation: " + e.getMessage(), e));
        reconnect();
      }
    }
    failAll(new IOException("closed before the confirmation"));
  }

  private Confirmation next() {
    synchronized (unconfirmed) {
      return unconfirmed.remove();
    }
  }

  private void failAll(IOException reason) {
    List<Confirmation> failed;
    synchronized (unconfirmed) {
      connected = false;
      failed = new ArrayList<>(unconfirmed);
      unconfirmed.clear();
    }
    failed.forEach(one -> one.failed(reason));
  }

  private void reconnect() {
    while (!closed && !connected) {
      try {
        Thread.sleep(PAUSE_MILLIS);
        connection = client.connect("publish", topic);
        connected = true;
      } catch (InterruptedException e) {
        return; // Closed.
      } catch (IOException e) {
        continue; // The broker is still away.
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    reader.interrupt();
    connection.close();
    try {
      reader.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    connection.close(); // It may have been a new one.
  }
}
