package io.tidemark.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.tidemark.cli.Benchmark;
import io.tidemark.cli.InputCases;
import io.tidemark.cli.InputCases.WrongCommand;
import io.tidemark.cli.InputCases.WrongFile;
import io.tidemark.cli.WorkerCommand;
import io.tidemark.cli.WorkloadGeneratorCommand;
import io.tidemark.cli.process.ProgramCommand;
import io.tidemark.model.recorded.TraceHeader;
import io.tidemark.model.recorded.TraceMessage;
import io.tidemark.model.recorded.TraceTime;
import io.tidemark.model.recorded.TraceWriter;
import io.tidemark.runs.ExitCode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Wrong inputs end with exit code 2 and one clear error each; see {@link InputCases}. */
@Tag("slow")
class InputsTest {
  private static final String SECRET = "hunter2file";

  /** Only what hangs takes so long. */
  private static final Duration DEADLINE = Duration.ofMinutes(2);

  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");
  private static final Pattern OWN_FILE =
      Pattern.compile("^(@?)((?:\\./)?[\\w-]+\\.(?:yaml|args|pem|key|txt)|pipe|cut|deep|types)$");

  @TempDir static Path folder;

  private static final String[] UNCLEAN = {
    "\tat ", "hunter2", System.getenv("PATH"), "Exception", "null"
  };

  private record Ending(int exitCode, String output) {}

  /** The name of each case's file. */
  private static final Map<WrongFile, String> NAMES = new LinkedHashMap<>();

  /** Endings of the commands that read all files of a kind. */
  private static Ending workloads;

  private static Ending drivers;

  @BeforeAll
  static void writeFiles() throws IOException, InterruptedException {
    write("good.yaml", InputCases.BASE);
    write("driver.yaml", InputCases.DRIVER);
    write("secret.txt", SECRET);
    write("enum.avsc", "{\"type\": \"enum\", \"name\": \"E\", \"symbols\": []}");
    write("nested.yaml", "topics: " + "[".repeat(100_000));
    write("large.yaml", "# x\n".repeat(300_000));
    write("comments.args", "# x\n".repeat(200_000));
    write("itself.args", "@" + folder.resolve("itself.args"));
    String list = IntStream.range(1, 200).boxed().toList().toString();
    write("none.yaml", InputCases.BASE.replace("topics: 1", "topics: []"));
    write("many.yaml", InputCases.BASE.replace(": 1\n", ": " + list + "\n"));
    write("outside.yaml", InputCases.BASE + "nameFormat: ../x-${topics}\n");
    write("kafka.yaml", InputCases.DRIVER + "localBrokers: {kind: kafka, nodes: 3}\n");
    String proxied = InputCases.DRIVER + "localBrokers: {nodes: 3, proxy: true, kind: ";
    write("proxied-kafka.yaml", proxied + "kafka}\n");
    write("proxied-rabbitmq.yaml", proxied + "rabbitmq, version: '3.10'}\n");
    write("proxied-streams.yaml", proxied + "rabbitmq, version: '3.10'}\nqueueType: stream\n");
    write("proxied-rabbitmq-4.yaml", proxied + "rabbitmq}\n");
    write("proxied-command.yaml", proxied + "command, start: x}\n");
    for (String fault : List.of("memoryAlarm: 1", "partition: 1", "kill: 4", "freeze: leader")) {
      String yaml = InputCases.BASE + "faults: [{at: 1s, " + fault + "}]\n";
      write(fault.replace(": ", "-") + ".yaml", yaml);
    }
    writeTrace();
    write("a.pem", InputCases.resource("a.pem"));
    write("b.key", InputCases.resource("b.key"));
    Files.write(folder.resolve("binary.yaml"), new byte[] {(byte) 0xff, (byte) 0xfe});
    pipe("pipe.yaml");
    writeRuns();
    writeStudies();
    NAMES.clear(); // The tests are repeated if one fails.
    for (WrongFile each : wrongFiles().toList()) {
      String name = (each.workload() ? "w-" : "d-") + NAMES.size() + ".yaml";
      NAMES.put(each, name);
      write(name, each.text());
    }
    workloads = run("benchmark --dry-run -d driver.yaml" + names("w-", " "));
    drivers = run("benchmark --dry-run good.yaml" + names("d-", " -d "));
  }

  private static Stream<WrongFile> wrongFiles() {
    return Stream.of(
            InputCases.files(),
            ofFeatures("files.txt").flatMap(InputCases::files),
            InputCases.documentedKeys())
        .flatMap(each -> each);
  }

  private static String names(String kind, String before) {
    return NAMES.values().stream()
        .filter(name -> name.startsWith(kind))
        .map(name -> before + name)
        .collect(Collectors.joining());
  }

  private static void writeTrace() throws IOException {
    TraceHeader header = new TraceHeader("test", TraceTime.FILE, 0);
    try (TraceWriter trace =
        new TraceWriter(Files.newOutputStream(folder.resolve("trace.gz")), header)) {
      trace.add(TraceMessage.of(0, 100, 0, 0));
      trace.add(TraceMessage.of(600_000_000_000L, 100, 0, 0));
    }
    byte[] bytes = Files.readAllBytes(folder.resolve("trace.gz"));
    bytes[bytes.length - 6] ^= 1; // In the checksum.
    Files.write(folder.resolve("damaged.gz"), bytes);
  }

  private static void pipe(String name) throws IOException, InterruptedException {
    new ProcessBuilder("mkfifo", folder.resolve(name).toString()).start().waitFor();
  }

  /** Folders of runs that cannot be read. */
  private static void writeRuns() throws IOException, InterruptedException {
    for (String run : List.of("pipe", "cut", "deep", "types")) {
      Files.createDirectory(folder.resolve(run));
    }
    pipe("pipe/result.json");
    write("cut/result.json", "{\"a\":");
    write("deep/result.json", "{\"a\":".repeat(100_000));
    write("types/result.json", "{\"version\": \"x\", \"runId\": [1]}");
  }

  private static void writeStudies() throws IOException {
    study("no-environments", "environments: []\n", "");
    study("matrix", "", "matrix: {messageSize: [1, 2]}\n");
    study("limits", "    limits: [{metric: publishRate, value: 5k/s, environment: zz}]\n", "");
    study("probe", "    probe: nowhere.json\n", "");
    study("iterations", "", "matrix: {workload.iterations: [1, 2]}\n");
    study("workers", "    workers: \",\"\n", "");
    study("facts", "    facts: {a: {b: c}}\n", "");
    study("setup", "    setup: [~]\n", "");
    study("references", "", "references: [{metric: publishRate, value: 5k/s, workload: zz}]\n");
  }

  private static void study(String name, String environment, String more) throws IOException {
    String environments =
        environment.startsWith("environments")
            ? environment
            : "environments:\n  - name: a\n    driver: driver.yaml\n" + environment;
    write(name + ".yaml", "name: s\n" + environments + "workloads: [good.yaml]\n" + more);
  }

  private static void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }

  @Test
  void theFilesThatCasesStartFromAreRight() {
    assertThat(run("benchmark --dry-run -d driver.yaml good.yaml").exitCode()).isZero();
    for (String driver : List.of("kafka", "rabbitmq")) {
      Ending ending = run("benchmark --dry-run -d proxied-" + driver + ".yaml partition-1.yaml");
      assertThat(ending.exitCode()).as(ending.output()).isZero();
    }
  }

  static Collection<WrongFile> files() {
    return NAMES.keySet();
  }

  @Test
  void theErrorsOfAllFilesAreShown() {
    for (Ending ending : List.of(workloads, drivers)) {
      assertThat(ending.exitCode()).isEqualTo(ExitCode.USAGE.code());
      assertThat(ending.output()).doesNotContain(UNCLEAN);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("files")
  void refusesTheFileWithOneErrorThatSaysWhere(WrongFile wrong) {
    String file = NAMES.get(wrong);
    List<String> problems = problems(wrong.workload() ? workloads : drivers, file);
    if (problems.isEmpty()) { // It is found where all files can be read.
      Ending alone =
          run(
              "benchmark --dry-run "
                  + (wrong.workload() ? "-d driver.yaml " + file : "-d " + file + " good.yaml"));
      assertThat(alone.exitCode()).isEqualTo(ExitCode.USAGE.code());
      assertIsClean(alone.output());
      problems = problems(alone, file);
    }
    assertThat(problems).hasSize(1);
    String place = wrong.line() == 0 ? file + ": " : file + ":" + wrong.line() + ":";
    assertThat(problems.get(0)).startsWith(place).contains(wrong.says());
    if (!wrong.key().isEmpty()) {
      assertThat(problems.get(0)).contains(": " + wrong.key() + ": ");
    }
    assertIsClean(problems.get(0));
  }

  private static List<String> problems(Ending ending, String file) {
    return ending.output().lines().filter(line -> line.startsWith(file)).toList();
  }

  /** Each feature has those of its commands in its folder. */
  static Stream<WrongCommand> commands() {
    return Stream.concat(
        InputCases.commands(), ofFeatures("commands.txt").flatMap(InputCases::commands));
  }

  private static Stream<String> ofFeatures(String name) {
    return Features.ALL.stream()
        .map(each -> Path.of("src/test/resources/io/tidemark/features", each.name(), name))
        .filter(Files::exists)
        .map(InputsTest::text);
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("commands")
  void refusesTheCommandLine(WrongCommand wrong) {
    Ending ending = run(wrong.line());
    assertThat(ending.output()).contains(wrong.says());
    assertThat(ending.exitCode()).isEqualTo(wrong.exitCode());
    assertIsClean(ending.output());
    assertThat(folder.resolve("out")).doesNotExist();
  }

  private static void assertIsClean(String output) {
    assertThat(output)
        .doesNotContain(UNCLEAN)
        .doesNotContainPattern("[\\p{Cntrl}&&[^\\r\\n\\t]]")
        .hasSizeLessThan(4_000);
  }

  /** In this process, as the command itself does. */
  private static Ending run(String line) {
    String[] words =
        WORD.matcher(line)
            .results()
            .map(word -> word.group(1) == null ? ownFile(word.group(2)) : word.group(1))
            .toArray(String[]::new);
    String[] arguments = Arrays.copyOfRange(words, 1, words.length);
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    PrintStream out = System.out;
    PrintStream err = System.err;
    PrintStream both = new PrintStream(output, true, StandardCharsets.UTF_8);
    System.setOut(both);
    System.setErr(both);
    try {
      int code =
          assertTimeoutPreemptively(
              DEADLINE, () -> execute(words[0], arguments), () -> "hangs: " + line);
      return new Ending(code, output.toString(StandardCharsets.UTF_8).replace(folder + "/", ""));
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
  }

  private static int execute(String program, String... arguments) {
    CommandLine command =
        switch (program) {
          case "worker" -> ProgramCommand.of(new WorkerCommand());
          case "generator" -> WorkloadGeneratorCommand.commandLine();
          default -> new Benchmark(Features.ALL).commandLine();
        };
    return ProgramCommand.execute(command, arguments);
  }

  private static String ownFile(String word) {
    Matcher own = OWN_FILE.matcher(word);
    return own.matches() ? own.group(1) + folder.resolve(own.group(2)) : word;
  }
}
