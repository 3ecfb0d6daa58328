package io.tidemark.driver.ibmmq.testdouble;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * One socket. Its reader thread answers what belongs to the channel itself and hands API calls to
 * their conversations, so that a get that waits does not hold up heartbeats.
 */
final class ClientConnection implements Runnable, AutoCloseable {
  private static final InputStream NOTHING_READ_YET = null;

  private final int number;
  private final Socket transport;
  private final Socket socket;
  private final QueueManager queueManager;
  private final Consumer<String> trace;
  private final OutputStream out;
  private final ChannelFlows channelFlows;
  private final CallRunner callRunner;
  private final Map<Integer, Conversation> conversations = new ConcurrentHashMap<>();
  private final Map<Integer, ByteArrayOutputStream> partialCalls = new ConcurrentHashMap<>();
  private final Map<Integer, Segment> firstSegments = new ConcurrentHashMap<>();
  private final AtomicBoolean closed = new AtomicBoolean();

  ClientConnection(
      int number,
      Socket transport,
      Optional<SSLContext> tls,
      QueueManager queueManager,
      Consumer<String> trace)
      throws IOException {
    this.number = number;
    this.transport = transport;
    this.queueManager = queueManager;
    this.trace = trace;
    transport.setTcpNoDelay(true);
    socket =
        tls.isEmpty()
            ? transport
            : tls.get().getSocketFactory().createSocket(transport, NOTHING_READ_YET, true);
    out = socket.getOutputStream();
    channelFlows = new ChannelFlows(this);
    callRunner = new CallRunner(queueManager);
  }

  int number() {
    return number;
  }

  QueueManager queueManager() {
    return queueManager;
  }

  /** Empty without TLS. */
  String cipherSuite() {
    return socket instanceof SSLSocket tls ? tls.getSession().getCipherSuite() : "";
  }

  ChannelFlows channelFlows() {
    return channelFlows;
  }

  Conversation conversation(int id) {
    return conversations.computeIfAbsent(id, i -> new Conversation(i, this));
  }

  void endConversation(int id) {
    Conversation ended = conversations.remove(id);
    if (ended != null) {
      ended.close();
    }
  }

  @Override
  public void run() {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(socket.getInputStream(), 1 << 16))) {
      if (!Segment.isNext(in)) {
        // A client of something that had this port before: it is not what the double stands for.
        trace.accept("socket " + number + ": no MQ client");
        return;
      }
      while (!closed.get()) {
        receive(Segment.read(in));
      }
    } catch (UnknownFlow e) {
      failLoudly(e);
    } catch (IOException e) {
      trace.accept("socket " + number + ": " + e.getMessage());
    } catch (RuntimeException e) {
      failLoudly(new UnknownFlow("a segment broke the double: " + e));
    } finally {
      close();
    }
  }

  private void receive(Segment segment) {
    trace.accept(HexDump.format("<- " + number, segment));
    Opcode opcode =
        Opcode.of(segment.opcode())
            .orElseThrow(
                () -> new UnknownFlow("opcode 0x" + Integer.toHexString(segment.opcode())));
    if (!opcode.isCall()) {
      channelFlows.receive(opcode, segment);
      return;
    }
    int id = segment.conversationId();
    if (segment.has(Segment.FIRST)) {
      firstSegments.put(id, segment);
      partialCalls.put(id, new ByteArrayOutputStream());
    }
    partialCalls.get(id).writeBytes(segment.body());
    if (segment.has(Segment.LAST)) {
      start(opcode, firstSegments.remove(id), partialCalls.remove(id).toByteArray());
    }
  }

  private void start(Opcode opcode, Segment first, byte[] body) {
    Conversation conversation = conversation(first.conversationId());
    conversation.submit(
        () -> {
          try {
            callRunner.run(conversation, opcode, first, body);
          } catch (UnknownFlow e) {
            failLoudly(e);
          } catch (RuntimeException e) {
            if (!closed.get()) {
              failLoudly(new UnknownFlow(opcode + " broke the double: " + e));
            }
          }
        });
  }

  /** Ends the connection and reports this to the test. */
  void failLoudly(UnknownFlow unknown) {
    queueManager.journal().unknown("socket " + number + ": " + unknown.getMessage());
    close();
  }

  /** Sends a body in as many segments as the negotiated size needs. */
  void send(Segment template, int opcode, byte[] body) {
    int room = channelFlows.maxSegmentBytes() - template.headerBytes();
    int at = 0;
    do {
      int end = Math.min(body.length, at + room);
      int flags = (at == 0 ? Segment.FIRST : 0) | (end == body.length ? Segment.LAST : 0);
      sendOne(template.answer(opcode, flags, Arrays.copyOfRange(body, at, end)));
      at = end;
    } while (at < body.length);
  }

  /**
   * Segments of several conversations may alternate; those of one come from one thread at a time.
   */
  void sendOne(Segment segment) {
    trace.accept(HexDump.format("-> " + number, segment));
    synchronized (out) {
      try {
        out.write(segment.encoded());
        out.flush();
      } catch (IOException e) {
        trace.accept("socket " + number + ": could not answer, " + e.getMessage());
        close();
      }
    }
  }

  /**
   * Below TLS: a TLS socket that is closed while its reader reads may wait for its peer forever.
   */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      try {
        transport.close();
      } catch (IOException e) {
        trace.accept("socket " + number + ": " + e.getMessage());
      }
      conversations.keySet().forEach(this::endConversation);
    }
  }
}
