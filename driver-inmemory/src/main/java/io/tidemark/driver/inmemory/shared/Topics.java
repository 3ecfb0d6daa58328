package io.tidemark.driver.inmemory.shared;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a driver asks of the host's topics, on a connection that also shows that it lives. */
final class Topics implements Closeable {

  /** What can be asked. */
  enum Request {
    CREATE,
    SUBSCRIBE,
    DESCRIBE,
    DELETE
  }

  private final Connection connection;

  private Topics(Connection connection) {
    this.connection = connection;
  }

  static Topics join(int port) throws IOException {
    return new Topics(Connection.open(port, Connection.Kind.TOPICS));
  }

  synchronized void create(String topic, int partitions) throws IOException {
    DataOutputStream out = ask(Request.CREATE, List.of(topic));
    out.writeInt(partitions);
    out.flush();
    connection.requireSuccess();
  }

  synchronized void subscribe(String topic, String subscription) throws IOException {
    ask(Request.SUBSCRIBE, List.of(topic, subscription)).flush();
    connection.requireSuccess();
  }

  /** Partitions of those that exist. */
  synchronized Map<String, Integer> describe(List<String> topics) throws IOException {
    ask(Request.DESCRIBE, topics).flush();
    connection.requireSuccess();
    DataInputStream in = connection.in();
    Map<String, Integer> partitions = new HashMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      partitions.put(in.readUTF(), in.readInt());
    }
    return partitions;
  }

  synchronized void delete(List<String> topics) throws IOException {
    ask(Request.DELETE, topics).flush();
    connection.requireSuccess();
  }

  private DataOutputStream ask(Request request, List<String> names) throws IOException {
    DataOutputStream out = connection.out();
    out.writeByte(request.ordinal());
    out.writeInt(names.size());
    for (String name : names) {
      out.writeUTF(name);
    }
    return out;
  }

  @Override
  public void close() {
    connection.close();
  }
}
