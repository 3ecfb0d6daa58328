package io.tidemark.features.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tidemark.base.SystemClock;
import io.tidemark.features.probe.BrokerAddresses.Address;
import io.tidemark.features.probe.EnvironmentProbe.CpuProbe;
import io.tidemark.features.probe.EnvironmentProbe.RoundTripProbe;
import io.tidemark.report.runs.ProbeResult;
import io.tidemark.report.runs.ProbeResult.Cpu;
import io.tidemark.report.runs.ProbeResult.Disk;
import io.tidemark.report.runs.ProbeResult.Latency;
import io.tidemark.report.runs.ProbeResult.RoundTrips;
import io.tidemark.report.runs.ProbeResult.SyncedWrites;
import io.tidemark.report.runs.ProbeResult.Throughput;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProbeTest {
  private static final Duration SHORT = Duration.ofMillis(20);
  private static final Latency LATENCY = new Latency(100, 1_000, 2_000, 3_000, 4_000);

  @TempDir Path folder;

  @Test
  void findsTheAddressesOfBrokersInAllForms() {
    assertThat(
            BrokerAddresses.of(
                Map.of("commonConfig", "bootstrap.servers=a:9092,b.example.com:9093\nx.y=z:1\n")))
        .containsExactly(new Address("a", 9092), new Address("b.example.com", 9093));
    assertThat(
            BrokerAddresses.of(Map.of("commonConfig", Map.of("bootstrap.servers", "[::1]:9092"))))
        .containsExactly(new Address("::1", 9092));
    assertThat(
            BrokerAddresses.of(
                Map.of(
                    "amqpUris",
                    List.of("amqp://u:p%40@h1:5672/v", "amqps://h2:5671"),
                    "managementUris",
                    List.of("http://h3:15672"))))
        .containsExactly(new Address("h1", 5672), new Address("h2", 5671));
    assertThat(BrokerAddresses.of(Map.of("mqttUris", List.of("mqtt://u:p@h4:1883"))))
        .containsExactly(new Address("h4", 1883));
    assertThat(BrokerAddresses.of(Map.of("connectionNames", "mq-0.x(1414), mq-1.x(1415)")))
        .containsExactly(new Address("mq-0.x", 1414), new Address("mq-1.x", 1415));
    assertThat(BrokerAddresses.of(Map.of("name", "x:1"))).isEmpty();
  }

  @Test
  void theJvmMeasuresADiskAndLeavesNoFile() throws Exception {
    JavaDisk disk = new JavaDisk(SystemClock.get(), folder);
    assertThat(disk.sequentialBytesPerSecond(SHORT, 4 << 20)).isPositive();
    Latency fsync = disk.fsync(SHORT, 8 << 10);
    assertThat(fsync.count()).isPositive();
    assertThat(fsync.p50Micros()).isBetween(0.0, fsync.maxMicros());
    assertThat(disk.syncedBytesPerSecond(2, SHORT, 256 << 10)).isPositive();
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void measuresConnectionsAndTheCpu() throws Exception {
    RoundTripProbe probe = new RoundTripProbe(SystemClock.get(), SHORT);
    try (ServerSocket server = new ServerSocket(0, 2_000, InetAddress.getLoopbackAddress())) {
      RoundTrips connect = probe.connect("127.0.0.1", server.getLocalPort());
      assertThat(connect.kind()).isEqualTo("connect");
      assertThat(connect.latency().count()).isPositive();
    }
    assertThat(probe.request("w", () -> "answer").latency().p99Micros()).isPositive();
    Cpu cpu = new CpuProbe(SystemClock.get(), SHORT).run();
    assertThat(cpu.oneThreadLoopsPerSecond()).isPositive();
    assertThat(cpu.allThreadsLoopsPerSecond()).isPositive();
  }

  @Test
  void aStepThatHangsOrFailsSaysWhich() {
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(
            () ->
                ProbeThreads.within(
                    SHORT,
                    "disk of /x",
                    () -> {
                      new CountDownLatch(1).await();
                      return 0;
                    }))
        .withMessage("disk of /x has not ended after 0 s");
    RoundTripProbe probe = new RoundTripProbe(SystemClock.get(), SHORT);
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> probe.connect("127.0.0.1", 1))
        .withMessageStartingWith("connecting to 127.0.0.1:1: ");
  }

  @Test
  void percentilesAreOfTheSortedValues() {
    long[] nanos = new long[100];
    for (int i = 0; i < nanos.length; i++) {
      nanos[i] = 1_000 * (100 - i);
    }
    assertThat(Latency.ofNanos(nanos)).isEqualTo(new Latency(100, 50, 90, 99, 100));
    assertThat(Latency.ofNanos(new long[] {5_000})).isEqualTo(new Latency(1, 5, 5, 5, 5));
  }

  @Test
  void theTextNamesToolUnitsAndWhatIsNotMeasured() {
    ProbeResult result =
        new ProbeResult(
            1,
            "2026-11-23T11:00:00Z",
            Map.of(),
            new Cpu(2, 1_000_000, 1_500_000),
            new Disk("/data", "fio-3.33", true, 437e6, LATENCY, List.of(new SyncedWrites(1, 64e6))),
            List.of(new RoundTrips("h:9092", "connect", LATENCY)),
            List.of(
                Throughput.measured("here", "http://a:1", 1, 118e6, false),
                Throughput.measured("here", "http://a:1", 4, 1_180e6, true),
                Throughput.unmeasured("http://a:1", "http://b:1", "no such host: b")));
    assertThat(ProbeText.of(result))
        .contains("  2 threads     1,500,000 loops/s, 1.50 x 1 thread")
        .contains("Disk: /data, measured with fio-3.33; the volume of a broker")
        .contains("437 MB/s", "64.0 MB/s", "128 KiB, each synchronized, 1 thread")
        .containsPattern("connect h:9092 +1 ms +2 ms +3 ms +4 ms +100")
        .contains(
            "  here -> http://a:1  118 MB/s with 1 stream, 1,180 MB/s with 4 streams*\n",
            "  http://a:1 -> http://b:1  not measured: no such host: b",
            "*: both on one machine",
            "a broker has no sink");
  }
}
