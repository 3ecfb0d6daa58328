package io.tidemark.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.base.UsageException;
import io.tidemark.cli.InputCases;
import io.tidemark.cli.process.ProcessConsole;
import io.tidemark.http.protocol.WorkerAddress;
import io.tidemark.runs.Console;
import io.tidemark.runs.suite.Suite;
import io.tidemark.runs.suite.SuiteReader;
import io.tidemark.runs.workers.WorkerDiscovery;
import io.tidemark.runs.workers.Workers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The ways to say where workers are. */
class WorkersTest {
  private final Console console = ProcessConsole.open(true);

  @TempDir Path folder;

  private List<String> workers(String... arguments) throws IOException, InterruptedException {
    return parsed(arguments).remote().stream().map(WorkerAddress::toString).toList();
  }

  private Workers parsed(String... arguments) throws IOException, InterruptedException {
    RemoteWorkerOptions options = new RemoteWorkerOptions();
    new CommandLine(CommandLine.Model.CommandSpec.create().addMixin("workers", mixin(options)))
        .setCaseInsensitiveEnumValuesAllowed(true)
        .parseArgs(arguments);
    return options.workers(console, true);
  }

  private static CommandLine.Model.CommandSpec mixin(RemoteWorkerOptions options) {
    return CommandLine.Model.CommandSpec.forAnnotatedObject(options);
  }

  @Test
  void takesUrlsWithAndWithoutAPort() throws Exception {
    assertThat(workers("-w", "http://a:1,https://b,c:3"))
        .containsExactly("http://a:1", "https://b:8080", "http://c:3");
    assertThat(workers()).isEmpty();
    assertThat(workers("-w", "http://one:1")).hasSize(1);
  }

  /** Docker Compose makes names with underscores. */
  @Test
  void takesHostsOfAllKinds() throws Exception {
    assertThat(workers("-w", "http://bench_worker_1,HTTP://[::1]:1,b\u00fccher:2,a_b.c:3"))
        .containsExactly(
            "http://bench_worker_1:8080",
            "http://[::1]:1",
            "http://xn--bcher-kva:2",
            "http://a_b.c:3");
    assertThat(WorkerDiscovery.of("bench_workers:9", 1, false).name()).isEqualTo("bench_workers");
    // What a worker with --bind ::1 prints.
    WorkerAddress bound = new WorkerAddress(false, "::1", 8080);
    assertThat(WorkerAddress.parse(bound.toString())).isEqualTo(bound);
    assertThat(bound.name()).isEqualTo("[::1]:8080");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://bob:7/Top/S3cret@h",
        "http://bob:S3cret@h:1",
        "S3cret@h",
        "http://bob:#S3cret@h"
      })
  void aPasswordInAnAddressIsNotPrinted(String address) {
    assertThatThrownBy(() -> workers("-w", address))
        .isInstanceOf(UsageException.class)
        .message()
        .doesNotContain("cret", "Top", "bob");
    assertThatThrownBy(() -> WorkerDiscovery.of(address, 1, false))
        .isInstanceOf(UsageException.class)
        .message()
        .doesNotContain("cret", "Top", "bob");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "kill: worker | -w http://a,http://b --on-worker-loss continue |",
        "kill: worker, worker: 3 | -w http://a,http://b --on-worker-loss continue"
            + " | there is no such worker, got 3; allowed 1 to 2",
        "kill: worker | -w http://a,http://b | allowed with --on-worker-loss continue",
        "freeze: worker, duration: 1s | -w http://a,http://b |",
        "freeze: worker, duration: 3s | -w http://a,http://b"
            + " | continue, or with a duration of at most 2s",
        "kill: worker | --on-worker-loss continue | allowed with -w",
      })
  void aFaultOfAWorkerNeedsOneThatTheRunCanLose(String fault, String options, String problem)
      throws Exception {
    Path workload =
        Files.writeString(
            folder.resolve("w.yaml"), InputCases.BASE + "faults:\n  - {at: 1s, " + fault + "}\n");
    Suite suite = suite(workload);
    Workers workers = parsed(options.split(" ", -1));
    if (problem == null) {
      workers.check(suite.runs());
    } else {
      assertThatThrownBy(() -> workers.check(suite.runs()))
          .isInstanceOf(UsageException.class)
          .hasMessageStartingWith(workload + ":9:")
          .hasMessageContaining(problem);
    }
  }

  private Suite suite(Path workload) throws IOException {
    Path driver = Files.writeString(folder.resolve("d.yaml"), InputCases.DRIVER);
    return SuiteReader.read(
        List.of(workload), List.of(driver), List.of(), Optional.empty(), false, console);
  }

  @Test
  void messagesInFlightUntilTheyAreReceivedNeedOneWorker() throws Exception {
    Path workload =
        Files.writeString(folder.resolve("w.yaml"), InputCases.BASE + "inFlightUntil: received\n");
    Suite suite = suite(workload);
    parsed("-w", "http://a").check(suite.runs());
    Workers two = parsed("-w", "http://a,http://b");
    assertThatThrownBy(() -> two.check(suite.runs()))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("inFlightUntil: received")
        .hasMessageContaining("got 2 workers; allowed 1");
  }

  @Test
  void readsOmbsFile() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("w.yaml"), "workers:\n  - http://10.0.0.1:8080\n  - http://10.0.0.2\n");
    assertThat(workers("-wf", file.toString()))
        .containsExactly("http://10.0.0.1:8080", "http://10.0.0.2:8080");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"workers: []", "worker: [a]", "[a, b]", "workers: {a: b}", "workers: [x", ""})
  void saysWhatAWorkersFileMustBe(String yaml) throws IOException {
    Path file = Files.writeString(folder.resolve("bad.yaml"), yaml);
    assertThatThrownBy(() -> workers("-wf", file.toString()))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("bad.yaml");
  }

  @Test
  void sendsATokenOverTheNetworkOnlyByTlsOrOnRequest() throws Exception {
    Path token = Files.writeString(folder.resolve("token"), "correct-horse-battery");
    assertThat(workers("-w", "https://10.0.0.1,http://127.0.0.1", "--token-file", token.toString()))
        .hasSize(2);
    assertThatThrownBy(() -> workers("-w", "http://10.0.0.1", "--token-file", token.toString()))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("without TLS to http://10.0.0.1:8080")
        .hasMessageContaining("--insecure");
    assertThat(workers("-w", "http://10.0.0.1", "--insecure", "--token-file", token.toString()))
        .hasSize(1);
  }

  @Test
  void warnsOfATokenFileThatOthersCanRead() throws Exception {
    Path token = Files.writeString(folder.resolve("token"), "correct-horse-battery");
    TokenOptions options = new TokenOptions();
    CommandLine.populateCommand(options, "--token-file", token.toString());
    ByteArrayOutputStream reported = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(reported, true, StandardCharsets.UTF_8);
    Console telling = new Console(System.out, stream, false, true);

    Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-r-----"));
    assertThat(options.token(telling)).isPresent();
    assertThat(reported.size()).isZero();
    Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-r--r--"));
    assertThat(options.token(telling)).isPresent();

    assertThat(reported.toString(StandardCharsets.UTF_8))
        .contains("WARNING the token file " + token, "chmod 600");
  }

  private static InetAddress[] addresses(String... texts) throws UnknownHostException {
    InetAddress[] addresses = new InetAddress[texts.length];
    for (int i = 0; i < texts.length; i++) {
      addresses[i] = InetAddress.getByName(texts[i]);
    }
    return addresses;
  }

  /** A name server with these names, each with addresses separated by commas. */
  private static WorkerDiscovery.Resolver of(Map<String, String> names) {
    return name -> {
      if (!names.containsKey(name)) {
        throw new UnknownHostException(name);
      }
      return addresses(names.get(name).split(","));
    };
  }

  private static WorkerDiscovery discovery(int count, Duration deadline) {
    return new WorkerDiscovery("workers.test", 8080, count, true, deadline, Duration.ofMillis(1));
  }

  @Test
  void waitsUntilTheNameHasAsManyAddressesAsWanted() throws Exception {
    List<String> asked = new ArrayList<>();
    List<WorkerAddress> found =
        discovery(3, Duration.ofSeconds(20))
            .await(
                name -> {
                  if (!name.equals("workers.test")) {
                    throw new UnknownHostException(name); // Not pods of a set.
                  }
                  asked.add(name);
                  return switch (asked.size()) {
                    case 1 -> throw new UnknownHostException(name);
                    case 2 -> addresses("10.0.0.2");
                    case 3 -> addresses("10.0.0.2", "10.0.0.2", "10.0.0.1");
                    default -> addresses("10.0.0.2", "::1", "10.0.0.1", "10.0.0.3");
                  };
                },
                console);
    assertThat(asked).hasSize(4).containsOnly("workers.test");
    assertThat(found)
        .extracting(WorkerAddress::toString)
        .containsExactly("https://10.0.0.1:8080", "https://10.0.0.2:8080", "https://10.0.0.3:8080");
  }

  @Test
  void givesUpAtItsDeadlineAndSaysWhatItHasSeen() {
    assertThatThrownBy(
            () ->
                discovery(3, Duration.ofMillis(50))
                    .await(name -> addresses("10.0.0.1", "10.0.0.2"), console))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("for 3 workers behind workers.test, found 2");
  }

  @Test
  void aPlanUsesTheCurrentAddressesWithoutWaiting() {
    ByteArrayOutputStream notes = new ByteArrayOutputStream();
    Console reported =
        new Console(System.out, new PrintStream(notes, true, StandardCharsets.UTF_8), false, false);
    WorkerDiscovery wanted = discovery(2, Duration.ofDays(1));

    assertThat(wanted.now(of(Map.of("workers.test", "10.0.0.9")), reported))
        .containsExactly(new WorkerAddress(true, "10.0.0.9", 8080));
    assertThat(notes.toString(StandardCharsets.UTF_8))
        .isEqualToIgnoringNewLines(
            "Workers behind workers.test: 1 now; a run waits up to 86400 s until there are 2");
    assertThat(
            wanted.now(
                name -> {
                  throw new UnknownHostException(name);
                },
                reported))
        .isEmpty();
    notes.reset();
    assertThat(wanted.now(of(Map.of("workers.test", "10.0.0.1,10.0.0.2,10.0.0.3")), reported))
        .hasSize(2);
    assertThat(notes.size()).isZero();
  }

  private static final Map<String, String> PODS =
      Map.of(
          "w.ns.svc", "10.0.0.9,10.0.0.5,10.0.0.7",
          "w-0.w.ns.svc", "10.0.0.7",
          "w-1.w.ns.svc", "10.0.0.9");

  private static WorkerDiscovery ofPods(int count, boolean secure) {
    return new WorkerDiscovery(
        "w.ns.svc", 8080, count, secure, Duration.ofSeconds(20), Duration.ofMillis(1));
  }

  @Test
  void podsOfASetHaveTheirNamesInResultsAndComeFirst() throws Exception {
    List<WorkerAddress> found = ofPods(3, false).await(of(PODS), console);
    assertThat(found)
        .extracting(WorkerAddress::name)
        .containsExactly("w-0", "w-1", "10.0.0.5:8080");
    assertThat(found)
        .extracting(WorkerAddress::toString)
        .containsExactly(
            "w-0 (http://10.0.0.7:8080)", "w-1 (http://10.0.0.9:8080)", "http://10.0.0.5:8080");
    assertThat(ofPods(1, false).await(of(PODS), console))
        .extracting(WorkerAddress::name)
        .containsExactly("w-0");
  }

  @Test
  void tlsChecksTheNameOfThePod() throws Exception {
    assertThat(ofPods(2, true).await(of(PODS), console))
        .extracting(WorkerAddress::toString)
        .containsExactly("https://w-0.w.ns.svc:8080", "https://w-1.w.ns.svc:8080");
  }

  @Test
  void aDryRunLooksNamesUp() throws Exception {
    assertThat(workers("--workers-dns", "localhost:8080")).hasSize(1);
  }
}
