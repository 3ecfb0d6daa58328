package io.tidemark.driver.testkit;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.function.Consumer;

/** A connection of {@link NetDriver} that a thread opens again when it breaks. */
final class NetLink implements AutoCloseable {
  private static final int CONNECT_MILLIS = 200;

  interface Writing {
    void to(DataOutputStream out) throws IOException;
  }

  interface Reading {
    void from(NetLink link, DataInputStream in) throws IOException;
  }

  private final InetSocketAddress address;
  private final Writing greeting;
  private final Reading reading;
  private final Consumer<IOException> lost;
  private final boolean answered;
  private final boolean again;
  private volatile Socket socket;
  private volatile boolean closed;

  NetLink(
      String address,
      Writing greeting,
      Reading reading,
      Consumer<IOException> lost,
      boolean answered,
      boolean again)
      throws IOException {
    String[] parts = address.split(":");
    this.address = new InetSocketAddress(parts[0], Integer.parseInt(parts[1]));
    this.greeting = greeting;
    this.reading = reading;
    this.lost = lost;
    this.answered = answered;
    this.again = again;
    connect();
    Thread reader = new Thread(this::run, "net-link");
    reader.setDaemon(true);
    reader.start();
  }

  private void connect() throws IOException {
    Socket opened = new Socket();
    opened.connect(address, CONNECT_MILLIS);
    socket = opened;
    write(greeting);
    if (answered && opened.getInputStream().read() < 0) {
      throw new IOException("closed by the server");
    }
  }

  synchronized void write(Writing writing) throws IOException {
    writing.to(new DataOutputStream(socket.getOutputStream()));
  }

  private void run() {
    while (!closed) {
      try {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        while (!closed) {
          reading.from(this, in);
        }
      } catch (IOException e) {
        if (!closed) {
          lost.accept(e);
          reconnect();
        }
      }
    }
  }

  private void reconnect() {
    boolean connected = false;
    while (!closed && !connected) {
      try {
        Thread.sleep(20);
        if (again) {
          connect();
          connected = true;
        }
      } catch (IOException e) {
        continue;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  @Override
  public void close() throws IOException {
    closed = true;
    socket.close();
  }
}
