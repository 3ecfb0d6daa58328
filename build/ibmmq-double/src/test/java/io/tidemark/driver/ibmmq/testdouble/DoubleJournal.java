package io.tidemark.driver.ibmmq.testdouble;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** What the double has seen, for assertions. Any thread may call. */
public final class DoubleJournal {
  /**
   * One API call or message request.
   *
   * @param object the queue, or empty
   * @param options of the open, put or get; 0 for other calls
   * @param reason what the double answered
   * @param descriptor what the client put, as it sent it, or what a get returned
   */
  public record Flow(
      Opcode opcode,
      String object,
      int options,
      int reason,
      Optional<MessageDescriptor> descriptor,
      int dataBytes) {
    static Flow got(LocalQueue queue, MessageRequest request, StoredMessage message) {
      return new Flow(
          Opcode.ASYNC_MESSAGE,
          queue.name(),
          request.options(),
          ReasonCode.NONE,
          Optional.of(message.descriptor().copy()),
          message.dataBytes());
    }

    static Flow of(Opcode opcode) {
      return of(opcode, "", 0);
    }

    Flow failed(int failure) {
      return new Flow(opcode, object, options, failure, descriptor, dataBytes);
    }

    static Flow of(Opcode opcode, String object, int options) {
      return new Flow(opcode, object, options, ReasonCode.NONE, Optional.empty(), 0);
    }
  }

  /**
   * One connection to the queue manager: a conversation of a socket.
   *
   * @param user as authenticated, or empty
   * @param authentication {@code MQCSP}, {@code TOKEN}, {@code COMPATIBILITY} or {@code NONE}
   * @param cipherSuite of TLS, or empty
   * @param sharing conversations that both ends allow per socket
   */
  public record Connected(
      String channel,
      String queueManager,
      String applicationName,
      String user,
      String authentication,
      String cipherSuite,
      int sharing,
      int socket,
      int conversation,
      int reason) {}

  private final List<Flow> flows = Collections.synchronizedList(new ArrayList<>());
  private final List<Connected> connections = Collections.synchronizedList(new ArrayList<>());
  private final List<String> unknownFlows = Collections.synchronizedList(new ArrayList<>());

  public List<Flow> flows(Opcode opcode) {
    return List.copyOf(flows).stream().filter(f -> f.opcode() == opcode).toList();
  }

  public List<Flow> flows(Opcode opcode, String object) {
    return flows(opcode).stream().filter(f -> f.object().equals(object)).toList();
  }

  /** The descriptors of all messages put to a queue. */
  public List<MessageDescriptor> puts(String queue) {
    return List.copyOf(flows).stream()
        .filter(f -> f.opcode() == Opcode.MQPUT || f.opcode() == Opcode.MQPUT1)
        .filter(f -> f.object().equals(queue))
        .flatMap(f -> f.descriptor().stream())
        .toList();
  }

  public List<Connected> connections() {
    return List.copyOf(connections);
  }

  /** What the double did not know; empty in every good test. */
  public List<String> unknownFlows() {
    return List.copyOf(unknownFlows);
  }

  void add(Flow flow) {
    flows.add(flow);
  }

  void add(Connected connected) {
    connections.add(connected);
  }

  void unknown(String what) {
    unknownFlows.add(what);
  }

  /** Forgets flows and connections, not what was unknown. */
  public void clear() {
    flows.clear();
    connections.clear();
  }
}
