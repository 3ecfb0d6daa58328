package io.tidemark.driver.testkit;

import static java.util.concurrent.CompletableFuture.completedFuture;
import static java.util.concurrent.CompletableFuture.failedFuture;

import io.openmessaging.benchmark.driver.BenchmarkConsumer;
import io.openmessaging.benchmark.driver.BenchmarkDriver;
import io.openmessaging.benchmark.driver.BenchmarkProducer;
import io.openmessaging.benchmark.driver.ConsumerCallback;
import io.tidemark.driver.DriverEvent;
import io.tidemark.driver.EventSource;
import io.tidemark.driver.MessageCallback;
import io.tidemark.driver.testkit.observed.NumberedPayload;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.bookkeeper.stats.StatsLogger;

/** A driver of {@link NetServer}: sound, unless it is given a defect. */
final class NetDriver implements BenchmarkDriver, EventSource {
  private final Optional<Defect> defect;
  private Consumer<DriverEvent> events = event -> {};
  private String address = "";

  NetDriver(Optional<Defect> defect) {
    this.defect = defect;
  }

  private boolean has(Defect asked) {
    return defect.isPresent() && defect.get() == asked;
  }

  @Override
  public void onEvent(Consumer<DriverEvent> listener) {
    events = listener;
  }

  private void lost(IOException reason) {
    if (!has(Defect.REPORTS_NO_LOST_CONNECTION) && !has(Defect.STAYS_AWAY_SILENTLY)) {
      events.accept(
          new DriverEvent(
              DriverEvent.Kind.CONNECTION_LOST, address, String.valueOf(reason.getMessage())));
    }
  }

  @Override
  public void initialize(File file, StatsLogger statsLogger) throws IOException {
    address = Files.readString(file.toPath());
  }

  @Override
  public String getTopicNamePrefix() {
    return "net";
  }

  @Override
  public CompletableFuture<Void> createTopic(String topic, int partitions) {
    return completedFuture(null);
  }

  @Override
  public CompletableFuture<BenchmarkProducer> createProducer(String topic) {
    try {
      return completedFuture(new NetProducer(topic));
    } catch (IOException e) {
      return failedFuture(e);
    }
  }

  @Override
  public CompletableFuture<BenchmarkConsumer> createConsumer(
      String topic, String subscriptionName, ConsumerCallback callback) {
    try {
      return completedFuture(new NetConsumer(topic, subscriptionName, callback));
    } catch (IOException e) {
      return failedFuture(e);
    }
  }

  @Override
  public void close() {}

  private final class NetProducer implements BenchmarkProducer {
    private final Map<Long, CompletableFuture<Void>> pending = new ConcurrentHashMap<>();
    private final AtomicLong ids = new AtomicLong();
    private final NetLink link;

    private final List<byte[]> earlier = new CopyOnWriteArrayList<>();

    NetProducer(String topic) throws IOException {
      link =
          new NetLink(
              address,
              out -> {
                out.writeByte('P');
                out.writeUTF(topic);
                for (byte[] again : earlier) {
                  write(out, 0, again);
                }
              },
              this::acknowledged,
              this::lost,
              false,
              true);
    }

    @Override
    public CompletableFuture<Void> sendAsync(Optional<String> key, byte[] payload) {
      CompletableFuture<Void> send = new CompletableFuture<>();
      if (has(Defect.SENDS_ALL_AGAIN_AFTER_A_CUT)) {
        earlier.add(payload);
      }
      long id = ids.incrementAndGet();
      pending.put(id, send);
      try {
        link.write(out -> write(out, id, payload));
      } catch (IOException e) {
        ended(id, e);
      }
      if (has(Defect.ACKNOWLEDGES_BEFORE_THE_BROKER)) {
        send.complete(null);
      }
      if (has(Defect.BLOCKS_IN_SEND)) {
        send.handle((none, failure) -> failure).join();
      }
      return send;
    }

    private static void write(DataOutputStream out, long id, byte[] payload) throws IOException {
      out.writeLong(id);
      out.writeInt(payload.length);
      out.write(payload);
    }

    private void acknowledged(NetLink link, DataInputStream in) throws IOException {
      CompletableFuture<Void> send = pending.remove(in.readLong());
      if (send != null) {
        send.complete(null);
      }
    }

    private void lost(IOException reason) {
      if (has(Defect.REPORTS_NO_LOST_PRODUCER)) {
        return;
      }
      NetDriver.this.lost(reason);
      pending.keySet().forEach(id -> ended(id, reason));
    }

    private void ended(long id, IOException reason) {
      CompletableFuture<Void> send = pending.remove(id);
      if (send == null || has(Defect.NEVER_COMPLETES_FAILED_SENDS)) {
        return;
      }
      if (has(Defect.REPORTS_FAILURES_AS_SUCCESS)) {
        send.complete(null);
      } else {
        send.completeExceptionally(reason);
      }
    }

    @Override
    public void close() throws Exception {
      if (has(Defect.CLOSE_WAITS_FOR_THE_BROKER)) {
        CompletableFuture<Void> last = sendAsync(Optional.empty(), NumberedPayload.of(-1));
        last.handle((none, failure) -> failure).join();
      }
      link.close();
      pending.keySet().forEach(id -> ended(id, new IOException("producer closed")));
    }
  }

  private final class NetConsumer implements BenchmarkConsumer {
    private final ConsumerCallback callback;
    private final AtomicLong connections = new AtomicLong();
    private final NetLink link;

    NetConsumer(String topic, String subscription, ConsumerCallback callback) throws IOException {
      this.callback = callback;
      link =
          new NetLink(
              address,
              out -> {
                connections.incrementAndGet();
                out.writeByte(has(Defect.LOSES_THE_ACKNOWLEDGEMENT_OF_A_CUT) ? 'K' : 'S');
                out.writeUTF(topic);
                out.writeUTF(subscription);
              },
              this::received,
              this::lost,
              true,
              !has(Defect.STAYS_AWAY_SILENTLY));
    }

    private void received(NetLink link, DataInputStream in) throws IOException {
      long id = in.readLong();
      byte[] body = in.readNBytes(in.readInt());
      boolean again = connections.get() > 1;
      callback.messageReceived(body, System.currentTimeMillis());
      if (again && has(Defect.RECEIVES_TWICE_AFTER_A_CUT)) {
        callback.messageReceived(body, System.currentTimeMillis());
      }
      if (!has(Defect.ACKNOWLEDGES_WHILE_CONNECTED_ONLY)
          && !(again && has(Defect.ACKNOWLEDGES_NOTHING_AFTER_A_CUT))) {
        link.write(out -> out.writeLong(id));
      }
    }

    private void lost(IOException reason) {
      if (has(Defect.REPORTS_NO_LOST_CONSUMER)) {
        return;
      }
      NetDriver.this.lost(reason);
      if (callback instanceof MessageCallback detailed
          && !has(Defect.REPORTS_NO_LOST_CONNECTION)
          && !has(Defect.STAYS_AWAY_SILENTLY)) {
        detailed.consumerFailed(reason);
      }
    }

    @Override
    public void close() throws IOException {
      link.close();
    }
  }
}
