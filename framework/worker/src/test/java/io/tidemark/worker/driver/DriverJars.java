package io.tidemark.worker.driver;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.apache.bookkeeper.stats.StatsLogger;
import org.slf4j.Logger;

/**
 * Makes jars of drivers as a vendor would who never saw this project: Java 8, compiled against the
 * stubs in {@code omb-api/}.
 */
public final class DriverJars {
  private static final List<String> STUBS =
      List.of(
          "BenchmarkDriver",
          "BenchmarkProducer",
          "BenchmarkConsumer",
          "ConsumerCallback",
          "ResourceCreator");

  /** A class that a vendor compiled for OMB with Java 8. */
  public static final String FOREIGN = "io.openmessaging.benchmark.driver.foreign.Java8Driver";

  private final Path directory;

  public DriverJars(Path directory) {
    this.directory = directory;
  }

  /** Only with {@link #FOREIGN}. */
  public static DriverCatalog foreign(Path directory) throws IOException {
    DriverJars jars = new DriverJars(directory);
    jars.driverFolder("foreign", "", Map.of("Java8Driver", resource("drivers/Java8Driver.java")));
    return DriverCatalog.ofFolders(List.of(jars.root()));
  }

  /** {@code drivers/<name>/<name>.jar} under the directory, holding these classes. */
  public Path driverFolder(String name, String manifest, Map<String, String> sources)
      throws IOException {
    Path folder = Files.createDirectories(directory.resolve("drivers").resolve(name));
    jar(folder.resolve(name + ".jar"), manifest, compile(name, sources, List.of()));
    return folder;
  }

  /** A class in one folder that needs a class which is not in any of its jars. */
  public Path driverFolderWithout(
      String name, Map<String, String> sources, Map<String, String> missingSources)
      throws IOException {
    Path missing = compile(name + "-missing", missingSources, List.of());
    Path folder = Files.createDirectories(directory.resolve("drivers").resolve(name));
    jar(folder.resolve(name + ".jar"), "", compile(name, sources, List.of(missing)));
    return folder;
  }

  public Path root() {
    return directory.resolve("drivers");
  }

  /** A source file among the test resources. */
  public static String resource(String path) {
    try (InputStream in = DriverJars.class.getClassLoader().getResourceAsStream(path)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path compile(String name, Map<String, String> sources, List<Path> classPath)
      throws IOException {
    Path stubs = directory.resolve("classes-stubs");
    if (Files.notExists(stubs)) {
      Map<String, String> stubSources = new LinkedHashMap<>();
      STUBS.forEach(stub -> stubSources.put(stub, resource("omb-api/" + stub + ".java")));
      javac(stubs, stubSources, List.of());
    }
    Path classes = directory.resolve("classes-" + name);
    javac(classes, sources, Stream.concat(Stream.of(stubs), classPath.stream()).toList());
    return classes;
  }

  private void javac(Path output, Map<String, String> sources, List<Path> classPath)
      throws IOException {
    Path sourceDirectory = Files.createDirectories(output.resolveSibling(output + "-src"));
    Files.createDirectories(output);
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<File> files = new ArrayList<>();
    for (Map.Entry<String, String> source : sources.entrySet()) {
      Path file = sourceDirectory.resolve(source.getKey() + ".java");
      files.add(Files.writeString(file, source.getValue()).toFile());
    }
    StringWriter messages = new StringWriter();
    try (var fileManager = compiler.getStandardFileManager(null, null, null)) {
      boolean compiled =
          compiler
              .getTask(
                  messages,
                  fileManager,
                  null,
                  List.of(
                      "--release",
                      "8",
                      "-Xlint:-options",
                      "-proc:none", //
                      "-cp",
                      libraries(classPath),
                      "-d",
                      output.toString()),
                  null,
                  fileManager.getJavaFileObjectsFromFiles(files))
              .call();
      if (!compiled) {
        throw new IllegalStateException(messages.toString());
      }
    }
  }

  private static String libraries(List<Path> classPath) {
    Stream<String> given = classPath.stream().map(Path::toString);
    return String.join(
        File.pathSeparator,
        Stream.concat(given, Stream.of(jarOf(StatsLogger.class), jarOf(Logger.class))).toList());
  }

  private static String jarOf(Class<?> type) {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath()).toString();
  }

  private static void jar(Path jar, String manifest, Path classes) throws IOException {
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out);
        Stream<Path> files = Files.walk(classes)) {
      if (!manifest.isEmpty()) {
        entries.putNextEntry(new JarEntry(InstalledDriver.RESOURCE));
        entries.write(manifest.getBytes(StandardCharsets.UTF_8));
      }
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        entries.putNextEntry(
            new JarEntry(classes.relativize(file).toString().replace(File.separatorChar, '/')));
        entries.write(Files.readAllBytes(file));
      }
    }
  }
}
