package io.tidemark.driver.inmemory.shared;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Optional;

/** A connection between a client and the host. One thread reads, one at a time writes. */
final class Connection implements Closeable {
  static final String GREETING = "tidemark shared memory 1";
  private static final int TIMEOUT_MILLIS = 5_000;
  private static final int MOST_BYTES = 64 << 20;

  /** What a connection is for. */
  enum Kind {
    /**
     * Requests of {@link Topics}, each answered before the next; a driver holds one all its life.
     */
    TOPICS,
    /** A topic's name, then messages; each is answered by a status. */
    PRODUCER,
    /** A topic and a subscription, then messages from the host and {@link Signal}s to it. */
    CONSUMER
  }

  /** What a consumer tells the host, one byte each. */
  enum Signal {
    /** The callback has returned; the next message may come. */
    DELIVERED,
    PAUSE,
    RESUME,
    /** The host answers with {@link #NO_MORE} when nothing comes any more. */
    CLOSE
  }

  /** In the place of a partition: no message comes any more. */
  static final int NO_MORE = -1;

  private final Socket socket;
  private final DataInputStream in;
  private final DataOutputStream out;

  Connection(Socket socket) throws IOException {
    this.socket = socket;
    socket.setTcpNoDelay(true);
    in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
  }

  /** Connects and greets; {@code first} follows the greeting. The host's status has been read. */
  static Connection open(int port, Kind kind, String... first) throws IOException {
    Socket socket = new Socket();
    try {
      socket.connect(address(port), TIMEOUT_MILLIS);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      Connection connection = new Connection(socket);
      connection.out.writeUTF(GREETING);
      connection.out.writeByte(kind.ordinal());
      for (String text : first) {
        connection.out.writeUTF(text);
      }
      connection.out.flush();
      if (!connection.in.readUTF().equals(GREETING)) {
        throw new IOException("port " + port + " belongs to something else");
      }
      connection.requireSuccess();
      socket.setSoTimeout(0);
      return connection;
    } catch (SocketTimeoutException e) {
      socket.close();
      throw new IOException("port " + port + " belongs to something that does not answer", e);
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  static InetSocketAddress address(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  /** The host's side of {@link #open}: what the client wants. Nothing has been answered. */
  Kind greeted() throws IOException {
    socket.setSoTimeout(TIMEOUT_MILLIS);
    if (!in.readUTF().equals(GREETING)) {
      throw new IOException("a stranger");
    }
    int kind = in.readByte();
    if (kind < 0 || kind >= Kind.values().length) {
      throw new IOException("no such kind: " + kind);
    }
    return Kind.values()[kind];
  }

  /** Answers the greeting; from here on the client may be silent for as long as it likes. */
  void welcome(String status) throws IOException {
    socket.setSoTimeout(0);
    out.writeUTF(GREETING);
    writeStatus(status);
  }

  void writeStatus(String status) throws IOException {
    out.writeUTF(status);
    out.flush();
  }

  void requireSuccess() throws IOException {
    String status = in.readUTF();
    if (!status.isEmpty()) {
      throw new RefusedException(status);
    }
  }

  /** A length, -1 for nothing, and so many bytes. */
  static void writeBytes(DataOutputStream out, Optional<byte[]> bytes) throws IOException {
    out.writeInt(bytes.map(each -> each.length).orElse(-1));
    if (bytes.isPresent()) {
      out.write(bytes.get());
    }
  }

  Optional<byte[]> readBytes() throws IOException {
    int length = in.readInt();
    if (length < -1 || length > MOST_BYTES) {
      throw new IOException("a length of " + length);
    }
    if (length == -1) {
      return Optional.empty();
    }
    byte[] bytes = new byte[length];
    in.readFully(bytes);
    return Optional.of(bytes);
  }

  DataInputStream in() {
    return in;
  }

  DataOutputStream out() {
    return out;
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      return; // It is closed as far as it can be.
    }
  }

  /** The host has understood and says no. */
  static final class RefusedException extends IOException {
    private static final long serialVersionUID = 1L;

    RefusedException(String reason) {
      super(reason);
    }
  }
}
