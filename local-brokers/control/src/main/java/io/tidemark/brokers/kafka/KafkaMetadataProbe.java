package io.tidemark.brokers.kafka;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Asks a broker which brokers it knows, and which partitions lack replicas that are in sync, by
 * metadata requests (version 1) written by hand: this library has no Kafka client on its class
 * path.
 */
public final class KafkaMetadataProbe {
  private static final int TIMEOUT_MILLIS = 2000;
  private static final short METADATA = 3;
  private static final short VERSION = 1;
  private static final int MAX_BROKERS = 1000;
  private static final int MAX_PARTITIONS = 1_000_000;
  private static final int NO_TOPICS = 0;
  private static final int ALL_TOPICS = -1;

  private KafkaMetadataProbe() {}

  /** Reads what follows the head of a response. */
  private interface Reader<T> {
    T read(DataInputStream in) throws IOException;
  }

  /** Ids of the brokers that are registered and not fenced; empty if the broker does not answer. */
  public static Optional<List<Integer>> brokersKnownTo(String address) {
    return ask(address, NO_TOPICS, KafkaMetadataProbe::brokers);
  }

  /**
   * The first partition with fewer replicas in sync than it has replicas, or no leader, and the
   * number of such partitions; empty if there is none. Says so if the broker does not answer.
   */
  static Optional<String> outOfSync(String address) {
    Optional<List<String>> behind = ask(address, ALL_TOPICS, KafkaMetadataProbe::partitionsBehind);
    if (behind.isEmpty()) {
      return Optional.of(address + " does not answer");
    }
    return behind.get().stream()
        .findFirst()
        .map(first -> behind.get().size() + " partitions, first " + first);
  }

  private static <T> Optional<T> ask(String address, int topics, Reader<T> reader) {
    String[] parts = address.split(":", 2);
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(parts[0], Integer.parseInt(parts[1])), TIMEOUT_MILLIS);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      write(new DataOutputStream(socket.getOutputStream()), topics);
      DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
      in.readInt(); // length
      in.readInt(); // correlation id
      return Optional.of(reader.read(in));
    } catch (IOException e) {
      return Optional.empty(); // Not serving yet: the caller asks again until its deadline.
    }
  }

  /**
   * @param topics their number, of which none are named, or {@link #ALL_TOPICS}
   */
  private static void write(DataOutputStream out, int topics) throws IOException {
    byte[] client = {'t', 'i', 'd', 'e'};
    out.writeInt(2 + 2 + 4 + 2 + client.length + 4);
    out.writeShort(METADATA);
    out.writeShort(VERSION);
    out.writeInt(1); // correlation id
    out.writeShort(client.length);
    out.write(client);
    out.writeInt(topics);
    out.flush();
  }

  private static List<Integer> brokers(DataInputStream in) throws IOException {
    int count = count(in, MAX_BROKERS);
    List<Integer> ids = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ids.add(in.readInt());
      string(in); // host
      in.readInt(); // port
      string(in); // rack
    }
    return ids;
  }

  private static List<String> partitionsBehind(DataInputStream in) throws IOException {
    brokers(in);
    in.readInt(); // controller
    List<String> behind = new ArrayList<>();
    int topics = count(in, MAX_PARTITIONS);
    for (int topic = 0; topic < topics; topic++) {
      in.readShort(); // error
      String name = string(in);
      in.readBoolean(); // internal
      int partitions = count(in, MAX_PARTITIONS);
      for (int partition = 0; partition < partitions; partition++) {
        in.readShort(); // error
        int number = in.readInt();
        boolean hasLeader = in.readInt() >= 0;
        int replicas = ids(in);
        int inSync = ids(in);
        if (!hasLeader || inSync < replicas) {
          behind.add(
              String.format(
                  Locale.ROOT,
                  "%s-%d with %d of %d replicas in sync%s",
                  name,
                  number,
                  inSync,
                  replicas,
                  hasLeader ? "" : " and no leader"));
        }
      }
    }
    return behind;
  }

  /** How many there are; they are skipped. */
  private static int ids(DataInputStream in) throws IOException {
    int count = count(in, MAX_BROKERS);
    for (int i = 0; i < count; i++) {
      in.readInt();
    }
    return count;
  }

  private static int count(DataInputStream in, int most) throws IOException {
    int count = in.readInt();
    if (count < 0 || count > most) {
      throw new IOException("not a metadata response: a list of " + count);
    }
    return count;
  }

  private static String string(DataInputStream in) throws IOException {
    byte[] text = new byte[Math.max(0, in.readShort())];
    in.readFully(text);
    return new String(text, StandardCharsets.UTF_8);
  }
}
