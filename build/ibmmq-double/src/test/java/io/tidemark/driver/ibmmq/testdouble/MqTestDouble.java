package io.tidemark.driver.ibmmq.testdouble;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;

/**
 * A test double of an IBM MQ server-connection channel on loopback, for the client of version
 * {@value #CLIENT_VERSION}. Not a broker: see the README beside it. {@link #close} fails if a
 * client sent anything the double does not know.
 */
public final class MqTestDouble implements AutoCloseable {
  /** The version whose flows the double was made from. */
  public static final String CLIENT_VERSION = "9.4.5.0";

  private static final int BACKLOG = 50;
  private static final long ACCEPTOR_MILLIS = 5_000;

  private final QueueManager queueManager;
  private final ServerSocket server;
  private final Thread acceptor;
  private final Consumer<String> trace;
  private final Optional<SSLContext> tls;
  private final List<ClientConnection> connections = new CopyOnWriteArrayList<>();
  private final AtomicInteger sockets = new AtomicInteger();

  private MqTestDouble(DoubleSettings settings, int port, Consumer<String> trace)
      throws IOException {
    this.trace = trace;
    queueManager = QueueManager.withSettings(settings);
    queueManager.queues().define(CommandServer.QUEUE, QueueAttributes.defaults());
    tls = settings.tls();
    server = new ServerSocket(port, BACKLOG, InetAddress.getLoopbackAddress());
    acceptor = Conversation.daemon(this::accept, "mq-double-" + port());
    acceptor.start();
  }

  public static MqTestDouble start(DoubleSettings settings) {
    return start(settings, 0, line -> {});
  }

  /** With every segment as text: for the day the client's version changes. */
  public static MqTestDouble start(DoubleSettings settings, int port, Consumer<String> trace) {
    try {
      return new MqTestDouble(settings, port, trace);
    } catch (IOException e) {
      throw new UncheckedIOException("the MQ test double could not listen", e);
    }
  }

  public int port() {
    return server.getLocalPort();
  }

  public LocalQueue define(String name) {
    return define(name, QueueAttributes.defaults());
  }

  public LocalQueue define(String name, QueueAttributes attributes) {
    return queueManager.queues().define(name, attributes);
  }

  /** A model queue beside the default one; its dynamic queues are permanent or temporary. */
  public void defineModel(String name, boolean permanent) {
    queueManager.queues().defineModel(name, permanent);
  }

  /** A queue that a test or a PCF command defined. */
  public LocalQueue queue(String name) {
    return queueManager.queues().get(name);
  }

  public boolean hasQueue(String name) {
    return queueManager.queues().exists(name);
  }

  /**
   * Publishes to a topic, as the queue manager itself.
   *
   * @param retained whether later subscribers get it, too
   */
  public void publish(String topic, byte[] pcf, boolean retained) {
    MessageDescriptor descriptor = MessageDescriptor.ofAdministration(queueManager.newMessageId());
    queueManager.topics().publish(topic, new StoredMessage(descriptor, pcf), retained);
  }

  /** How many subscriptions get what is published to this topic. */
  public long subscribers(String topic) {
    return queueManager.topics().subscribers(topic);
  }

  public DoubleFaults faults() {
    return queueManager.faults();
  }

  public DoubleJournal journal() {
    return queueManager.journal();
  }

  /** Ends all connections, as a queue manager that is taken down; it goes on listening. */
  public void dropConnections() {
    connections.forEach(ClientConnection::close);
  }

  /** Ends all connections and stops listening. */
  public void stop() {
    try {
      server.close();
      acceptor.join(ACCEPTOR_MILLIS); // It may just be taking one more connection.
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    dropConnections();
  }

  @Override
  public void close() {
    stop();
    List<String> unknown = journal().unknownFlows();
    if (!unknown.isEmpty()) {
      throw new AssertionError("the MQ test double does not know: " + unknown);
    }
  }

  private void accept() {
    try {
      while (true) {
        start(server.accept());
      }
    } catch (IOException e) {
      trace.accept("no longer listening: " + e.getMessage());
    }
  }

  private void start(Socket socket) throws IOException {
    int number = sockets.incrementAndGet();
    ClientConnection connection = new ClientConnection(number, socket, tls, queueManager, trace);
    connections.add(connection);
    Conversation.daemon(connection, "mq-double-socket-" + number).start();
  }
}
