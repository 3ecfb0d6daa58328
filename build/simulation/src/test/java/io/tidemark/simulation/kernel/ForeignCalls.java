package io.tidemark.simulation.kernel;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/** Calls of rewritten classes that are not replaced. */
public final class ForeignCalls {
  private ForeignCalls() {}

  /**
   * Finds the calls of all classes beside the given ones, in their folders or jars.
   *
   * @param calls gets the method that calls, and the called one
   */
  public static void of(
      List<Class<?>> modules, List<String> replacing, BiConsumer<String, String> calls)
      throws Exception {
    RewritingLoader loader = new RewritingLoader(ForeignCalls.class.getClassLoader(), replacing);
    for (Class<?> module : modules) {
      URI place = module.getProtectionDomain().getCodeSource().getLocation().toURI();
      Path path = Path.of(place);
      if (Files.isDirectory(path)) {
        visit(path, loader, calls);
      } else {
        try (FileSystem jar = FileSystems.newFileSystem(URI.create("jar:" + place), Map.of())) {
          visit(jar.getPath("/"), loader, calls);
        }
      }
    }
  }

  private static void visit(Path root, RewritingLoader loader, BiConsumer<String, String> calls)
      throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      files
          .map(file -> root.relativize(file).toString())
          .filter(file -> file.endsWith(".class"))
          .map(file -> file.replaceAll("\\.class$", "").replace('/', '.'))
          .filter(RewritingLoader::isRewritten)
          .filter(name -> !name.endsWith("-info"))
          .forEach(name -> note(name, loader, calls));
    }
  }

  private static void note(String name, RewritingLoader loader, BiConsumer<String, String> calls) {
    try {
      loader.rewritten(name, calls);
    } catch (ClassNotFoundException e) {
      throw new UncheckedIOException(new IOException(e));
    }
  }
}
