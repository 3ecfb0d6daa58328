package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** An unpacked archive with one driver more: one that makes trouble when its file says so. */
final class TroubleInstallation {
  private final Path root;

  private TroubleInstallation(Path root) {
    this.root = root;
  }

  static TroubleInstallation create(Path root) throws IOException {
    Path built = TidemarkProcess.ROOT.resolve("distribution/target/tidemark");
    Files.createDirectories(root.resolve("bin"));
    try (Stream<Path> commands = Files.list(TidemarkProcess.ROOT.resolve("bin"))) {
      for (Path command : commands.toList()) {
        Files.copy(command, root.resolve("bin").resolve(command.getFileName()));
      }
    }
    Files.createSymbolicLink(root.resolve("lib"), built.resolve("lib"));
    Path classes = Files.createDirectories(root.resolve("classes"));
    compile(classes, built.resolve("lib"));
    jar(classes, Files.createDirectories(root.resolve("drivers/trouble")).resolve("trouble.jar"));
    return new TroubleInstallation(root);
  }

  Path root() {
    return root;
  }

  /** A driver file with what is given. */
  Path driver(Path folder, String more) throws IOException {
    return Files.writeString(
        Files.createDirectories(folder).resolve("trouble.yaml"),
        "name: trouble\ndriverClass: trouble.TroubleDriver\n" + more);
  }

  private static void compile(Path classes, Path lib) throws IOException {
    Path source = classes.resolve("TroubleDriver.java");
    try (InputStream in =
        TroubleInstallation.class.getResourceAsStream("/drivers/TroubleDriver.java")) {
      Files.copy(in, source);
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
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
              .getTask(messages, files, null, options, null, files.getJavaFileObjects(source))
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
