package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** Drivers of tests as a vendor's would come: compiled for Java 8, in a jar. */
public final class DriverJar {
  private DriverJar() {}

  /**
   * Makes {@code drivers/<name>/<name>.jar} below a root.
   *
   * @param sources resources of {@code /drivers/}
   */
  public static void install(Path root, String name, String... sources) throws IOException {
    Path classes = Files.createDirectories(root.resolve("classes").resolve(name));
    List<Path> files = new ArrayList<>();
    for (String source : sources) {
      Path file = classes.resolve(source);
      try (InputStream in = DriverJar.class.getResourceAsStream("/drivers/" + source)) {
        Files.write(file, in.readAllBytes());
      }
      files.add(file);
    }
    compile(classes, files);
    jar(
        classes,
        Files.createDirectories(root.resolve("drivers").resolve(name)).resolve(name + ".jar"));
  }

  private static void compile(Path classes, List<Path> sources) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    Path lib = TidemarkProcess.ROOT.resolve("build/distribution/target/tidemark/lib");
    List<String> options =
        List.of(
            "--release",
            "8",
            "-Xlint:-options",
            "-proc:none",
            "-cp",
            libraries(lib),
            "-d",
            classes.toString());
    try (var files = compiler.getStandardFileManager(null, null, null)) {
      boolean compiled =
          compiler
              .getTask(
                  messages, files, null, options, null, files.getJavaFileObjectsFromPaths(sources))
              .call();
      assertThat(compiled).as(messages.toString()).isTrue();
    }
  }

  private static String libraries(Path lib) throws IOException {
    try (Stream<Path> jars = Files.list(lib)) {
      return jars.map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }
  }

  private static void jar(Path classes, Path jar) throws IOException {
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out);
        Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".class")).toList()) {
        entries.putNextEntry(new JarEntry(classes.relativize(file).toString()));
        entries.write(Files.readAllBytes(file));
      }
    }
  }
}
