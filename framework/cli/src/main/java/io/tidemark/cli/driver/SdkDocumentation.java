package io.tidemark.cli.driver;

import io.tidemark.brokers.process.TextFile;
import io.tidemark.report.file.ResultFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Sources and Javadoc of an artifact of the SDK that the build has not made: a build for the
 * commands in a source tree leaves them out.
 *
 * @param jar the artifact's jar in the local Maven repository
 * @param sourceTree the artifact's folder of sources; empty in an installation without sources
 */
record SdkDocumentation(Path jar, Optional<Path> sourceTree) {
  private static final int FAR_EDGE = 400;

  private Path beside(String classifier) {
    String name = jar.getFileName().toString();
    return jar.resolveSibling(name.substring(0, name.length() - 4) + "-" + classifier + ".jar");
  }

  /** Makes what is missing; returns why that is not possible, or empty if both are there. */
  Optional<String> complete() throws IOException {
    Path sources = beside("sources");
    if (!Files.exists(sources)) {
      if (sourceTree.isEmpty()) {
        return Optional.of("this installation has no sources");
      }
      pack(sourceTree.get(), sources);
    }
    return Files.exists(beside("javadoc")) ? Optional.empty() : document(sources);
  }

  private Optional<String> document(Path sources) throws IOException {
    Optional<ToolProvider> javadoc = ToolProvider.findFirst("javadoc");
    if (javadoc.isEmpty()) {
      return Optional.of("Javadoc needs a JDK, and this is a JRE");
    }
    Path folder = Files.createTempDirectory("tidemark-javadoc-");
    try {
      Path unpacked = Files.createDirectory(folder.resolve("sources"));
      unpack(sources, unpacked);
      Path pages = folder.resolve("pages");
      StringWriter said = new StringWriter();
      PrintWriter out = new PrintWriter(said, true);
      // Classes that only tests need, such as JUnit's, are not in this installation: their names
      // stay in the pages, without links.
      javadoc.get().run(out, out, arguments(unpacked, pages));
      if (!Files.exists(pages.resolve("index.html"))) {
        return Optional.of("javadoc failed: " + end(said.toString()));
      }
      pack(pages, beside("javadoc"));
      return Optional.empty();
    } finally {
      TextFile.deleteTree(folder);
    }
  }

  private String[] arguments(Path sources, Path pages) throws IOException {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "-quiet",
                "-Xdoclint:none",
                "--ignore-source-errors",
                "-encoding",
                "UTF-8",
                "-classpath",
                System.getProperty("java.class.path"),
                "-d",
                pages.toString()));
    try (Stream<Path> files = Files.walk(sources)) {
      files.map(Path::toString).filter(name -> name.endsWith(".java")).forEach(arguments::add);
    }
    return arguments.toArray(String[]::new);
  }

  private static String end(String text) {
    String line = text.strip().replaceAll("\\s+", " ");
    return line.substring(Math.max(0, line.length() - FAR_EDGE));
  }

  private static void pack(Path folder, Path jar) throws IOException {
    ResultFiles.replace(jar, out -> pack(folder, out));
  }

  private static void pack(Path folder, OutputStream jar) throws IOException {
    ZipOutputStream out = new ZipOutputStream(jar);
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        ZipEntry entry = new ZipEntry(folder.relativize(file).toString().replace('\\', '/'));
        entry.setTime(0); // The same content is the same jar.
        out.putNextEntry(entry);
        Files.copy(file, out);
      }
    }
    out.finish();
  }

  private static void unpack(Path jar, Path folder) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      for (ZipEntry entry : zip.stream().filter(e -> e.getName().endsWith(".java")).toList()) {
        Path file = folder.resolve(entry.getName()).normalize();
        if (file.startsWith(folder)) {
          Files.createDirectories(file.getParent());
          Files.copy(zip.getInputStream(entry), file);
        }
      }
    }
  }
}
