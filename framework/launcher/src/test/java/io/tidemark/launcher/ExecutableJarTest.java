package io.tidemark.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar as a user starts it, with an installation of scripts that say how they were started. */
@Tag("slow")
class ExecutableJarTest {
  private static final String BENCHMARK =
      TestJar.SCRIPT
          + "[ \"${1:-}\" != wait ] || {\n"
          + "  trap 'echo interrupted; exit 130' INT; trap 'exit 143' TERM; echo waiting\n"
          + "  while :; do sleep 0.1; done\n"
          + "}\n"
          + "[ \"${1:-}\" != fail ] || exit 7\n"
          + "[ \"${1:-}\" != kill ] || kill -KILL $$\n"
          + "[ \"${1:-}\" != read ] || cat\n"
          + "echo \"benchmark $# <${1:-}> <${2:-}>\"\n"
          + "echo \"java=$JAVA_HOME options=$JVM_OPTS launcher=$TIDEMARK_LAUNCHER $$\"\n";

  @TempDir Path folder;
  private Path jar;

  @BeforeEach
  void write() throws Exception {
    jar =
        TestJar.write(
            Files.createDirectory(folder.resolve("a folder")).resolve("tidemark.jar"),
            Map.of(
                "bin/benchmark",
                BENCHMARK,
                "bin/benchmark-worker",
                TestJar.SCRIPT + "echo \"worker $1\"",
                "bin/brokers",
                TestJar.SCRIPT + "echo \"brokers $1\""));
  }

  private Process start(List<String> options, String... arguments) throws IOException {
    // A shell that starts the build in the background lets all its children ignore SIGINT.
    List<String> line = new ArrayList<>(List.of("env", "--default-signal=INT"));
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(options);
    line.addAll(List.of("-jar", jar.toString()));
    line.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(line).redirectErrorStream(true);
    builder.directory(folder.toFile()).environment().remove("JVM_OPTS");
    builder.environment().put("TIDEMARK_CACHE", folder.resolve("the cache").toString());
    return builder.start();
  }

  private String output(int code, String... arguments) throws Exception {
    return output(start(List.of(), arguments), code);
  }

  private static String output(Process process, int code) throws Exception {
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isEqualTo(code);
    return output;
  }

  @Test
  void runsBinBenchmarkWithItsArgumentsAndJava() throws Exception {
    Process process = start(List.of("-Xmx99m", "-Da=b"), "", "two words");
    String output = output(process, 0);

    assertThat(output).startsWith("tidemark: unpacking 0 MB to " + folder.resolve("the cache"));
    assertThat(output).contains("benchmark 2 <> <two words>");
    assertThat(output).contains("java=" + System.getProperty("java.home") + " ");
    assertThat(output).contains("options=-Xmx99m -Da=b launcher=" + process.pid() + " ");
    assertThat(output(0)).startsWith("benchmark 0 ");
  }

  /** Java decodes bytes of other characters as "?" in such a locale. */
  @Test
  void argumentsOfAllCharactersArePassedOnInAnyLocale() throws Exception {
    ProcessBuilder shell =
        new ProcessBuilder(
            "bash",
            "-c",
            "exec \"$0\" -jar \"$1\" $'L\\303\\244nge.yaml' 'two words'",
            System.getProperty("java.home") + "/bin/java",
            jar.toString());
    shell.redirectErrorStream(true).directory(folder.toFile());
    shell.environment().put("TIDEMARK_CACHE", folder.resolve("the cache").toString());
    for (String locale : List.of("C", "C.UTF-8")) {
      shell.environment().put("LC_ALL", locale);
      assertThat(output(shell.start(), 0))
          .as(locale)
          .contains("benchmark 2 <L\u00e4nge.yaml> <two words>");
    }
    shell.environment().put("LC_ALL", "C");
    shell.environment().put("TIDEMARK_CACHE", "/proc/L\u00e4nge");
    assertThat(output(shell.start(), 3)).contains("LC_ALL=C.UTF-8").hasLineCount(1);
    shell.environment().put("TIDEMARK_CACHE", folder.resolve("the cache").toString());
    shell.directory(Files.createDirectory(folder.resolve("L\u00e4nge")).toFile());
    assertThat(output(shell.start(), 3)).contains("LC_ALL=C.UTF-8").hasLineCount(1);
  }

  @Test
  void theFirstArgumentMayNameAnotherCommand() throws Exception {
    output(0, "worker", "-p");
    assertThat(output(0, "worker", "-p")).isEqualTo("worker -p\n");
    assertThat(output(0, "brokers", "up")).isEqualTo("brokers up\n");
    assertThat(output(0, "benchmark", "x")).startsWith("benchmark 1 <x>");
    Path home = Path.of(output(0, "installation").strip());
    assertThat(home.resolve("bin/brokers")).isExecutable();
  }

  @Test
  void passesInputAndExitCodeOn() throws Exception {
    output(7, "fail");
    assertThat(output(7, "fail")).isEmpty();
    output(137, "kill");
    Process process = start(List.of(), "read");
    process.getOutputStream().write("typed\n".getBytes(StandardCharsets.UTF_8));
    assertThat(output(process, 0)).startsWith("typed\n");
  }

  @Test
  void passesEachSignalOnOnceAndWaitsForTheCommand() throws Exception {
    assertThat(signalled("INT", 130)).isEqualTo(List.of("interrupted"));
    assertThat(signalled("TERM", 143)).isEmpty();
  }

  private List<String> signalled(String signal, int code) throws Exception {
    Process process = start(List.of(), "wait");
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      String line = reader.readLine();
      while (line != null && !line.equals("waiting")) {
        line = reader.readLine();
      }
      // A terminal sends Ctrl-C to the whole session of the launcher, to which the command must not
      // belong.
      assertThat(session(process.children().findFirst().orElseThrow()))
          .isNotEqualTo(session(process.toHandle()));
      new ProcessBuilder("bash", "-c", "kill -" + signal + " " + process.pid()).start().waitFor();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("ended within 60 s").isTrue();
      assertThat(process.exitValue()).isEqualTo(code);
      return reader.lines().toList();
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  /** The field behind parent and group; the name of the command may contain spaces. */
  private static String session(ProcessHandle process) throws IOException {
    String stat = Files.readString(Path.of("/proc", "" + process.pid(), "stat"));
    return stat.substring(stat.lastIndexOf(')') + 2).split(" ")[3];
  }

  @Test
  void processesThatStartTogetherUnpackOnce() throws Exception {
    List<Process> all = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      all.add(start(List.of(), "x"));
    }
    List<String> outputs = new ArrayList<>();
    for (Process process : all) {
      outputs.add(output(process, 0));
    }
    assertThat(outputs).allMatch(output -> output.contains("benchmark 1 <x>"));
    assertThat(outputs).filteredOn(output -> output.contains("unpacking")).hasSize(1);
  }

  @Test
  void aCacheThatCannotBeWrittenIsOneError() throws Exception {
    Files.writeString(folder.resolve("the cache"), "a file");

    assertThat(output(3))
        .startsWith("tidemark: cannot unpack 0 MB to " + folder.resolve("the cache"))
        .contains("set TIDEMARK_CACHE")
        .hasLineCount(1);
  }

  /** Home folders of services often are read-only. */
  @Test
  void withoutAWritableHomeTheTemporaryFolderIsUsed() throws Exception {
    Path home = Files.writeString(folder.resolve("home"), "no folder can be made here");
    Path temporary = Files.createDirectory(folder.resolve("tmp"));
    ProcessBuilder builder =
        new ProcessBuilder(
            System.getProperty("java.home") + "/bin/java",
            "-Duser.home=" + home,
            "-Djava.io.tmpdir=" + temporary,
            "-jar",
            jar.toString(),
            "installation");
    builder.environment().remove("TIDEMARK_CACHE");
    builder.environment().remove("XDG_CACHE_HOME");
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);

    Path installation = Path.of(output(builder.start(), 0).strip());

    assertThat(installation).startsWith(temporary);
    try (Stream<Path> top = Files.list(temporary)) {
      assertThat(top.toList())
          .singleElement()
          .satisfies(
              each ->
                  assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(each)))
                      .isEqualTo("rwx------"));
    }
  }
}
