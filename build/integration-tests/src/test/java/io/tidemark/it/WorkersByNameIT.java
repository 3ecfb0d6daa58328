package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Workers found by a file and by a name, behind tokens and mutual TLS, as users start them. */
class WorkersByNameIT {
  private static final String PASSWORD = "p12-password-of-the-test";
  private static final String TOKEN = "token-of-the-integration-test";
  private static final String DRIVER_SECRET = "secret-of-the-driver-file";

  @TempDir static Path home;
  private static TroubleInstallation installation;

  @TempDir Path folder;
  private final List<AutoCloseable> started = new ArrayList<>();

  @BeforeAll
  static void install() throws Exception {
    installation = TroubleInstallation.create(home.resolve("installation"));
    keytool(
        "-genkeypair",
        "-alias",
        "own",
        "-keyalg",
        "EC",
        "-dname",
        "CN=tidemark",
        "-ext",
        "san=ip:127.0.0.1,ip:127.0.0.2",
        "-storetype",
        "PKCS12");
    keytool("-exportcert", "-alias", "own", "-rfc", "-file", file("own.pem"));
    Files.writeString(home.resolve("token"), TOKEN + "\n");
    Files.writeString(home.resolve("wrong"), "x".repeat(20));
  }

  private static void keytool(String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(Arrays.asList(arguments));
    command.addAll(List.of("-keystore", file("own.p12"), "-storepass", PASSWORD));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
  }

  private static String file(String name) {
    return home.resolve(name).toString();
  }

  @AfterEach
  void stop() throws Exception {
    for (AutoCloseable each : started) {
      each.close();
    }
  }

  private WorkerProcess worker(String... options) throws IOException {
    WorkerProcess worker =
        WorkerProcess.start(
            installation.root(),
            folder,
            Map.of("HEAP_OPTS", "-Xms96m -Xmx96m", "TIDEMARK_TLS_PASSWORD", PASSWORD),
            options);
    started.add(worker);
    return worker;
  }

  private TidemarkProcess benchmark(Map<String, String> environment, String... options)
      throws IOException {
    Path workload =
        WorkloadFiles.write(
            folder,
            "named",
            """
            subscriptionsPerTopic: 0
            consumerPerSubscription: 0
            producerRate: 100
            warmupDuration: 2s
            testDuration: 4s
            """
                + WorkloadFiles.WIDE_THRESHOLDS);
    String driver = installation.driver(folder, "password: " + DRIVER_SECRET + "\n").toString();
    List<String> arguments = new ArrayList<>(List.of("-d", driver, workload.toString()));
    arguments.addAll(Arrays.asList(options));
    TidemarkProcess process =
        TidemarkProcess.start(
            installation.root(),
            environment,
            folder,
            "benchmark",
            arguments.toArray(String[]::new));
    started.add(process);
    return process;
  }

  private void assertNoSecretIn(Path results, String... outputs) throws IOException {
    List<String> texts = new ArrayList<>(List.of(outputs));
    try (Stream<Path> files = Files.walk(results)) {
      for (Path each : files.filter(Files::isRegularFile).toList()) {
        texts.add(Files.readString(each, StandardCharsets.ISO_8859_1));
      }
    }
    assertThat(texts)
        .hasSizeGreaterThan(outputs.length + 3)
        .noneMatch(text -> text.contains(TOKEN))
        .noneMatch(text -> text.contains(PASSWORD))
        .noneMatch(text -> text.contains(DRIVER_SECRET));
  }

  @Test
  void oneWorkerOfTheWorkersFileBehindATokenAndMutualTls() throws Exception {
    WorkerProcess worker =
        worker(
            "--tls-cert",
            file("own.p12"),
            "--tls-ca",
            file("own.pem"),
            "--token-file",
            file("token"));
    assertThat(worker.url()).startsWith("https://");
    Files.writeString(folder.resolve("workers.yaml"), "workers:\n  - " + worker.url() + "\n");
    Map<String, String> environment = Map.of("TIDEMARK_TLS_PASSWORD", PASSWORD);
    String[] tls = {"--tls-cert", file("own.p12"), "--tls-ca", file("own.pem")};

    TidemarkProcess good =
        benchmark(environment, concat(tls, "--token-file", file("token"), "--results-dir", "good"));
    assertThat(good.waitFor()).as(good.output()).isZero();
    JsonNode run = RunResults.only(folder.resolve("good"));
    assertThat(run.requiredAt("/workers/0/name").asText()).isEqualTo(worker.name());
    assertThat(run.requiredAt("/delivery/sentMessages").asLong()).isBetween(300L, 600L);

    TidemarkProcess wrongToken = benchmark(environment, concat(tls, "--token-file", file("wrong")));
    Command noCertificate =
        Command.run(
            folder,
            "-wf",
            folder.resolve("workers.yaml").toString(),
            "--tls-ca",
            file("own.pem"),
            "--token-file",
            file("token"),
            "-d",
            TidemarkProcess.ROOT.resolve("driver-inmemory/inmemory.yaml").toString(),
            WorkloadFiles.shortRun(folder, "short").toString());
    assertThat(wrongToken.endedWith(2)).contains("requires another token").doesNotContain("\tat ");
    assertThat(noCertificate.endedWith(3)).contains("no TLS with").doesNotContain("\tat ");

    worker.process().signal("TERM");
    assertThat(worker.process().waitFor()).as("as the help says").isEqualTo(143);
    assertNoSecretIn(
        folder.resolve("good"),
        worker.process().output(),
        good.output(),
        wrongToken.output(),
        noCertificate.output());
  }

  private static String[] concat(String[] first, String... more) {
    return Stream.of(first, more).flatMap(Arrays::stream).toArray(String[]::new);
  }

  @Test
  @Tag("release")
  void allWorkersBehindANameWhenThereAreEnough() throws Exception {
    WorkerProcess first = worker();
    String port = String.valueOf(first.port());
    WorkerProcess second =
        WorkerProcess.startAt(installation.root(), folder, Map.of(), port, "--bind", "127.0.0.2");
    started.add(second);
    Path hosts = Files.writeString(folder.resolve("hosts"), "127.0.0.1 workers.test\n");
    Map<String, String> names = Map.of("JVM_OPTS", "-Djdk.net.hosts.file=" + hosts);

    TidemarkProcess run =
        benchmark(
            names,
            "--workers-dns",
            "workers.test:" + port,
            "--workers-count",
            "2",
            "--results-dir",
            "named");
    run.awaitOutput("Waiting for 2 workers behind workers.test");
    TidemarkProcess plan =
        benchmark(
            names, "--workers-dns", "workers.test:" + port, "--workers-count", "2", "--dry-run");
    assertThat(plan.endedWith(0))
        .contains(
            "Workers behind workers.test: 1 now",
            "worker   http://127.0.0.1:" + port + ": Tidemark",
            "same clock as the coordinator");
    second.url();
    Files.writeString(hosts, "127.0.0.1 workers.test\n127.0.0.2 workers.test\n");
    assertThat(run.waitFor()).as(run.output()).isZero();
    JsonNode result = RunResults.only(folder.resolve("named"));
    assertThat(result.requiredAt("/workers/0/name").asText()).isEqualTo("127.0.0.1:" + port);
    assertThat(result.requiredAt("/workers/1/name").asText()).isEqualTo("127.0.0.2:" + port);

    TidemarkProcess taken =
        TidemarkProcess.start(
            installation.root(), Map.of(), folder, "benchmark-worker", "-p", port);
    started.add(taken);
    assertThat(taken.waitFor()).isEqualTo(3);
    assertThat(taken.output().lines()).hasSize(1);
    assertThat(taken.output()).contains("cannot listen on 127.0.0.1:" + port);
  }
}
