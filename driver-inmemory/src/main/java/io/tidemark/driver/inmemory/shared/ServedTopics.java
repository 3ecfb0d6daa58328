package io.tidemark.driver.inmemory.shared;

import io.tidemark.driver.inmemory.InMemoryBenchmarkDriver;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The host's side of {@link Topics}. */
final class ServedTopics {
  private final InMemoryBenchmarkDriver driver;
  private final Connection connection;

  ServedTopics(InMemoryBenchmarkDriver driver, Connection connection) {
    this.driver = driver;
    this.connection = connection;
  }

  /** Returns by an exception, when the client leaves. */
  void serve() throws IOException {
    connection.welcome("");
    DataInputStream in = connection.in();
    while (true) {
      int request = in.readByte();
      List<String> names = names(in);
      switch (Topics.Request.values()[request]) {
        case CREATE -> answer(driver.createTopic(names.get(0), in.readInt()));
        case SUBSCRIBE -> answer(driver.createSubscription(names.get(0), names.get(1)));
        case DELETE -> answer(driver.deleteTopics(names));
        case DESCRIBE -> describe(names);
      }
    }
  }

  private static List<String> names(DataInputStream in) throws IOException {
    List<String> names = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      names.add(in.readUTF());
    }
    return names;
  }

  private void answer(CompletableFuture<?> done) throws IOException {
    connection.writeStatus(status(done));
  }

  private void describe(List<String> names) throws IOException {
    Map<String, Integer> partitions = driver.describeTopics(names).join();
    connection.out().writeUTF("");
    connection.out().writeInt(partitions.size());
    for (Map.Entry<String, Integer> topic : partitions.entrySet()) {
      connection.out().writeUTF(topic.getKey());
      connection.out().writeInt(topic.getValue());
    }
    connection.out().flush();
  }

  /** Empty for success; the in-memory driver's futures are complete when it returns them. */
  static String status(CompletableFuture<?> done) {
    return done.handle((value, e) -> e == null ? "" : String.valueOf(e.getMessage())).join();
  }
}
