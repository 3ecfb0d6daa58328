package io.tidemark.launcher;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/** An executable jar with a small installation. */
final class TestJar {
  static final String SCRIPT = "#!/usr/bin/env bash\n";

  private TestJar() {}

  /** Writes a jar with the compiled launcher, and files of an installation. */
  static Path write(Path jar, Map<String, String> installation) throws Exception {
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.put(Attributes.Name.MAIN_CLASS, "io.tidemark.launcher.JarMain");
    attributes.put(Attributes.Name.IMPLEMENTATION_VERSION, "0.9.0");
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream zip = new JarOutputStream(out, manifest)) {
      for (Path type : launcher()) {
        add(zip, "io/tidemark/launcher/" + type.getFileName(), Files.readAllBytes(type));
      }
      for (Map.Entry<String, String> file : new TreeMap<>(installation).entrySet()) {
        byte[] bytes = file.getValue().getBytes(StandardCharsets.UTF_8);
        add(zip, "installation/" + file.getKey(), bytes);
      }
    }
    return jar;
  }

  private static List<Path> launcher() throws Exception {
    Path classes =
        Path.of(Launcher.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    try (Stream<Path> files = Files.list(classes.resolve("io/tidemark/launcher"))) {
      return files.filter(file -> file.toString().endsWith(".class")).toList();
    }
  }

  private static void add(JarOutputStream zip, String name, byte[] content) throws IOException {
    zip.putNextEntry(new ZipEntry(name));
    zip.write(content);
    zip.closeEntry();
  }
}
