package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** A command of {@code bin/}, started as by a user, in a separate folder. */
public final class TidemarkProcess implements AutoCloseable {
  private static final Duration DEADLINE = Duration.ofMinutes(8);

  public static final Path ROOT = Path.of(System.getProperty("tidemark.root"));

  private final Process process;
  private final Thread reader;
  private final List<String> lines = new ArrayList<>();

  private TidemarkProcess(Process process) {
    this.process = process;
    this.reader = new Thread(this::read, "output of " + process.pid());
    reader.start();
  }

  /** {@code bin/<command> arguments} in a working directory; both outputs are read together. */
  public static TidemarkProcess start(Path workingDirectory, String command, String... arguments)
      throws IOException {
    return start(ROOT, Map.of(), workingDirectory, command, arguments);
  }

  /** Starts a command of another installation, with variables in its environment. */
  public static TidemarkProcess start(
      Path installation,
      Map<String, String> environment,
      Path workingDirectory,
      String command,
      String... arguments)
      throws IOException {
    return startScript(
        installation.resolve("bin").resolve(command), environment, workingDirectory, arguments);
  }

  /** Another script that starts such a command. */
  static TidemarkProcess startScript(
      Path script, Map<String, String> environment, Path workingDirectory, String... arguments)
      throws IOException {
    // A shell that starts the build in the background lets all its children ignore SIGINT.
    List<String> line = new ArrayList<>(List.of("env", "--default-signal=INT"));
    line.add(script.toString());
    line.addAll(Arrays.asList(arguments));
    if (runs(script.getFileName().toString(), arguments)) {
      line.add("--no-code-warm-up");
    }
    ProcessBuilder builder = new ProcessBuilder(line);
    builder.environment().putAll(environment);
    builder.environment().put("TIDEMARK_SKIP_BUILD", "1");
    for (String secret :
        List.of(
            "RABBITMQ_PASSWORD",
            "username",
            "password",
            "MQ_PASSWORD",
            "MQTT_PASSWORD",
            "MQ_STORE_PASSWORD",
            "OAUTH_SECRET",
            "EVENT_HUBS_CONNECTION",
            "CONFLUENT_API_KEY",
            "CONFLUENT_API_SECRET")) {
      builder.environment().put(secret, "made-up"); // Some shipped driver files want it.
    }
    builder.environment().put("TIDEMARK_STATE", workingDirectory.resolve("state").toString());
    return new TidemarkProcess(
        builder.directory(workingDirectory.toFile()).redirectErrorStream(true).start());
  }

  /** Whether the command takes the option that saves 2 s of processor time of each process. */
  private static boolean runs(String command, String... arguments) {
    return command.equals("benchmark-worker")
        || command.equals("benchmark")
            && arguments.length > 0
            && (arguments[0].startsWith("-") || arguments[0].equals("study"));
  }

  /** Runs a command to its end. */
  public static TidemarkProcess run(Path workingDirectory, String command, String... arguments)
      throws IOException, InterruptedException {
    TidemarkProcess process = start(workingDirectory, command, arguments);
    process.waitFor();
    return process;
  }

  private void read() {
    try (BufferedReader output = process.inputReader()) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        if (!line.startsWith("Picked up JAVA_TOOL_OPTIONS")) {
          synchronized (lines) {
            lines.add(line);
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All that was printed so far. */
  public String output() {
    synchronized (lines) {
      return String.join("\n", lines);
    }
  }

  /** Waits until something has been printed; fails if the process ends without it. */
  public void awaitOutput(String text) {
    Awaitility.await("'" + text + "' in the output")
        .atMost(DEADLINE)
        .pollInterval(Duration.ofMillis(50))
        .until(() -> output().contains(text) || !reader.isAlive());
    assertThat(output()).contains(text);
  }

  /** What Ctrl-C does. */
  public void interrupt() throws IOException, InterruptedException {
    signal("INT");
  }

  /** KILL, STOP, CONT. */
  public void signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start().waitFor();
  }

  public long pid() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  public int waitFor() throws InterruptedException {
    assertThat(process.waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS))
        .as("ended within %s; it printed:%n%s", DEADLINE, output())
        .isTrue();
    reader.join(DEADLINE.toMillis());
    return process.exitValue();
  }

  /** Returns all that it has printed when it has ended with this exit code. */
  public String endedWith(int exitCode) throws InterruptedException {
    assertThat(waitFor()).as(output()).isEqualTo(exitCode);
    return output();
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
