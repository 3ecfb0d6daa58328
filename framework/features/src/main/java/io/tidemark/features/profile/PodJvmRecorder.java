package io.tidemark.features.profile;

import io.tidemark.features.kubernetes.PodContainer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/** Records a broker that is a JVM in a pod, by the {@code jcmd} of its image. */
final class PodJvmRecorder implements ProcessRecorder {
  private static final Duration DEADLINE = Duration.ofSeconds(60);
  private static final Duration FETCH = Duration.ofSeconds(150);
  private static final String ERLANG = "erlang";
  private static final String SCRIPT = script();

  private final PodContainer container;
  private final int node;
  private Optional<List<String>> place = Optional.empty();
  private boolean recorded;
  private int parts;

  /**
   * @param node its number
   */
  PodJvmRecorder(PodContainer container, int node) {
    this.container = container;
    this.node = node;
  }

  /**
   * Whether a broker is an Erlang machine, not a JVM.
   *
   * @throws IOException if it is neither, or if a JVM cannot be recorded
   */
  static boolean isErlang(PodContainer container) throws IOException, InterruptedException {
    return find(container).equals(List.of(ERLANG));
  }

  /** The id of the process, and the folder for its recordings. */
  private static List<String> find(PodContainer container)
      throws IOException, InterruptedException {
    String printed = run(container, "find", container.smallFolders()).strip();
    return List.of(printed.split(" ", 2));
  }

  @Override
  public String process() {
    return BrokerRecorder.name(node);
  }

  @Override
  public void warmUp() throws IOException, InterruptedException {
    run(container, "warm-up", found());
  }

  private List<String> found() throws IOException, InterruptedException {
    if (place.isEmpty()) {
      place = Optional.of(find(container));
    }
    return place.get();
  }

  @Override
  public void start() throws IOException, InterruptedException {
    run(container, "start", found());
    recorded = true;
  }

  @Override
  public void stop() throws IOException, InterruptedException {
    if (recorded) {
      recorded = false;
      List<String> arguments = new ArrayList<>(found());
      arguments.add(String.format(Locale.ROOT, "part-%02d.jfr", parts + 1));
      run(container, "stop", arguments);
      parts++;
    }
  }

  @Override
  public void fetch(Path file) throws IOException, InterruptedException {
    stop();
    if (parts == 0) {
      Files.createFile(file);
      return;
    }
    container.run(line("fetch", found()), file, FETCH);
    run(container, "forget", found());
  }

  private static String run(PodContainer container, String action, List<String> arguments)
      throws IOException, InterruptedException {
    return container.run(line(action, arguments), DEADLINE);
  }

  private static List<String> line(String action, List<String> arguments) {
    List<String> line = new ArrayList<>(List.of("sh", "-c", SCRIPT, "tidemark", action));
    line.addAll(arguments);
    return line;
  }

  private static String script() {
    String name = "broker-in-container.sh";
    try (InputStream in =
        // It is a resource of this package.
        Objects.requireNonNull(PodJvmRecorder.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
