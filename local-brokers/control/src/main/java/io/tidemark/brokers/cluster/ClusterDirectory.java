package io.tidemark.brokers.cluster;

import io.tidemark.brokers.docker.ContainerGroup;
import io.tidemark.brokers.process.LocalBrokerException;
import io.tidemark.brokers.process.ManagedProcess;
import io.tidemark.brokers.process.NodeProcess;
import io.tidemark.brokers.process.Polling;
import io.tidemark.brokers.process.ProcessIdentity;
import io.tidemark.brokers.process.TextFile;
import io.tidemark.driver.FailureReason;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The private directory of one cluster: a folder per process ({@code node-1}, ...) and {@code
 * cluster.properties}, which contains its owner. A cluster whose owner has ended without cleaning
 * up is an orphan.
 */
public record ClusterDirectory(Path path) {
  private static final String OWNER = "owner";

  /**
   * Begins the name of a folder that has no owner so far, which no cluster's name does. The process
   * follows that makes it.
   */
  private static final String UNFINISHED = ".unfinished-";

  private static final Pattern MAKER =
      Pattern.compile(Pattern.quote(UNFINISHED) + "(\\d+)-(\\d+)-.*");

  /**
   * Makes it, owned by this process, so that only this user can read it (it may hold a password or
   * a key).
   */
  public static ClusterDirectory create(Path stateDirectory, String name) {
    Path path = stateDirectory.resolve(name);
    try {
      Files.createDirectories(stateDirectory);
      // With its owner from the first moment: a folder without one would stay for ever.
      Path unfinished =
          Files.createTempDirectory(
              stateDirectory,
              UNFINISHED + ProcessIdentity.ofThisProcess().asText().replace(' ', '-') + '-',
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      Properties owner = new Properties();
      owner.setProperty(OWNER, ProcessIdentity.ofThisProcess().asText());
      new ClusterDirectory(unfinished).write(owner);
      try {
        // An empty folder of this name, which a killed process has left, is replaced.
        Files.move(unfinished, path, StandardCopyOption.ATOMIC_MOVE);
      } catch (FileSystemException e) {
        TextFile.deleteTree(unfinished);
        throw Files.exists(path) ? new FileAlreadyExistsException(path.toString()) : e;
      }
      return new ClusterDirectory(path);
    } catch (FileAlreadyExistsException e) {
      throw new LocalBrokerException(
          "a local cluster '"
              + name
              + "' already exists in "
              + path
              + "; stop it, or if it kept its data, delete that folder"
              + ContainerGroup.of(path)
                  .map(containers -> " after '" + containers.removal() + "'")
                  .orElse(""),
          e);
    } catch (IOException e) {
      throw new LocalBrokerException(
          "cannot make the directory " + path + ": " + e.getMessage(), e);
    }
  }

  /** All there are, in order of their names. */
  public static List<ClusterDirectory> all(Path stateDirectory) {
    List<ClusterDirectory> found = new ArrayList<>();
    try (DirectoryStream<Path> children =
        Files.newDirectoryStream(stateDirectory, ClusterDirectory::isCluster)) {
      children.forEach(child -> found.add(new ClusterDirectory(child)));
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (IOException e) {
      throw new LocalBrokerException("cannot list " + stateDirectory + ": " + e.getMessage(), e);
    }
    found.sort(Comparator.comparing(ClusterDirectory::name));
    return found;
  }

  /** Removes folders of clusters whose process ended while it made them. */
  static void deleteUnfinished(Path stateDirectory) {
    try (DirectoryStream<Path> children =
        Files.newDirectoryStream(stateDirectory, ClusterDirectory::isAbandoned)) {
      for (Path child : children) {
        TextFile.deleteTree(child);
      }
    } catch (NoSuchFileException e) {
      return; // There is none, or another process cleans up as well.
    } catch (IOException | UncheckedIOException e) {
      throw new LocalBrokerException(
          "cannot clean up " + stateDirectory + ": " + e.getMessage(), e);
    }
  }

  private static boolean isAbandoned(Path child) {
    Matcher maker = MAKER.matcher(child.getFileName().toString());
    return maker.matches()
        && ProcessIdentity.parse(maker.group(1) + ' ' + maker.group(2))
            .filter(process -> !process.isAlive())
            .isPresent();
  }

  private static boolean isCluster(Path child) {
    return Files.isDirectory(child) && !child.getFileName().toString().startsWith(UNFINISHED);
  }

  public String name() {
    return path.getFileName().toString();
  }

  public ManagedProcess process(String processName) {
    return new ManagedProcess(name() + " " + processName, path.resolve(processName));
  }

  public ManagedProcess node(int number) {
    return process("node-" + number);
  }

  /** A node, be it a process of this machine or a container. */
  public NodeProcess member(int number) {
    return ContainerGroup.of(path)
        .map(containers -> containers.node(node(number), number))
        .orElseGet(() -> node(number));
  }

  /** Makes the folder of a process with its start script. */
  public void addProcess(String processName, String startScript) {
    writeFile(processName + "/start.sh", startScript);
  }

  public void writeFile(String relative, String text) {
    TextFile.write(path.resolve(relative), text);
  }

  /** Records the layout; the owner stays. */
  public void describe(ClusterLayout layout) {
    Properties properties = layout.toProperties();
    owner().ifPresent(owner -> properties.setProperty(OWNER, owner.asText()));
    write(properties);
  }

  /** Removes its owner: it runs until it is stopped. */
  public void disown() {
    Properties properties = read().orElseThrow();
    properties.remove(OWNER);
    write(properties);
  }

  public Optional<ClusterLayout> layout() {
    return read().filter(properties -> properties.containsKey("kind")).map(ClusterLayout::of);
  }

  public Optional<ProcessIdentity> owner() {
    return read().map(properties -> properties.getProperty(OWNER)).flatMap(ProcessIdentity::parse);
  }

  public boolean isOrphan() {
    return owner().filter(owner -> !owner.isAlive()).isPresent();
  }

  /** Kills every process and every container that was started for it. */
  public void killAll() {
    ContainerGroup.of(path).ifPresent(ContainerGroup::killAll);
    try (Stream<Path> children = Files.list(path)) {
      children
          .filter(child -> Files.exists(child.resolve("pid")))
          .forEach(child -> process(child.getFileName().toString()).kill());
    } catch (NoSuchFileException e) {
      return; // Another process cleans up as well.
    } catch (IOException | UncheckedIOException e) {
      throw new LocalBrokerException("cannot list " + path + ": " + e.getMessage(), e);
    }
  }

  /** Removes it, and its containers with their data. */
  public void delete() {
    ContainerGroup.of(path).ifPresent(ContainerGroup::remove);
    // A process that was just killed may still have written a file: the second try deletes it.
    if (!Polling.in(Duration.ofSeconds(5)).await(this::tryToDelete)) {
      throw new LocalBrokerException("cannot remove " + path);
    }
  }

  private boolean tryToDelete() {
    try {
      TextFile.deleteTree(path);
      return true;
    } catch (NoSuchFileException e) {
      return !Files.exists(path);
    } catch (IOException | UncheckedIOException e) {
      return false;
    }
  }

  private Optional<Properties> read() {
    Properties properties = new Properties();
    try (Reader reader =
        Files.newBufferedReader(path.resolve("cluster.properties"), StandardCharsets.UTF_8)) {
      properties.load(reader);
      return Optional.of(properties);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new LocalBrokerException(
          "cannot read cluster.properties in " + path + ": " + FailureReason.ofFile(e), e);
    }
  }

  private void write(Properties properties) {
    Path file = path.resolve("cluster.properties");
    Path written = path.resolve("cluster.properties.new");
    try {
      try (Writer writer = Files.newBufferedWriter(written, StandardCharsets.UTF_8)) {
        properties.store(writer, "A cluster of local brokers");
      }
      Files.move(
          written, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new LocalBrokerException("cannot write " + file + ": " + FailureReason.ofFile(e), e);
    }
  }
}
