package io.tidemark.brokers.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The probe with a server that answers one metadata request (version 1) with given bytes. */
class KafkaMetadataProbeTest {
  /** One partition: its leader, the number of its replicas, and that of those in sync. */
  private record Partition(int number, int leader, int replicas, int inSync) {}

  private static byte[] response(List<Partition> partitions) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(1); // correlation id
    out.writeInt(3);
    for (int broker = 1; broker <= 3; broker++) {
      out.writeInt(broker);
      out.writeUTF("127.0.0.1"); // A length of 2 bytes, as in Kafka.
      out.writeInt(9092);
      out.writeShort(-1); // no rack
    }
    out.writeInt(1); // controller
    out.writeInt(1);
    out.writeShort(0); // no error
    out.writeUTF("orders");
    out.writeBoolean(false);
    out.writeInt(partitions.size());
    for (Partition each : partitions) {
      out.writeShort(0);
      out.writeInt(each.number());
      out.writeInt(each.leader());
      writeIds(out, each.replicas());
      writeIds(out, each.inSync());
    }
    return bytes.toByteArray();
  }

  private static void writeIds(DataOutputStream out, int count) throws IOException {
    out.writeInt(count);
    for (int id = 1; id <= count; id++) {
      out.writeInt(id);
    }
  }

  private static Optional<String> outOfSync(Partition... partitions) throws Exception {
    byte[] response = response(List.of(partitions));
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<Integer> topics =
          CompletableFuture.supplyAsync(() -> answerOnce(server, response));
      Optional<String> found = KafkaMetadataProbe.outOfSync("127.0.0.1:" + server.getLocalPort());
      assertThat(topics.get()).as("asks for all topics").isEqualTo(-1);
      return found;
    }
  }

  /** Returns the number of topics in the request. */
  private static int answerOnce(ServerSocket server, byte[] response) {
    try (Socket client = server.accept()) {
      DataInputStream in = new DataInputStream(client.getInputStream());
      byte[] request = new byte[in.readInt()];
      in.readFully(request);
      DataOutputStream out = new DataOutputStream(client.getOutputStream());
      out.writeInt(response.length);
      out.write(response);
      out.flush();
      return ByteBuffer.wrap(request).getInt(request.length - 4);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void partitionsWithAllReplicasAreInSync() throws Exception {
    assertThat(outOfSync(new Partition(0, 1, 3, 3), new Partition(1, 2, 1, 1))).isEmpty();
  }

  @Test
  void namesTheFirstPartitionThatLacksAReplica() throws Exception {
    assertThat(
            outOfSync(
                new Partition(0, 1, 3, 3), new Partition(1, 2, 3, 2), new Partition(2, 3, 3, 1)))
        .hasValue("2 partitions, first orders-1 with 2 of 3 replicas in sync");
  }

  @Test
  void aPartitionWithoutALeaderIsNotInSync() throws Exception {
    assertThat(outOfSync(new Partition(0, -1, 3, 3)).orElseThrow()).endsWith("and no leader");
  }

  @Test
  void aBrokerThatDoesNotAnswerIsNotInSync() {
    assertThat(KafkaMetadataProbe.outOfSync("127.0.0.1:1")).hasValue("127.0.0.1:1 does not answer");
  }
}
