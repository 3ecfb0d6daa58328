package org.example.mybroker.toy;

import java.io.IOException;
import java.net.SocketException;

/** Receives messages of a subscription; connects again if the connection is lost. */
public final class ToySubscriber implements AutoCloseable {
  private static final long PAUSE_MILLIS = 100;
  private static final int CLOSE_TIMEOUT_MILLIS = 1_000;

  /** Called by the subscriber's thread. */
  public interface Listener {
    /** The message is acknowledged when this returns. */
    void received(byte[] body, long publishedMillis);

    /** Once for each loss. */
    void connectionLost(IOException reason);
  }

  private final ToyClient client;
  private final String[] command;
  private final Listener listener;
  private final Thread reader = new Thread(this::read, "toy-subscriber");
  private final Object callback = new Object();
  private volatile ToyConnection connection;
  private volatile boolean closed;

  ToySubscriber(
      ToyClient client, String topic, String subscription, int prefetch, Listener listener)
      throws IOException {
    this.client = client;
    this.command = new String[] {"consume", topic, subscription, Integer.toString(prefetch)};
    this.listener = listener;
    connection = client.connect(command);
    reader.setDaemon(true);
    reader.start();
  }

  private void read() {
    while (true) {
      try {
        long publishedMillis = connection.in().readLong();
        byte[] body = new byte[connection.in().readInt()];
        connection.in().readFully(body);
        received(body, publishedMillis);
      } catch (IOException e) {
        connection.close();
        if (closed) {
          return;
        }
        listener.connectionLost(e);
        reconnect();
      }
    }
  }

  private void received(byte[] body, long publishedMillis) throws IOException {
    synchronized (callback) {
      if (!closed) {
        listener.received(body, publishedMillis);
        connection.out().writeByte(1);
        connection.out().flush();
      }
    }
  }

  private void reconnect() {
    while (!closed) {
      try {
        Thread.sleep(PAUSE_MILLIS);
        connection = client.connect(command);
        if (closed) {
          connection.close();
        }
        return;
      } catch (InterruptedException e) {
        return; // Closed.
      } catch (IOException e) {
        continue; // The broker is still away.
      }
    }
  }

  /** Waits for a running callback, and shortly for the broker to have read its acknowledgement. */
  @Override
  public void close() {
    synchronized (callback) {
      closed = true;
    }
    ToyConnection last = connection;
    try {
      last.socket().setSoTimeout(CLOSE_TIMEOUT_MILLIS);
      last.socket().shutdownOutput();
      reader.join(CLOSE_TIMEOUT_MILLIS);
    } catch (SocketException e) {
      // Closed already.
    } catch (IOException e) {
      // The broker has gone.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    reader.interrupt();
    connection.close();
  }
}
