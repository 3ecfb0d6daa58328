package io.tidemark.brokers.kafka;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Asks a broker which brokers it knows, by a metadata request (version 1, for no topics) written by
 * hand: this library has no Kafka client on its class path.
 */
public final class KafkaMetadataProbe {
  private static final int TIMEOUT_MILLIS = 2000;
  private static final short METADATA = 3;
  private static final short VERSION = 1;
  private static final int MAX_BROKERS = 1000;

  private KafkaMetadataProbe() {}

  /** Ids of the brokers that are registered and not fenced; empty if the broker does not answer. */
  public static Optional<List<Integer>> brokersKnownTo(String address) {
    String[] parts = address.split(":", 2);
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(parts[0], Integer.parseInt(parts[1])), TIMEOUT_MILLIS);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      ask(new DataOutputStream(socket.getOutputStream()));
      return Optional.of(brokers(new DataInputStream(socket.getInputStream())));
    } catch (IOException e) {
      return Optional.empty(); // Not serving yet: the caller asks again until its deadline.
    }
  }

  private static void ask(DataOutputStream out) throws IOException {
    byte[] client = {'t', 'i', 'd', 'e'};
    out.writeInt(2 + 2 + 4 + 2 + client.length + 4);
    out.writeShort(METADATA);
    out.writeShort(VERSION);
    out.writeInt(1); // correlation id
    out.writeShort(client.length);
    out.write(client);
    out.writeInt(0); // no topics
    out.flush();
  }

  private static List<Integer> brokers(DataInputStream in) throws IOException {
    in.readInt(); // length
    in.readInt(); // correlation id
    int count = in.readInt();
    if (count < 0 || count > MAX_BROKERS) {
      throw new IOException("not a metadata response: " + count + " brokers");
    }
    List<Integer> ids = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ids.add(in.readInt());
      skipString(in); // host
      in.readInt(); // port
      skipString(in); // rack
    }
    return ids;
  }

  private static void skipString(DataInputStream in) throws IOException {
    int length = in.readShort();
    if (length > 0) {
      in.readFully(new byte[length]);
    }
  }
}
